/**
 * Answers on a tape that continues meanwhile: the time each took is journaled, and no agent
 * is asked twice.
 */

import type { Instant } from '#values';
import type { JournalEvent } from '#contracts';
import type { AnswerEvent, PreludeEvent } from '#workflows';
import type { AskedAt } from '#agents';
import type { AnswerSource } from './run-loop.js';

/** Which decisions an agent was asked for, durable before the ask. */
export interface AskNotes {
  /** Whether an earlier process asked for the decision at an as-of and its answer was lost. */
  hasAsked(asOf: number): boolean;
  /** The agent is asked only after this has settled, and not at all if it fails. */
  note(asOf: number): void | Promise<void>;
}

export interface LiveAsking {
  /** The clock by which facts of the tape were received, microseconds. */
  readonly now: () => Instant;
  /** Where asks are noted; left out if the caller already tracks them. */
  readonly asked?: AskNotes | undefined;
}

/** As the journal has it; part of its hash. */
const interrupted = 'the process ended while the agent was being asked';

/** Whether a decision was lost with the process that asked for it. */
export const isCutOff = (event: JournalEvent | AnswerEvent): boolean =>
  event.type === 'DecisionFailed' && event.reason === interrupted;

/**
 * `AnswerTimed` precedes each answer of `source`. A decision that was being asked for when the
 * process died ends as failed: the agent may have acted on the question already.
 */
export function timedAnswers(source: AnswerSource, { now, asked }: LiveAsking): AnswerSource {
  let tookMs = 0;
  let isLost = false;
  const take = (since: Instant): void => {
    // A clock that was set back counts as no time.
    tookMs = Math.max(0, Math.ceil((now() - since) / 1000));
  };
  const ask = (observation: AskedAt, signal: AbortSignal | undefined) => {
    const { time } = observation;
    const answer = source.answer(observation, signal);
    if (!(answer instanceof Promise)) {
      take(time);
      return answer;
    }
    return answer.then((settled) => {
      take(time);
      return settled;
    });
  };
  const { observe, repeat } = source;
  return {
    // A lost ask may or may not have reached the agent: the process that resumed had not asked it.
    ...(repeat && {
      repeat: (asked, recorded, signal) =>
        isCutOff(recorded) ? undefined : repeat(asked, recorded, signal),
    }),
    ...(observe && { observe: (facts, from, to) => source.observe?.(facts, from, to) }),
    close: () => source.close(),
    answer: (observation, signal) => {
      const { asOf, time } = observation;
      isLost = asked?.hasAsked(asOf) === true;
      if (isLost) {
        take(time);
        return { type: 'DecisionFailed', reason: interrupted };
      }
      const noted = asked?.note(asOf);
      if (noted === undefined) return ask(observation, signal);
      return noted.then(() => ask(observation, signal));
    },
    preludes: (): readonly PreludeEvent[] => {
      const timed = { type: 'AnswerTimed' as const, tookMs };
      return isLost ? [timed] : [...(source.preludes?.() ?? []), timed];
    },
  };
}
