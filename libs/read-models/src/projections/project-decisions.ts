/** The topic `agent.decisions`: decisions by number, watermarks, and answers that were refused. */

import { canonicalHash } from '#values';
import type { AnswerRefused, DecisionEvent, Decisions } from '#contracts/streams/runs';
import type { DecisionRow } from '../entities/decision-rows.js';
import { projections } from '../tables.js';
import { failureOf, type OnGap } from './gap.js';
import type { Projection } from './projection.js';
import type { RowChanges } from './row-changes.js';

export const projectDecisions: Projection<'agent.decisions'> = {
  needs(message, need) {
    if (message.type === 'Decisions') need(projections.decisionProgress, message.run);
  },
  fold(message, rows, onGap) {
    if (message.type === 'Decisions') foldDecisions(message, rows, onGap);
    if (message.type === 'AnswerRefused') foldRefusal(message, rows);
  },
};

function foldDecisions(message: Decisions, rows: RowChanges, onGap: OnGap): void {
  const { run, first, decisions } = message;
  const before = rows.get(projections.decisionProgress, run) ?? {
    run,
    decisions: 0,
    watermark: 0,
    failure: null,
  };
  if (before.failure !== null) return;
  const known = before.decisions + 1 - first;
  if (known < 0) {
    const gap = { where: `decisions of run ${run}`, expected: before.decisions + 1, found: first };
    rows.put(projections.decisionProgress, { ...before, failure: failureOf(gap, onGap) });
    return;
  }
  for (let index = known; index < decisions.length; index++) {
    const row = decisionRow(run, first + index, decisions[index] as DecisionEvent);
    rows.put(projections.decisions, row);
  }
  rows.put(projections.decisionProgress, {
    ...before,
    decisions: Math.max(before.decisions, first - 1 + decisions.length),
    watermark: Math.max(before.watermark, message.watermark),
  });
}

function decisionRow(run: string, number: number, event: DecisionEvent): DecisionRow {
  const { type, asOf, time } = event;
  const isMade = type === 'DecisionMade';
  return {
    run,
    number,
    asOf,
    time,
    type,
    decision: isMade ? event.decision : null,
    rationale: isMade ? event.rationale : null,
    reason: 'reason' in event ? event.reason : null,
  };
}

function foldRefusal({ run, asOf, agent, reason }: AnswerRefused, rows: RowChanges): void {
  const id = canonicalHash([agent, reason]);
  rows.put(projections.refusals, { run, asOf, id, agent, reason });
}
