/** Answers from a live agent, and from a journal that already holds them. */

import { corruptJournal, formatInstant, invalidInput } from '#values';
import type { DecisionEvent, FactColumns } from '#contracts';
import { classesOfEvent } from '#contracts/journal/answer-class';
import { eventWords } from '#contracts/journal/event-words';
import type { Agent, AskedAt } from '#agents';
import type { AnswerEvent, AnswerTranslation, PreludeEvent } from '#workflows';
import { AskLimit } from './ask-limit.js';
import { jsonDifference } from '../run-folder/json-difference.js';
import { RecordedDecisions } from './recorded-decisions.js';
import type { AnswerSource } from './run-loop.js';

interface AgentAnswersOptions {
  /** Reads what the agent answers. */
  readonly translation: AnswerTranslation;
  /** Bounds concurrent asks; those of this agent alone when left out. */
  readonly asks?: AskLimit | undefined;
  /** Name of the run in the error for an agent that does not repeat a decision. */
  readonly label?: string | undefined;
  /** Fails as `requireAnswered` does, with the name of the moment. */
  readonly failFast?: ((time: number) => string) | undefined;
}

const never = new AbortController().signal;

/**
 * Asks an agent, with the observation of its run's workflow. An agent that answers later
 * waits for its turn.
 */
export function agentAnswers(
  agent: Agent<AskedAt, unknown>,
  options: AgentAnswersOptions,
): AnswerSource {
  const { translation, asks = new AskLimit(), label = '', failFast } = options;
  const eventOf = (settled: unknown, { time }: AskedAt): AnswerEvent => {
    const event = translation.eventOf(settled);
    if (failFast !== undefined) requireAnswered(event, `${label}: ${failFast(time)}`);
    return event;
  };
  let answers = agent.answers ?? 'at once';
  const source: AnswerSource = {
    answer: (observation, signal = never) => {
      const here = agent.here?.(observation);
      if (here !== undefined) return translation.again(here) ?? eventOf(here, observation);
      if (answers === 'later' || (answers === 'either' && asks.isFull)) {
        const asked = asks.run(() => agent.decide(observation, signal), signal);
        return asked.then((settled) => eventOf(settled, observation));
      }
      const answer = agent.decide(observation, signal);
      const again = translation.again(answer);
      if (again !== undefined) return again;
      if (!(answer instanceof Promise)) return eventOf(answer, observation);
      // It turns out to answer later: from now on it waits for its turn.
      answers = 'later';
      return asks.hold(answer, signal).then((settled) => eventOf(settled, observation));
    },
    preludes: () => preludesOf(agent, translation),
    close: () => agent.close(),
  };
  if (agent.repeat !== undefined) {
    source.repeat = (observation, recorded, signal = never) => {
      const compare = (repeated: unknown): void => {
        if (repeated === undefined || signal.aborted) return;
        const { asOf, time } = observation;
        const now = { ...translation.eventOf(repeated), asOf, time };
        requireRepeated({ ...recorded, asOf, time } as DecisionEvent, now as DecisionEvent, label);
        // The notes behind the answer are in the journal.
        translation.notes?.();
      };
      const repeated = agent.repeat?.(observation, recorded);
      return repeated instanceof Promise
        ? asks.hold(repeated, signal).then(compare)
        : compare(repeated);
    };
  }
  if (agent.foresee !== undefined) source.foresee = (facts) => agent.foresee?.(facts);
  if (agent.observe === undefined) return source;
  return { ...source, observe: (facts, from, to) => agent.observe?.(facts, from, to) };
}

/**
 * `InvalidInput` if `event` is not an answer. The journal ends before it, so that the same
 * command asks again.
 */
function requireAnswered(event: AnswerEvent, where: string): void {
  if (!Object.hasOwn(classesOfEvent, event.type)) return;
  const reason = 'reason' in event ? event.reason : 'no answer';
  const again = 'the same command asks again; start over with --fresh once the agent has changed';
  throw invalidInput(`stopped at the first decision without an answer: ${reason} (${again})`, {
    where,
  });
}

/**
 * `CorruptJournal` if an agent that is asked again decides differently from the journal of `run`.
 */
function requireRepeated(recorded: DecisionEvent, now: DecisionEvent, run: string): void {
  const difference = jsonDifference(recorded, now);
  if (difference === undefined) return;
  const expected = eventWords(recorded).terms;
  const found = eventWords(now).terms;
  throw corruptJournal(
    'asked again to rebuild its state, the agent does not repeat a decision in the journal, ' +
      'which stays as it is; start over with another --out, or with --fresh',
    {
      ...(expected === found ? difference : { expected, found }),
      where: `${run}: as-of ${now.asOf}, ${formatInstant(now.time)}: ${difference.path}`,
    },
  );
}

/** Shared, because most answers have no notes. */
const noPreludes: readonly PreludeEvent[] = Object.freeze([]);

function preludesOf(
  agent: Agent<AskedAt, unknown>,
  translation: AnswerTranslation,
): readonly PreludeEvent[] {
  const called = agent.calls?.() ?? null;
  const notes = translation.notes?.() ?? noPreludes;
  return called === null ? notes : [{ type: 'ToolsCalled', ...called }, ...notes];
}

/**
 * Returns the recorded answers in order, and asks `next` from where they end; without `next` a
 * missing recording is `CorruptJournal`. The agent behind `next` sees all facts either way, and
 * repeats what is recorded if it keeps a state.
 */
export function recordedAnswers(
  recorded: readonly DecisionEvent[],
  next: AnswerSource | undefined,
): AnswerSource {
  const decisions = new RecordedDecisions(noAnswer);
  decisions.add(recorded);
  let isRecorded = false;
  return {
    answer: (observation, signal): AnswerEvent | Promise<AnswerEvent> => {
      const event = decisions.take(observation.asOf);
      isRecorded = event !== undefined;
      if (event === undefined) {
        if (next !== undefined) return next.answer(observation, signal);
        throw noAnswer(observation.asOf, 'the end');
      }
      const repeated = next?.repeat?.(observation, event, signal);
      return repeated instanceof Promise ? repeated.then(() => event) : event;
    },
    preludes: () => (isRecorded ? decisions.preludes : (next?.preludes?.() ?? noPreludes)),
    observe: (facts: FactColumns, from, to) => next?.observe?.(facts, from, to),
    close: () => next?.close(),
  };
}

const noAnswer = (asOf: number, found: string): Error =>
  corruptJournal('the journal has no answer for a decision that was due', {
    where: `as-of ${asOf}`,
    found,
  });
