/** `cluster status` lists what is in progress, and folds what is over. */

import { describe, expect, it } from 'vitest';
import { scenarioSchema } from '#contracts/scenario/scenario';
import type { Run, Submission } from './gateway-answers.js';
import { clusterRun } from './run.fixture.js';
import { statusLines } from '../commands/cluster/cluster-status.js';

const elsewhere = { all: false, rows: undefined };

function submissionOf(id: string, name: string, runs: readonly Run[]): Submission {
  const scenario = scenarioSchema.parse({
    name,
    data: 'waves',
    window: { from: '2021-01-01', to: '2021-04-10' },
    symbols: ['WAVE'],
    agents: [{ id: 'hold', kind: 'buy-and-hold' }],
  });
  const told = { submission: id.repeat(64), tape: 't', scenario, data: null };
  return { ...told, runs: runs.map(({ run }) => run) };
}

const finished = { status: 'finished', isScored: true } as const;
const over = [clusterRun('1', 'one', finished), clusterRun('2', 'two', { status: 'cancelled' })];
const failed = [clusterRun('3', 'three', { status: 'failed', failure: 'no disk' })];
const mixed = [
  clusterRun('4', 'hold', finished),
  clusterRun('5', 'cross', { asOf: 50, time: 0, records: 10 }),
  clusterRun('6', 'waiting', { status: 'submitted' }),
];
const submissions = [
  submissionOf('a', 'old', over),
  submissionOf('b', 'broken', failed),
  submissionOf('c', 'now', mixed),
];
const runs = [...over, ...failed, ...mixed];

describe('the activity of a cluster', () => {
  it('comes first, with its runs in progress, and what is over is one line', () => {
    expect(statusLines(submissions, runs, elsewhere)).toEqual([
      `cccccccccccc  ${'now'.padEnd(20)}  1 submitted, 1 running, 1 finished`,
      expect.stringMatching(/^ {2}cross {2}░{24} {4}0% {2}as-of 50 .* 10 records .* running$/),
      '2 submissions are over: 1 finished, 1 cancelled, 1 failed (--all lists them)',
    ]);
  });

  it('has a line for each run that waits, with the reason, begun or not', () => {
    const wait = { reason: 'agent', since: 1_790_000_000_000_000, detail: 'agent a was asked' };
    const waiting = [
      clusterRun('8', 'begun', { wait, asOf: 50 }),
      clusterRun('9', 'new', { wait, status: 'submitted' }),
    ];
    const [, first, second] = statusLines([submissionOf('f', 'now', waiting)], waiting, elsewhere);
    const words = 'waiting since 2026-09-21T14:13:20Z: agent a was asked';
    expect(first).toMatch(new RegExp(`^  begun .* running, ${words}$`));
    expect(second).toMatch(new RegExp(`^  new .* submitted, ${words}$`));
  });

  it('is followed by every finished submission when all are wanted, with reasons of failures', () => {
    const lines = statusLines(submissions, runs, { all: true, rows: 24 });
    expect(lines.slice(2)).toEqual([
      `aaaaaaaaaaaa  ${'old'.padEnd(20)}  1 finished, 1 cancelled`,
      `bbbbbbbbbbbb  ${'broken'.padEnd(20)}  1 failed`,
      '  the run has failed: no disk',
    ]);
  });

  it('counts as unfinished while runs are not in the tables, or have no figures', () => {
    const unscored = [clusterRun('7', 'hold', { status: 'finished' })];
    const [first, second] = statusLines(
      [submissionOf('d', 'unscored', unscored), submissionOf('e', 'unknown', over)],
      [...unscored, ...over.slice(0, 1)],
      elsewhere,
    );
    expect(first).toMatch(/^d{12} .*1 finished$/);
    expect(second).toMatch(/^e{12} .*1 finished$/);
  });

  it('fits the terminal, when runs in progress are folded', () => {
    const many = [...'0123456789abcdef'].map((id) => clusterRun(id, `run-${id}`));
    const asked = [submissionOf('a', 'many', many), submissionOf('b', 'again', many)];
    const lines = statusLines(asked, many, { all: false, rows: 15 });
    // The gateway takes a line above them, and the prompt one below.
    expect(lines).toHaveLength(12);
    expect(lines.filter((line) => line === '  … and 12 more')).toHaveLength(2);
    expect(statusLines(asked, many, elsewhere)).toHaveLength(34);
  });
});
