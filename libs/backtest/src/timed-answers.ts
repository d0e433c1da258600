/** Answers on a tape that goes on meanwhile: how long each took is journalled, and nobody is asked twice. */

import type { Instant } from '#values';
import type { PreludeEvent } from '#workflows';
import type { AskedLog } from './asked-log.js';
import type { AnswerSource } from './run-loop.js';

export interface LiveAsking {
  /** The clock by which facts of the tape were received, microseconds. */
  readonly now: () => Instant;
  /** Where asks are noted; left out where somebody else keeps what was asked. */
  readonly asked?: AskedLog | undefined;
}

/** In the words of the journal; part of its hash. */
const interrupted = 'the process ended while the agent was being asked';

/**
 * `AnswerTimed` stands before each answer of `source`. A decision that was being asked for when the process died ends
 * as failed: the agent may have acted on the question already.
 */
export function timedAnswers(source: AnswerSource, { now, asked }: LiveAsking): AnswerSource {
  let tookMs = 0;
  let isLost = false;
  const take = (since: Instant): void => {
    // A clock that was set back has taken no time away from anybody.
    tookMs = Math.max(0, Math.ceil((now() - since) / 1000));
  };
  return {
    ...source,
    answer: (observation, signal) => {
      const { asOf, time } = observation;
      isLost = asked?.hasAsked(asOf) === true;
      if (isLost) {
        take(time);
        return { type: 'DecisionFailed', reason: interrupted };
      }
      asked?.note(asOf);
      const answer = source.answer(observation, signal);
      if (!(answer instanceof Promise)) {
        take(time);
        return answer;
      }
      return answer.then((settled) => {
        take(time);
        return settled;
      });
    },
    preludes: (): readonly PreludeEvent[] => {
      const timed = { type: 'AnswerTimed' as const, tookMs };
      return isLost ? [timed] : [...(source.preludes?.() ?? []), timed];
    },
  };
}
