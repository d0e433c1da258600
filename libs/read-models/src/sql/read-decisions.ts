/**
 * Decisions page by page: a page has as many as requested, however many each row of
 * the table holds.
 */

import type { EntityManager } from 'typeorm';
import { dueIn } from '#contracts';
import type { DecisionEvent } from '#contracts/streams/runs';
import type { DecisionRow } from '../entities/decision-rows.js';
import { fullDecisions, type FullDecision } from '../tables/full-decisions.js';
import { keyAfter, limitOf, pageOf, type Page, type PageOf } from '../tables/page.js';
import type { RowOf } from '../tables/table.js';
import { projections } from '../tables/tables.js';
import { readItems, type NumberedItem } from './read-parts.js';

const { decisionParts: table } = projections;
const decisions = {
  table,
  itemsOf: (row: RowOf<typeof table>) => fullDecisions(row.decisions),
  numbersOf: ({ event }: FullDecision) => dueIn(event),
};
/** A cursor holds the number of a decision. */
export const decisionList = {
  name: 'decisions',
  keys: table.keys.filter(({ property }) => property === 'first'),
};

/** Decisions of a run in the order of their numbers. */
export async function readDecisions(
  tables: EntityManager,
  run: string,
  page: Page,
): Promise<PageOf<DecisionRow>> {
  const limit = limitOf(page);
  const after = Number(keyAfter(decisionList.name, decisionList.keys, page)?.[0] ?? 0);
  const found = await readItems(tables, decisions, { run, from: after + 1, wanted: limit + 1 });
  const rows = found.map((item) => decisionRow(run, item));
  return pageOf(decisionList.name, rows, limit, ({ number }) => [number]);
}

function decisionRow(
  run: string,
  { number, item: { event, preludes } }: NumberedItem<FullDecision>,
): DecisionRow {
  const { type, asOf, time } = event;
  const isStretch = type === 'DecisionsUnchanged';
  const called = preludes.find((one) => one.type === 'ToolsCalled');
  const disputes = preludes.filter((one) => one.type === 'PriceDisputed');
  return {
    run,
    number,
    asOf,
    time,
    type,
    count: dueIn(event),
    since: isStretch ? event.since : asOf,
    decision: decisionIn(event),
    rationale: 'rationale' in event ? event.rationale : null,
    reason: 'reason' in event ? event.reason : null,
    class: 'class' in event ? (event.class ?? null) : null,
    calls: called?.calls ?? 0,
    callsDigest: called?.digest ?? null,
    disputed: disputes.map(({ symbol, said, price }) => ({ symbol, said, price })),
  };
}

function decisionIn(event: DecisionEvent): DecisionRow['decision'] {
  if (event.type === 'PairDecided') {
    const { left, right, action } = event;
    return { kind: 'pair', left, right, action };
  }
  return 'decision' in event ? event.decision : null;
}
