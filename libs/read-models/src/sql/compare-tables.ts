/** Whether two sets of tables hold the same rows: reads both in order, side by side. */

import { canonicalJson } from '#values';
import { dueIn } from '#contracts';
import type { ComparableTables, TableComparison } from '../tables/read-models.js';
import { fullDecisions } from '../tables/full-decisions.js';
import type { RowOf } from '../tables/table.js';
import { projectedTables, projections, type ProjectedTable } from '../tables/tables.js';

/**
 * Compares table by table. Journals and decisions are compared item by item, however messages
 * grouped them and however stretches were split.
 */
export async function compareTables(
  first: ComparableTables,
  second: ComparableTables,
): Promise<readonly TableComparison[]> {
  const comparisons: TableComparison[] = [];
  for (const table of projectedTables) {
    comparisons.push(
      await compareRows(table.name, comparedRows(table, first), comparedRows(table, second)),
    );
  }
  return comparisons;
}

async function compareRows(
  table: string,
  left: AsyncGenerator<object, void>,
  right: AsyncGenerator<object, void>,
): Promise<TableComparison> {
  let rows = 0;
  let otherRows = 0;
  let difference: TableComparison['difference'] = null;
  try {
    for (;;) {
      const row = (await left.next()).value ?? null;
      const otherRow = (await right.next()).value ?? null;
      if (row === null && otherRow === null) return { table, rows, otherRows, difference };
      if (row !== null) rows++;
      if (otherRow !== null) otherRows++;
      if (canonicalJson(row) !== canonicalJson(otherRow)) difference ??= { row, otherRow };
    }
  } finally {
    await Promise.all([left.return(), right.return()]);
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

/**
 * Gives each decision of a stretch its number. Places are not compared: they depend on
 * how it was split.
 */
function numberedDecisions({ run, first, decisions }: DecisionPart): object[] {
  let number = first;
  return fullDecisions(decisions).flatMap(({ event, preludes }): object[] => {
    const numbers = Array.from({ length: dueIn(event) }, () => number++);
    if (event.type !== 'DecisionsUnchanged') return [{ run, number: numbers[0], event, preludes }];
    const { type } = event;
    return numbers.map((one) => ({ run, number: one, type, decision: event.decision }));
  });
}
