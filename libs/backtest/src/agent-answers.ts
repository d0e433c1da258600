/** Answers from a live agent, and from a journal that holds them already. */

import { corruptJournal } from '#values';
import type { FactColumns, JournalEvent } from '#contracts';
import type { Agent } from '#agents';
import { AnswerTranslator, type AnswerEvent, type KeepText } from './journalled-answer.js';
import type { LoopObservation } from './loop-observation.js';
import type { AnswerSource } from './run-loop.js';

/** Asks an agent. */
export function agentAnswers(
  agent: Agent,
  symbols: readonly string[],
  keep?: KeepText,
): AnswerSource {
  const translator = new AnswerTranslator(symbols, keep);
  const source: AnswerSource = {
    answer: (observation) => {
      const answer = agent.decide(observation);
      const again = translator.again(answer);
      if (again !== undefined) return again;
      if (answer instanceof Promise) return answer.then((settled) => translator.eventOf(settled));
      return translator.eventOf(answer);
    },
    close: () => agent.close(),
  };
  if (agent.observe === undefined) return source;
  return { ...source, observe: (facts, from, to) => agent.observe?.(facts, from, to) };
}

/** A decision event as the journal holds it. */
export type RecordedAnswer = Extract<
  JournalEvent,
  {
    type:
      'DecisionMade' | 'DecisionMissing' | 'DecisionInvalid' | 'DecisionLate' | 'DecisionFailed';
  }
>;

/** Whether an event is one of the five that a due decision ends in. */
export function isAnswer(event: JournalEvent): event is RecordedAnswer {
  return event.type.startsWith('Decision');
}

/**
 * Gives the recorded answers back, in order, and asks `next` from where they end; without `next` a
 * missing recording is `CorruptJournal`. The agent behind `next` sees all facts either way.
 */
export function recordedAnswers(
  recorded: readonly RecordedAnswer[],
  next: AnswerSource | undefined,
): AnswerSource {
  let position = 0;
  return {
    answer: (observation: LoopObservation): AnswerEvent | Promise<AnswerEvent> => {
      const event = recorded[position++];
      if (event === undefined && next !== undefined) return next.answer(observation);
      if (event !== undefined && event.asOf === observation.asOf) return event;
      throw corruptJournal('the journal has no answer for a decision that was due', {
        where: `as-of ${observation.asOf}`,
        found: event === undefined ? 'the end' : `as-of ${event.asOf}`,
      });
    },
    observe: (facts: FactColumns, from, to) => next?.observe?.(facts, from, to),
    close: () => next?.close(),
  };
}
