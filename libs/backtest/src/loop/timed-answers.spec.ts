/** On a live tape every answer records how long it took, and no agent is asked twice. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AskedAt } from '#agents';
import type { AnswerEvent } from '#workflows';
import { recordsIn } from '#store/embedded/records.fixture';
import { AskedLog } from '../run-folder/asked-log.js';
import { RunRecords } from '../run-folder/run-records.js';
import type { AnswerSource } from './run-loop.js';
import { timedAnswers } from './timed-answers.js';

const missing: AnswerEvent = { type: 'DecisionMissing' };
const at = (asOf: number, time: number) => ({ asOf, time }) as AskedAt;

function logPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-asked-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'recording.db');
}

/** As a process opens them. */
const notesAt = (recording: string): AskedLog => new AskedLog(new RunRecords({ recording }));

/** Answers on demand, and counts its asks. */
class Asked implements AnswerSource {
  readonly asked: number[] = [];
  answerNow: () => void = () => undefined;
  constructor(private readonly isLater: boolean) {}
  answer({ asOf }: AskedAt) {
    this.asked.push(asOf);
    if (!this.isLater) return missing;
    return new Promise<AnswerEvent>((go) => (this.answerNow = () => go(missing)));
  }
  preludes() {
    return [{ type: 'ToolsCalled' as const, calls: 1, digest: '00' }];
  }
  close(): void {}
}

describe('a timed source', () => {
  it('shows facts to an agent that observes them, and repeats what was recorded', () => {
    const seen: unknown[] = [];
    const agent = Object.assign(new Asked(false), {
      observe: (...facts: unknown[]) => void seen.push(facts),
      repeat: (...recorded: unknown[]) => void seen.push(recorded),
    });
    const source = timedAnswers(agent as AnswerSource, { now: () => 0 });
    const facts = { count: 3 } as never;
    source.observe?.(facts, 1, 3);
    expect(seen).toEqual([[facts, 1, 3]]);
    void source.repeat?.(at(1, 0), missing, undefined as never);
    expect(seen[1]).toEqual([at(1, 0), missing, undefined]);
  });

  it('observes and repeats nothing for an agent that does not', () => {
    const source = timedAnswers(new Asked(false), { now: () => 0 });
    expect([source.observe, source.repeat]).toEqual([undefined, undefined]);
  });

  it('closes the agent', () => {
    let closed = 0;
    const agent = Object.assign(new Asked(false), { close: () => void closed++ });
    void timedAnswers(agent, { now: () => 0 }).close();
    expect(closed).toBe(1);
  });
});

describe('the time that an answer took', () => {
  it('is counted from the instant of the decision, in whole milliseconds that are over', async () => {
    let now = 1_000_000;
    const agent = new Asked(true);
    const source = timedAnswers(agent, { now: () => now });
    const answer = source.answer(at(1, 998_500));
    now = 1_003_001;
    agent.answerNow();
    expect(await answer).toEqual(missing);
    expect(source.preludes?.()).toEqual([
      { type: 'ToolsCalled', calls: 1, digest: '00' },
      { type: 'AnswerTimed', tookMs: 5 },
    ]);
  });

  it('is zero if a clock was set back', () => {
    const source = timedAnswers(new Asked(false), { now: () => 5 });
    source.answer(at(1, 1_000_000));
    expect(source.preludes?.().at(-1)).toEqual({ type: 'AnswerTimed', tookMs: 0 });
  });
});

describe('an ask', () => {
  it('is durable before it is made, and after a crash ends as failed without being made again', () => {
    const path = logPath();
    const dying: AnswerSource = {
      answer: () => {
        expect(recordsIn(path, 'asked')).toEqual(['{"asOf":7}']);
        throw new Error('the process dies here');
      },
      close: () => undefined,
    };
    const log = notesAt(path);
    expect(() => timedAnswers(dying, { now: () => 0, asked: log }).answer(at(7, 0))).toThrow(
      'dies',
    );
    const agent = new Asked(false);
    const again = timedAnswers(agent, { now: () => 3_600_000_000, asked: notesAt(path) });
    expect(again.answer(at(7, 0))).toMatchObject({ type: 'DecisionFailed' });
    expect(again.preludes?.()).toEqual([{ type: 'AnswerTimed', tookMs: 3_600_000 }]);
    expect(again.answer(at(9, 0))).toBe(missing);
    expect(agent.asked).toEqual([9]);
  });

  it('that was noted is known to a later process, and no other', () => {
    const path = logPath();
    notesAt(path).note(9);
    expect(notesAt(path).hasAsked(9)).toBe(true);
    expect(notesAt(path).hasAsked(10)).toBe(false);
  });

  it('is not made when it cannot be noted', () => {
    const agent = new Asked(false);
    const path = logPath();
    writeFileSync(path, '');
    const log = notesAt(join(path, 'recording.db'));
    const source = timedAnswers(agent, { now: () => 0, asked: log });
    expect(() => source.answer(at(1, 0))).toThrow(expect.objectContaining({ code: 'Unavailable' }));
    expect(agent.asked).toEqual([]);
  });

  it('that was rewritten is refused', () => {
    const path = logPath();
    new RunRecords({ recording: path }).add('asked', [{ asOf: 'seven' }]);
    expect(() => notesAt(path)).toThrow(expect.objectContaining({ code: 'CorruptJournal' }));
  });
});
