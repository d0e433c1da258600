/** Whether two sets of tables hold the same rows: both are read in order, side by side, and digested. */

import { createHash, type Hash } from 'node:crypto';
import { canonicalJson } from '#values';
import { dueIn } from '#contracts';
import type { DecisionPartRow } from '../entities/decision-rows.js';
import type { JournalRow } from '../entities/journal-rows.js';
import { itemsOf } from '../entities/list-text.js';
import type { ComparableTables, TableComparison } from '../tables/read-models.js';
import { wholeDecisions } from '../tables/whole-decisions.js';
import { projectedTables, projections, type ProjectedTable } from '../tables/tables.js';

/**
 * Compares table by table. Journals and decisions are compared one by one, however many came in a message, and in
 * whatever parts a stretch came.
 */
export async function compareTables(
  one: ComparableTables,
  other: ComparableTables,
): Promise<readonly TableComparison[]> {
  const comparisons: TableComparison[] = [];
  for (const table of projectedTables) comparisons.push(await compareTable(table, one, other));
  return comparisons;
}

async function compareTable(
  table: ProjectedTable,
  one: ComparableTables,
  other: ComparableTables,
): Promise<TableComparison> {
  const left = new RowReader(table, one);
  const right = new RowReader(table, other);
  const difference = await firstDifference(left, right).finally(() =>
    Promise.all([left.close(), right.close()]),
  );
  const { rows, digest } = left.total();
  const { rows: otherRows, digest: otherDigest } = right.total();
  return { table: table.name, rows, otherRows, digest, otherDigest, difference };
}

/** Reads both to their ends. */
async function firstDifference(
  left: RowReader,
  right: RowReader,
): Promise<TableComparison['difference']> {
  let difference: TableComparison['difference'] = null;
  for (;;) {
    const row = await left.next();
    const otherRow = await right.next();
    if (row === undefined && otherRow === undefined) return difference;
    if (difference === null && row?.text !== otherRow?.text) {
      difference = { row: row?.value ?? null, otherRow: otherRow?.value ?? null };
    }
  }
}

interface ComparedRow {
  readonly value: object;
  readonly text: string;
}

/** Hands out rows one by one, and digests them on the way. */
class RowReader {
  private readonly portions: AsyncIterator<readonly object[]>;
  private readonly table: ProjectedTable;
  private readonly hash: Hash = createHash('sha256');
  private portion: readonly object[] = [];
  private index = 0;
  private rows = 0;

  constructor(table: ProjectedTable, tables: ComparableTables) {
    this.table = table;
    this.portions = tables.rowsOf(table)[Symbol.asyncIterator]();
  }

  async next(): Promise<ComparedRow | undefined> {
    while (this.index >= this.portion.length) {
      const { done, value } = await this.portions.next();
      if (done === true) return undefined;
      this.portion = asCompared(this.table, value);
      this.index = 0;
    }
    const value = this.portion[this.index++] as object;
    const text = canonicalJson(value);
    this.hash.update(text).update('\n');
    this.rows++;
    return { value, text };
  }

  async close(): Promise<void> {
    await this.portions.return?.();
  }

  total(): { rows: number; digest: string } {
    return { rows: this.rows, digest: this.hash.digest('hex') };
  }
}

function asCompared(table: ProjectedTable, rows: readonly object[]): readonly object[] {
  switch (table.name) {
    case projections.journal.name:
      return (rows as readonly JournalRow[]).flatMap(({ run, first, last, events, journalHash }) =>
        itemsOf('events', events).map((event, index) => {
          const record = first + index;
          return { run, record, event, journalHash: record === last ? journalHash : null };
        }),
      );
    case projections.decisionParts.name:
      return (rows as readonly DecisionPartRow[]).flatMap(numberedDecisions);
    default:
      return rows;
  }
}

/** The decisions of a stretch have a number each. Their places are not compared: they depend on how it was cut. */
function numberedDecisions({ run, first, decisions }: DecisionPartRow): object[] {
  let number = first;
  return wholeDecisions(itemsOf('decisions', decisions)).flatMap(
    ({ event, preludes }): object[] => {
      const numbers = Array.from({ length: dueIn(event) }, () => number++);
      if (event.type !== 'DecisionsUnchanged')
        return [{ run, number: numbers[0], event, preludes }];
      const { type } = event;
      return numbers.map((one) => ({ run, number: one, type, decision: event.decision }));
    },
  );
}
