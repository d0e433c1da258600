/** Failed runs are reported in one line per reason; other runs are not. */

import { describe, expect, it } from 'vitest';
import { clusterRun } from './run.fixture.js';
import { failureLines } from './run-progress.js';

const failed = (id: string, failure: string | null) =>
  clusterRun(id, id, { status: 'failed', failure });
const finished = clusterRun('f', 'done', { status: 'finished' });

describe('runs that have failed', () => {
  it('are printed in one line if they share the reason', () => {
    const runs = [
      finished,
      failed('1', 'bars.csv line 7: no price'),
      failed('2', 'bars.csv line 7: no price'),
    ];
    expect(failureLines(runs)).toEqual(['2 of 3 runs have failed: bars.csv line 7: no price']);
  });

  it('are otherwise printed with one line per reason, the most frequent first', () => {
    const runs = [
      failed('1', 'rare'),
      failed('2', 'often'),
      failed('3', 'often'),
      failed('4', null),
    ];
    expect(failureLines(runs)).toEqual([
      '2 of 4 runs have failed: often',
      '1 of 4 runs have failed: rare',
      '1 of 4 runs have failed: no reason is known',
    ]);
  });

  it('name a single failure by itself', () => {
    expect(failureLines([failed('1', 'why')])).toEqual(['the run has failed: why']);
  });

  it('are empty if no run has one', () => {
    expect(failureLines([finished, clusterRun('1', 'on')])).toEqual([]);
  });
});
