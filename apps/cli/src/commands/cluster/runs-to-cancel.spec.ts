/** Cancelling a submission ends the runs that only this submission asked for. */

import { describe, expect, it } from 'vitest';
import { clusterRun } from '../../cluster/run.fixture.js';
import { runsToCancel } from './cluster-cancel.js';

const [first, second, third] = ['a', 'b', 'c'].map((id) => id.repeat(64)) as [
  string,
  string,
  string,
];
const run = (id: string, submission: string) => clusterRun(id, id, { submission });
/** The first asks for 1, 2, 3; the second for 3, 4, 5; the third for 5, 6. */
const runs = [
  run('1', first),
  run('2', first),
  run('3', first),
  run('4', second),
  run('5', second),
  run('6', third),
];
const of = (submission: string, ...ids: string[]) => ({
  submission,
  runs: ids.map((id) => id.repeat(64)),
});
const submissions = [of(first, '1', '2', '3'), of(second, '3', '4', '5'), of(third, '5', '6')];

const labels = (which: number) => {
  const { own, earlier, later } = runsToCancel(submissions[which] ?? of(first), submissions, runs);
  return [own, earlier, later].map((list) => list.map(({ label }) => label).join(' '));
};

describe('with a submission', () => {
  it.each([
    ['that was first', 0, ['1 2', '', '3']],
    ['that shares runs with an earlier and a later one', 1, ['4', '3', '5']],
    ['that came last', 2, ['6', '5', '']],
  ])('%s cancels only what it alone requested', (_, which, expected) => {
    expect(labels(which)).toEqual(expected);
  });

  it('cancels everything that no other submission needs', () => {
    const [only] = submissions;
    const { own } = runsToCancel(only ?? of(first), [only ?? of(first)], runs);
    expect(own.map(({ label }) => label)).toEqual(['1', '2', '3']);
  });
});
