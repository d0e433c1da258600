/** Where answers come from: an agent, now or later, and a journal that already holds them. */

import { isFailure } from '#values';
import { FactColumns, type DecisionEvent } from '#contracts';
import type { Agent, Answer, Observation } from '#agents';
import { describe, expect, it } from 'vitest';
import { agentAnswers, recordedAnswers } from './agent-answers.js';
import { AnswerTranslator } from '#workflows';
import type { AnswerSource } from './run-loop.js';

/** What answers look at of an observation. */
const at = (asOf: number) => ({ asOf }) as Observation;

const recordedAt = (asOf: number): DecisionEvent => ({
  type: 'DecisionFailed',
  asOf,
  time: asOf,
  reason: `recorded ${asOf}`,
});

function agentOf(answer: () => Answer | Promise<Answer>, closed: string[] = []): Agent {
  return { decide: answer, close: () => void closed.push('closed') };
}

/** A live source that counts what is asked of it. */
function liveSource(): AnswerSource & { asked: number[]; observed: number[] } {
  const asked: number[] = [];
  const observed: number[] = [];
  return {
    asked,
    observed,
    answer: ({ asOf }) => {
      asked.push(asOf);
      return { type: 'DecisionMissing' };
    },
    observe: (_, from, to) => observed.push(from, to),
    close: () => void asked.push(-1),
  };
}

/** What is thrown, or `nothing`. */
function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return 'nothing';
}

describe('answers of an agent', () => {
  it('are events at once when the agent answers at once', () => {
    const source = agentAnswers(
      agentOf(() => ({ kind: 'action', action: 'BUY' })),
      { translation: new AnswerTranslator(['GS']) },
    );
    expect(source.answer(at(1))).toEqual({
      type: 'DecisionMade',
      decision: { kind: 'action', symbol: 'GS', action: 'BUY' },
      rationale: null,
    });
  });

  it('are promised when it promises', async () => {
    const late: Answer = { kind: 'late', reason: 'slow' };
    const source = agentAnswers(
      agentOf(() => Promise.resolve(late)),
      { translation: new AnswerTranslator(['GS']) },
    );
    const answer = source.answer(at(1));
    expect(answer).toBeInstanceOf(Promise);
    expect(await answer).toEqual({ type: 'DecisionLate', reason: 'slow' });
  });

  it('let an agent observe only if it wants to', () => {
    expect(
      agentAnswers(
        agentOf(() => ({ kind: 'missing' })),
        { translation: new AnswerTranslator([]) },
      ).observe,
    ).toBeUndefined();
    const rows: number[] = [];
    const watching: Agent = {
      ...agentOf(() => ({ kind: 'missing' })),
      observe: (_, from, to) => rows.push(from, to),
    };
    agentAnswers(watching, { translation: new AnswerTranslator([]) }).observe?.(
      new FactColumns(1),
      3,
      5,
    );
    expect(rows).toEqual([3, 5]);
  });

  it('close the agent', async () => {
    const closed: string[] = [];
    await agentAnswers(
      agentOf(() => ({ kind: 'missing' }), closed),
      { translation: new AnswerTranslator([]) },
    ).close();
    expect(closed).toEqual(['closed']);
  });
});

describe('recorded answers', () => {
  it('come back in order, without asking anybody', () => {
    const live = liveSource();
    const source = recordedAnswers([recordedAt(2), recordedAt(5)], live);
    expect([source.answer(at(2)), source.answer(at(5))]).toEqual([recordedAt(2), recordedAt(5)]);
    expect(live.asked).toEqual([]);
  });

  it('are followed by the agent’s own', () => {
    const live = liveSource();
    const source = recordedAnswers([recordedAt(2)], live);
    const answers = [2, 5, 9].map((asOf) => source.answer(at(asOf)));
    expect(answers).toEqual([
      recordedAt(2),
      { type: 'DecisionMissing' },
      { type: 'DecisionMissing' },
    ]);
    expect(live.asked).toEqual([5, 9]);
  });

  it('let the wrapped agent see every fact', async () => {
    const live = liveSource();
    const source = recordedAnswers([recordedAt(2)], live);
    source.observe?.(new FactColumns(1), 0, 4);
    await source.close();
    expect(live.observed).toEqual([0, 4]);
    expect(live.asked).toEqual([-1]);
  });

  it.each([
    { name: 'the journal ends', recorded: [], found: 'the end' },
    { name: 'it belongs elsewhere', recorded: [recordedAt(7)], found: 'one at as-of 7' },
  ])('are reported missing if $name, since there is no agent to ask', ({ recorded, found }) => {
    const error = thrownBy(() => recordedAnswers(recorded, undefined).answer(at(4)));
    expect(isFailure(error, 'CorruptJournal')).toBe(true);
    expect((error as Error).message).toBe(
      `as-of 4: the journal has no answer for a decision that was due; found ${found}`,
    );
  });

  it('at another place are an error although an agent could be asked', () => {
    const live = liveSource();
    const error = thrownBy(() => recordedAnswers([recordedAt(7)], live).answer(at(4)));
    expect(isFailure(error, 'CorruptJournal')).toBe(true);
    expect(live.asked).toEqual([]);
  });

  it('of a stretch come one by one, for decisions before its last and for that', () => {
    const decision = { kind: 'target' as const, positions: [] };
    const stretch = { type: 'DecisionsUnchanged' as const, asOf: 9, time: 9, decision, count: 3 };
    const source = recordedAnswers([{ ...stretch, since: 4 }, recordedAt(11)], undefined);
    const made = { type: 'DecisionMade', decision, rationale: null };
    expect([4, 6, 9].map((asOf) => source.answer(at(asOf)))).toEqual([made, made, made]);
    expect(source.answer(at(11))).toEqual(recordedAt(11));
  });

  it.each([
    { name: 'too few were due', asked: [4, 9], found: '2 up to as-of 9' },
    { name: 'the last was due elsewhere', asked: [4, 6, 8], found: 'one at as-of 9' },
  ])('of a stretch are refused where $name', ({ asked, found }) => {
    const decision = { kind: 'target' as const, positions: [] };
    const place = { asOf: 9, time: 9, since: 4 };
    const stretch = { type: 'DecisionsUnchanged' as const, ...place, decision, count: 3 };
    const source = recordedAnswers([stretch], undefined);
    const error = thrownBy(() => asked.forEach((asOf) => source.answer(at(asOf))));
    expect(isFailure(error, 'CorruptJournal')).toBe(true);
    expect((error as Error).message).toContain(`found ${found}`);
  });
});
