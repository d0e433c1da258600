/** Goal: the table fits a terminal, says how sure it is, and cannot be rewritten by a name. */

import { expect, it } from 'vitest';
import { exampleInput } from './example-input.fixture.js';
import { exampleTaskResult } from './example-task-result.fixture.js';
import { renderTerminalTable } from './terminal-table.js';

const { result } = exampleInput({
  symbols: ['ALPHA'],
  agents: ['hold', 'cross', 'coin'],
  marks: 60,
  seed: 1,
});

it('has a line a run, at most 100 columns wide', () => {
  const lines = renderTerminalTable(result).split('\n');
  expect(lines.length).toBeGreaterThanOrEqual(5);
  for (const line of lines) expect([...line].length).toBeLessThanOrEqual(100);
  expect(lines[0]).toMatch(/Agent.*Symbol.*Return.*95% interval.*Sharpe.*Max DD.*Trades.*Coverage/);
  for (const agent of ['hold', 'cross', 'coin']) {
    expect(lines.some((line) => line.startsWith(agent))).toBe(true);
  }
});

it('marks low coverage and explains the mark', () => {
  const coverage = { due: 10, answered: 5, missing: 5, invalid: 0, late: 0, failed: 0, forced: 0 };
  const runs = result.runs.map((run, number) => (number === 0 ? { ...run, coverage } : run));
  const table = renderTerminalTable({ ...result, runs });
  expect(table).toMatch(/hold .*50\.00%.*!|hold .*! *50\.00%/);
  expect(table.split('\n').slice(5)).toEqual([
    '! fewer than 95% of the due decisions were answered',
    'not answered; the reasons stand in the journal (npx tapefold journal <run>):',
    '  hold ALPHA: 5 missing',
  ]);
});

it('counts by kind what was not answered, of the runs with most of it, and marks none with little', () => {
  const coverage = {
    due: 500,
    answered: 490,
    missing: 1,
    invalid: 2,
    late: 3,
    failed: 4,
    forced: 0,
  };
  const [run] = result.runs;
  if (run === undefined) throw new Error('the example has runs');
  const runs = Array.from({ length: 7 }, (_, number) => ({
    ...run,
    coverage: { ...coverage, answered: 490 - number, failed: 4 + number },
  }));
  const lines = renderTerminalTable({ ...result, runs })
    .split('\n')
    .slice(9);
  expect(lines).toHaveLength(7);
  expect(lines[0]).toBe(
    'not answered; the reasons stand in the journal (npx tapefold journal <run>):',
  );
  expect(lines[1]).toBe('  hold ALPHA: 10 failed, 2 invalid, 3 late, 1 missing');
  expect(lines[6]).toBe('  and of 2 more runs');
});

it('says nothing of coverage where every decision was answered', () => {
  expect(renderTerminalTable(result).split('\n')).toHaveLength(2 + result.runs.length);
});

it('keeps escape sequences and direction marks out', () => {
  const runs = result.runs.map((run) => ({ ...run, agent: '\u001b[2Jx\u202e', symbol: 'A\rB' }));
  expect(renderTerminalTable({ ...result, runs })).not.toMatch(/[\u001b\r\u202e]/);
});

it('of tasks has agent, figures and coverage, and what was not answered', () => {
  expect(renderTerminalTable(exampleTaskResult()).split('\n')).toEqual([
    'Agent       tasks  accuracy  macroF1   brier  Coverage',
    '──────────  ─────  ────────  ───────  ──────  ────────',
    'careful #1    240    0.8542   0.8042  0.2500   100.00%',
    'careful #2    240    0.7500   0.7000  0.2500    99.17%',
    'hasty #1      240    0.8542   0.8042  0.2500    99.58%',
    'hasty #2      240         —   0.0000  1.2e−5   ! 0.00%',
    '! fewer than 95% of the answers that were due were given',
    'not answered; the reasons stand in the journal (npx tapefold journal <run>):',
    '  hasty #2: 237 failed, 3 missing',
    '  careful #2: 2 late',
    '  hasty #1: 1 invalid',
  ]);
});

it('of tasks counts the figures for which there is no room, and keeps names in their place', () => {
  const tasks = exampleTaskResult();
  const figures = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [`\u001b[2J a figure with a long name ${at}`, at / 7]),
  );
  const runs = tasks.runs.map((run) => ({ ...run, figures, agent: `${run.agent}\r\u202e` }));
  const table = renderTerminalTable({ ...tasks, runs });
  expect(table).toContain('figures that stand in result.json and the report alone: 5');
  expect(table).not.toMatch(/[\u001b\r\u202e]/);
  for (const line of table.split('\n')) expect([...line].length).toBeLessThanOrEqual(100);
});
