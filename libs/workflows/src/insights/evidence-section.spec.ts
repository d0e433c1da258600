/** The tables of evidence, for a run with one right and one invented number. */

import { expect, test } from 'vitest';
import { evidenceSections } from './insights-workflow.js';

type Runs = Parameters<typeof evidenceSections>[0];
const task = 'MSFT-2026-01-30';
const runOf = (report: string | undefined, calls: readonly unknown[]) => ({
  answers: new Map([[task, { rating: 'BUY', report }]]),
  asked: [{ id: task, asOf: 7 }],
  traces: new Map([[7, { calls, latencyMs: null, tokens: null }]]),
});
const call = {
  tool: 'get_weekly_metrics',
  args: {},
  result: { week_close: 430.2943 },
  error: null,
};
const sectionsOf = (runs: Readonly<Record<string, unknown>>) =>
  evidenceSections(new Map(Object.entries(runs)) as unknown as Runs);

test('means by run, and the numbers without a source', () => {
  const report = '# MSFT\n\n## Executive Summary\n\nIt closed at $430.29, up 7.1%.\n';
  const runs = {
    one: runOf(report, [call]),
    two: runOf(report, []),
    three: runOf(undefined, [call]),
  };
  const [evidence, invented] = sectionsOf(runs);
  expect(evidence!.table!.rows).toEqual([['one', 1, 4.75, 2, 0.5]]);
  expect(invented!.table!.rows).toEqual([['one', task, 5, '7.1%']]);
  expect(sectionsOf({ two: runs.two })).toEqual([]);
});

test('lists 200 numbers at most', () => {
  const report = `## Executive Summary\n\n${'It rose 7.1%. '.repeat(250)}`;
  const [evidence, invented] = sectionsOf({ one: runOf(report, [call]) });
  expect(evidence!.table!.rows).toEqual([['one', 1, 3, 250, 0]]);
  expect(invented!.table!.rows).toHaveLength(200);
  expect(invented!.text[0]).toMatch(/200 of 250 numbers are shown\.$/);
});
