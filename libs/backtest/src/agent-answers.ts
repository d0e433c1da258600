/** Answers from a live agent, and from a journal that holds them already. */

import { corruptJournal } from '#values';
import type { DecisionEvent, FactColumns } from '#contracts';
import type { Agent, Observation } from '#agents';
import { AnswerTranslator, type AnswerEvent, type KeepText } from '#workflows';
import { RecordedDecisions } from './recorded-decisions.js';
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

/**
 * Gives the recorded answers back, in order, and asks `next` from where they end; without `next` a
 * missing recording is `CorruptJournal`. The agent behind `next` sees all facts either way.
 */
export function recordedAnswers(
  recorded: readonly DecisionEvent[],
  next: AnswerSource | undefined,
): AnswerSource {
  const decisions = new RecordedDecisions(noAnswer);
  decisions.add(recorded);
  return {
    answer: (observation: Observation): AnswerEvent | Promise<AnswerEvent> => {
      const event = decisions.take(observation.asOf);
      if (event !== undefined) return event;
      if (next !== undefined) return next.answer(observation);
      throw noAnswer(observation.asOf, 'the end');
    },
    observe: (facts: FactColumns, from, to) => next?.observe?.(facts, from, to),
    close: () => next?.close(),
  };
}

const noAnswer = (asOf: number, found: string): Error =>
  corruptJournal('the journal has no answer for a decision that was due', {
    where: `as-of ${asOf}`,
    found,
  });
