/**
 * Stores answers from arrival until their turn, a record each in the stream `answers` of the run's
 * recording. When the run is finished, its journal has them all.
 */

import { z } from 'zod';
import { corruptJournal, excerpt } from '#values';
import { isPrelude, type DecisionEvent } from '#contracts';
import { isDecisionEvent } from '#contracts/journal/journal-event-schema';
import type { CallRecord } from '#tools';
import { planDigest, type AnswerEvent, type PreludeEvent, type RunPlan } from '#workflows';
import { callSchema } from '../run-folder/call-log.js';
import { recordsIn, type RunRecords } from '../run-folder/run-records.js';

/** An answer with the journal events that precede it, and the tool calls behind it. */
export interface KeptAnswer {
  readonly answer: AnswerEvent;
  readonly preludes: readonly PreludeEvent[];
  readonly calls: readonly CallRecord[];
}

type Decided = Exclude<DecisionEvent, { readonly type: 'DecisionsUnchanged' }>;

const isDecided = (value: unknown): value is Decided =>
  isDecisionEvent(value) && value.type !== 'DecisionsUnchanged';
const keptSchema = z.strictObject({
  plan: z.string(),
  calls: z.array(callSchema),
  /** Those that precede the answer, and the answer. */
  events: z.array(z.custom<Decided>(isDecided)).min(1),
});

/** Answers are durable from arrival until their turn, so that a crash never asks twice. */
export class KeptAnswers {
  /** Answers by the as-of of their task, kept by this process or an earlier one. */
  readonly known = new Map<number, KeptAnswer>();
  /** Number of tasks without an answer: more askers would be idle. */
  readonly open: number;

  /**
   * Reads the answers in the recording, and adds those already in the journal; `tasks` is the
   * number of tasks in all. `CorruptJournal` if the answers belong to another run or one is broken.
   */
  constructor(
    private readonly records: RunRecords,
    private readonly plan: RunPlan,
    recorded: readonly DecisionEvent[],
    tasks: number,
  ) {
    const parse = (value: unknown) => keptSchema.safeParse(value).data;
    for (const kept of recordsIn(records.folder, 'answers', parse)) {
      requireOwn(kept.plan, plan);
      this.take(kept.events, kept.calls);
    }
    // Their calls are already on record.
    this.take(recorded.filter(isDecided), []);
    this.open = tasks - this.known.size;
  }

  /** Stores an answer; it is durable on return. `Unavailable` if it cannot be written. */
  keep(
    { asOf, time }: { readonly asOf: number; readonly time: number },
    { answer, preludes, calls }: KeptAnswer,
  ): void {
    const events = [...preludes, answer].map((event) => ({ ...event, asOf, time }));
    this.records.add('answers', [{ plan: planDigest(this.plan), calls, events }]);
    this.records.durable();
  }

  private take(events: readonly Decided[], calls: readonly CallRecord[]): void {
    let preludes: (PreludeEvent & Decided)[] = [];
    for (const event of events) {
      // A crash may have cut off the answer that these belonged to; the question was asked again.
      if (preludes.some(({ asOf }) => asOf !== event.asOf)) preludes = [];
      if (isPrelude(event)) preludes.push(event);
      else this.known.set(event.asOf, { answer: event, preludes: preludes.splice(0), calls });
    }
  }
}

function requireOwn(found: string, plan: RunPlan): void {
  const expected = planDigest(plan);
  if (found === expected) return;
  const where = 'recording.db answers: plan';
  throw corruptJournal('the kept answers belong to another run', {
    where,
    expected,
    found: excerpt(found),
  });
}
