/** The topic `agent.decisions`: decisions as received, watermarks, and refused answers. */

import { canonicalHash } from '#values';
import { behind, dueInAll } from '#contracts';
import type { Decisions } from '#contracts/streams/runs';
import { projections } from '../tables/tables.js';
import { failureOf, type OnGap, type Projection } from './projection.js';
import type { RowChanges } from './row-changes.js';

export const projectDecisions: Projection<'agent.decisions'> = {
  needs(message, needs) {
    if (message.type === 'Decisions') needs.need(projections.decisionProgress, message.run);
  },
  fold(message, rows, onGap) {
    if (message.type === 'Decisions') foldDecisions(message, rows, onGap);
    if (message.type !== 'AnswerRefused') return;
    const id = canonicalHash([message.agent, message.reason]);
    rows.put(projections.refusals, { ...message, id });
  },
};

function foldDecisions(message: Decisions, rows: RowChanges, onGap: OnGap): void {
  const { run, first, watermark } = message;
  const before = rows.get(projections.decisionProgress, run) ?? {
    run,
    decisions: 0,
    watermark: 0,
    failure: null,
    wait: null,
  };
  if (before.failure !== null) return;
  const known = before.decisions + 1 - first;
  if (known < 0) {
    const gap = { where: `decisions of run ${run}`, expected: before.decisions + 1, found: first };
    rows.put(projections.decisionProgress, { ...before, failure: failureOf(gap, onGap) });
    return;
  }
  const last = first - 1 + dueInAll(message.decisions);
  if (last > before.decisions) {
    const decisions = behind(message.decisions, known, before.watermark);
    rows.put(projections.decisionParts, { run, first: first + known, last, decisions });
  }
  const reached = Math.max(before.watermark, watermark);
  // A note may arrive after the decisions that ended its wait, or before those that it
  // waited behind.
  const wait = [message.wait, before.wait].find((one) => one && one.watermark >= reached) ?? null;
  rows.put(projections.decisionProgress, {
    ...before,
    decisions: Math.max(before.decisions, last),
    watermark: reached,
    wait,
  });
}
