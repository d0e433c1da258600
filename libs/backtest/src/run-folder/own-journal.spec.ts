/** A journal of other semantics is refused, and both versions are named. */

import { expect, it } from 'vitest';
import { runOpened } from '#contracts/scenario/run-records.fixture';
import type { RunPlan } from '#workflows';
import { requireOwn } from './own-journal.js';

it('refuses a journal of another run', () => {
  const event = runOpened(['AAPL']);
  const plan = { workflow: 'hedging', agent: { id: 'a', kind: 'external' } } as unknown as RunPlan;
  expect(() => requireOwn({ plan, tapeHash: null }, { seq: 1, event }, 'journal.bin')).toThrow(
    'journal.bin: record 1, RunOpened: workflow: the journal is of another run; ' +
      'expected hedging; found trading',
  );
});

it('refuses a journal of other semantics', () => {
  const event = runOpened(['AAPL'], { semantics: 1 });
  const plan = { workflow: 'trading', agent: { id: 'a', kind: 'external' } } as unknown as RunPlan;
  const run = { plan, tapeHash: null };
  expect(() => requireOwn(run, { seq: 1, event }, 'journal.bin')).toThrow(
    'journal.bin: record 1, RunOpened: semantics: the journal is of another version of the ' +
      'engine; expected 2; found 1',
  );
});
