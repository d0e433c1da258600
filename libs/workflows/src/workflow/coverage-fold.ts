/** What due answers ended in, counted over a journal: the same for every workflow. */

import { isPrelude, type DecisionEvent } from '#contracts';
import {
  answerClasses,
  classesOfEvent,
  classOfEvent,
  type AnswerClass,
  type NoDecisionType,
} from '#contracts/journal/answer-class';
import type { NoDecision } from '#agents';
import type { Coverage } from '#contracts/result/result';
import { ReasonTally } from './reason-tally.js';

export class CoverageFold {
  private readonly counts = {
    due: 0,
    answered: 0,
    missing: 0,
    invalid: 0,
    late: 0,
    failed: 0,
    forced: 0,
  };

  private readonly failures = new Map<AnswerClass, number>();
  /** Why due decisions were not answered, and where a run trades why orders were denied. */
  readonly reasons = new ReasonTally();

  /** Tool calls made for the answers. */
  toolCalls = 0;

  take(event: DecisionEvent): void {
    if (event.type === 'ToolsCalled') this.toolCalls += event.calls;
    if (isPrelude(event)) return;
    const count = event.type === 'DecisionsUnchanged' ? event.count : 1;
    this.counts.due += count;
    if (isNoDecision(event)) this.fail(event);
    else this.counts.answered += count;
  }

  /**
   * How the due decisions ended, a count for each class; an event without a class
   * counts by its kind.
   */
  classes(): Record<AnswerClass, number> {
    const counted = answerClasses.map((name) => [name, this.failures.get(name) ?? 0] as const);
    const failures = Object.fromEntries(counted) as Record<AnswerClass, number>;
    return { ...failures, answered: this.counts.answered };
  }

  private fail(event: NoDecisionEvent): void {
    const name = classOfEvent(event);
    this.failures.set(name, (this.failures.get(name) ?? 0) + 1);
    const { asOf, time, type } = event;
    // `DecisionLate` is `late`.
    const kind = type.slice('Decision'.length).toLowerCase() as NoDecision['kind'];
    this.counts[kind]++;
    const outcome = event.class ?? kind;
    const reason = 'reason' in event ? event.reason : null;
    this.reasons.add({ outcome, reason }, () => ({ asOf, time }));
  }

  /** A copy of the counts. */
  now(): Coverage {
    return { ...this.counts };
  }
}

type NoDecisionEvent = Extract<DecisionEvent, { type: NoDecisionType }>;

export const isNoDecision = (event: DecisionEvent): event is NoDecisionEvent =>
  event.type in classesOfEvent;
