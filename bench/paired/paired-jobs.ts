/**
 * The jobs on which a build is compared with that of the last measured commit: short ones, which
 * differ in shape.
 */

import { writeDailySet, writeMinuteSet } from '../bar-file.js';
import { minuteJob, rulesOf, seed, type CommandJob } from '../command-jobs.js';

/** What a paired job needs of a job. */
export type PairedJob = Pick<CommandJob, 'capital' | 'name' | 'portfolio' | 'rules' | 'writeBars'>;

const separate = { capital: 100_000, portfolio: false };

export const pairedJobs: readonly PairedJob[] = [
  minuteJob,
  {
    ...separate,
    name: '200,000 minute bars, 20 agents',
    rules: rulesOf(20),
    writeBars: (folder) => writeMinuteSet(folder, seed, 200_000),
  },
  {
    ...separate,
    name: '10 symbols × 2 years daily, 10 agents: 100 runs',
    rules: rulesOf(10),
    writeBars: (folder) => writeDailySet(folder, seed, 10, 504),
  },
];
