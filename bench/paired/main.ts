/**
 * `npm run bench:paired`: runs short jobs with this build and with that of the last measured
 * commit, in turns, and fails if this one takes more than 1.25 times the processor time or memory
 * in each of three rounds. Also names pages of figures that are old.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownBuild, runCommand, writeScenario } from '../command-run.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import { cacheFolder, keptBuild } from './kept-build.js';
import { chooseBuild, readMeasuredCommit } from './measured-commit.js';
import { ageLine, ageOfPage, figurePages } from './page-ages.js';
import { pairedJobs, type PairedJob } from './paired-jobs.js';
import {
  compare,
  describeComparison,
  isAbove,
  pairedRounds,
  ratioMax,
  type PairedRound,
} from './verdict.js';

/**
 * The rounds of a job; one run of each build comes first, which brings files into memory and
 * does not count.
 */
async function roundsOf(job: PairedJob, measuredBuild: string): Promise<PairedRound[]> {
  return inTemporaryFolder(async (folder) => {
    const data = join(folder, 'data');
    mkdirSync(data);
    const scenario = writeScenario(job.writeBars(data), job);
    const bothInTurns = async (number: number): Promise<PairedRound> => {
      if (number % 2 === 0) {
        const own = await runCommand(ownBuild, scenario, []);
        return { own, measured: await runCommand(measuredBuild, scenario, []) };
      }
      const measured = await runCommand(measuredBuild, scenario, []);
      return { own: await runCommand(ownBuild, scenario, []), measured };
    };
    await bothInTurns(0);
    return pairedRounds(bothInTurns);
  });
}

/** Prints what a job took, and returns whether it took too much. */
async function isSlower(job: PairedJob, measuredBuild: string): Promise<boolean> {
  const rounds = await roundsOf(job, measuredBuild);
  const comparisons = compare(rounds);
  if (comparisons.length === 0) console.log(`${job.name}: this system does not tell what it took`);
  for (const comparison of comparisons) {
    const line = `${job.name}: ${describeComparison(comparison)} (${roundsInWords(rounds.length)})`;
    console.log(isAbove(comparison) ? `failed: ${line}: above ${ratioMax}×` : line);
  }
  return comparisons.some(isAbove);
}

function roundsInWords(count: number): string {
  return count === 1 ? '1 round' : `the least of ${count} rounds`;
}

async function compareWith(commit: string): Promise<void> {
  const build = keptBuild(commit, { checkout: ownBuild, cache: cacheFolder(process.env) });
  console.log(`this build against that of ${commit}`);
  for (const job of pairedJobs) {
    if (await isSlower(job, build)) process.exitCode = 1;
  }
}

for (const page of figurePages) {
  const line = ageLine(page, ageOfPage(ownBuild, page));
  if (line !== null) console.log(line);
}
const choice = chooseBuild(readMeasuredCommit(ownBuild));
if ('reason' in choice) console.log(`nothing is compared: ${choice.reason}`);
else await compareWith(choice.commit);
