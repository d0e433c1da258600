/** Whether two sets of tables hold the same rows: reads both in order, side by side, and digests them. */

import { createHash } from 'node:crypto';
import { canonicalJson } from '#values';
import { dueIn } from '#contracts';
import type { ComparableTables, TableComparison } from '../tables/read-models.js';
import { wholeDecisions } from '../tables/whole-decisions.js';
import type { RowOf } from '../tables/table.js';
import { projectedTables, projections, type ProjectedTable } from '../tables/tables.js';

/**
 * Compares table by table. Journals and decisions are compared item by item, however messages grouped them and
 * however stretches were split.
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
  let difference: TableComparison['difference'] = null;
  try {
    for (;;) {
      const row = await left.next();
      const otherRow = await right.next();
      if (row === undefined && otherRow === undefined) break;
      if (difference === null && row?.text !== otherRow?.text) {
        difference = { row: row?.value ?? null, otherRow: otherRow?.value ?? null };
      }
    }
  } finally {
    await Promise.all([left.values.return(), right.values.return()]);
  }
  const [digest, otherDigest] = [left.hash.digest('hex'), right.hash.digest('hex')];
  return {
    table: table.name,
    rows: left.rows,
    otherRows: right.rows,
    digest,
    otherDigest,
    difference,
  };
}

/** Yields rows one by one, and digests them on the way. */
class RowReader {
  readonly values: AsyncGenerator<object, void>;
  readonly hash = createHash('sha256');
  rows = 0;

  constructor(table: ProjectedTable, tables: ComparableTables) {
    this.values = comparedRows(table, tables);
  }

  async next(): Promise<{ readonly value: object; readonly text: string } | undefined> {
    const { done, value } = await this.values.next();
    if (done === true) return undefined;
    const text = canonicalJson(value);
    this.hash.update(text).update('\n');
    this.rows++;
    return { value, text };
  }
}

async function* comparedRows(
  table: ProjectedTable,
  tables: ComparableTables,
): AsyncGenerator<object, void> {
  for await (const rows of tables.rowsOf(table)) yield* asCompared(table, rows);
}

function asCompared(table: ProjectedTable, rows: readonly object[]): readonly object[] {
  switch (table.name) {
    case projections.journal.name:
      return (rows as readonly RowOf<typeof projections.journal>[]).flatMap(
        ({ run, first, last, events, journalHash }) =>
          events.map((event, index) => {
            const record = first + index;
            return { run, record, event, journalHash: record === last ? journalHash : null };
          }),
      );
    case projections.decisionParts.name:
      return (rows as readonly DecisionPart[]).flatMap(numberedDecisions);
    default:
      return rows;
  }
}

type DecisionPart = RowOf<typeof projections.decisionParts>;

/** Gives each decision of a stretch its number. Places are not compared: they depend on how it was split. */
function numberedDecisions({ run, first, decisions }: DecisionPart): object[] {
  let number = first;
  return wholeDecisions(decisions).flatMap(({ event, preludes }): object[] => {
    const numbers = Array.from({ length: dueIn(event) }, () => number++);
    if (event.type !== 'DecisionsUnchanged') return [{ run, number: numbers[0], event, preludes }];
    const { type } = event;
    return numbers.map((one) => ({ run, number: one, type, decision: event.decision }));
  });
}
