/**
 * A result of tasks with invented answers, marked as synthetic: what tests draw a task page from.
 */

import { sha256Hex } from '#values';
import { figuresWith } from '#contracts/result/figure-values.fixture';
import type { Coverage, ReportSection, Result, RunResult } from '#contracts/result/result';

/**
 * Two agents, twice each; the last run is below the minimum coverage and has an undefined figure.
 */
export function exampleTaskResult(): Result {
  return {
    schemaVersion: 2,
    scenario: {
      name: 'filing questions',
      data: 'generated filings',
      synthetic: true,
      workflow: 'choice',
      terms: { labels: ['up', 'down', 'flat'], horizon: 5, note: 'one answer a task' },
      solutions: sha256Hex('solutions'),
      dateRule: 'session-close',
      seed: 7,
      repeats: 2,
      notes: ['The data is synthetic: a program made it.'],
    },
    tape: { id: 'generated', hash: sha256Hex('generated'), facts: 12_400 },
    runs: [
      exampleRun('careful', 0, { answered: 240 }),
      exampleRun('careful', 1, { answered: 238, late: 2 }),
      exampleRun('hasty', 0, { answered: 239, invalid: 1 }),
      {
        ...exampleRun('hasty', 1, { answered: 0, failed: 237, missing: 3 }),
        figures: figuresWith(
          { tasks: 240, accuracy: null, macroF1: 0, brier: 0.000_012 },
          { accuracy: 'no task was answered' },
        ),
      },
    ],
    missingRuns: [],
    sections: [confusion, bySector],
  };
}

function exampleRun(agent: string, repeat: number, counts: Partial<Coverage>): RunResult {
  const run = `${agent}-choice-${repeat + 1}`;
  const share = (sha256Hex(run).charCodeAt(0) % 20) / 48;
  return {
    run,
    runId: sha256Hex(run),
    agent,
    repeat,
    journalHash: sha256Hex(`${run} journal`),
    trusted: false,
    figures: figuresWith({
      tasks: 240,
      accuracy: 0.5 + share,
      macroF1: 0.45 + share,
      brier: 0.25,
    }),
    coverage: {
      due: 240,
      answered: 0,
      missing: 0,
      invalid: 0,
      late: 0,
      failed: 0,
      forced: 0,
      ...counts,
    },
    rowsDropped: 0,
  };
}

const confusion: ReportSection = {
  title: 'Answers against solutions',
  text: [
    'Rows are the solutions, columns the answers of the run named in the first column.',
    'A task that was not answered counts as wrong.',
  ],
  table: {
    columns: [
      { title: 'Run', format: 'text' },
      { title: 'Solution', format: 'text' },
      { title: 'up', format: 'number' },
      { title: 'down', format: 'number' },
      { title: 'flat', format: 'number' },
      { title: 'Recall', format: 'percent' },
    ],
    rows: [
      ['careful #1', 'up', 71, 8, 3, 0.8659],
      ['careful #1', 'down', 9, 64, 5, 0.8205],
      ['careful #1', 'flat', 1, 2, 77, 0.9625],
      ['hasty #2', 'up', null, null, null, 0],
    ],
  },
};

const bySector: ReportSection = {
  title: 'By sector',
  text: ['No sector stands out.'],
  table: null,
};
