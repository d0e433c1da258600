/**
 * Rounds of a job: the command of this build, of another one where asked for, and the raw
 * loop, in turns.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandJob } from './command-jobs.js';
import { endsOf, ownBuild, runCommand, writeScenario, type CommandRun } from './command-run.js';
import { measureProcess, type Measured } from './measured-process.js';
import { quietRounds, usualShare } from './quiet-rounds.js';
import { ratioOf, type Ratio } from './ratio-of-pairs.js';
import { inTemporaryFolder } from './temporary-folder.js';

/** Odd, for a median. */
export const usualRounds = 5;
/** The rounds of a job that takes longer than `longMs` in one. */
export const longRounds = 3;
export const longMs = 30_000;

interface Round {
  /** One a variant of the job. */
  readonly own: readonly CommandRun[];
  /** The same of the other build; empty without one. */
  readonly other: readonly CommandRun[];
  readonly raw: Measured | null;
}

export interface JobFinding {
  readonly job: CommandJob;
  readonly rounds: readonly Round[];
}

/**
 * Measures a job; the first round, which brings the files into memory and compares the answers,
 * does not count.
 */
export async function measureJob(job: CommandJob, other?: string): Promise<JobFinding> {
  return inTemporaryFolder(async (folder) => {
    const data = join(folder, 'data');
    mkdirSync(data);
    const bars = job.writeBars(data);
    const runAll = (build: string) =>
      inOrder(job.variants, ({ options, module }) =>
        runCommand(build, writeScenario(bars, job, module), options, endsOf),
      );
    const raw = () => (job.raw ? runRaw(job, bars.file) : null);
    const round = async (number: number): Promise<Round> => {
      const rawFirst = number % 2 === 0 ? await raw() : null;
      const own = await runAll(ownBuild);
      const others = other === undefined ? [] : await runAll(other);
      return { own, other: others, raw: rawFirst ?? (await raw()) };
    };
    const from = performance.now();
    requireSameCents(job, await runAll(ownBuild), await raw());
    if (other !== undefined) await runAll(other);
    const isLong = performance.now() - from > longMs;
    const [count, share] = isLong ? [longRounds, 1] : [usualRounds, usualShare];
    const { rounds } = await quietRounds(count, round, share);
    return { job, rounds };
  });
}

/** Median, least and greatest, over the rounds, of what a round tells. */
export function overRounds(
  { rounds }: JobFinding,
  tell: (round: Round) => number | null | undefined,
): Ratio | null {
  const told = rounds.map(tell).filter((value) => typeof value === 'number');
  return told.length === rounds.length ? ratioOf(told) : null;
}

function runRaw({ rules, capital, portfolio }: CommandJob, file: string): Promise<Measured> {
  const program = fileURLToPath(new URL('raw-files.js', import.meta.url));
  const given = [program, file, JSON.stringify(rules), String(capital)];
  return measureProcess(process.execPath, portfolio ? [...given, 'portfolio'] : given, ownBuild);
}

/**
 * The command, with rules or with modules, and the raw loop have one answer for each run, or
 * times mean nothing.
 */
function requireSameCents(
  job: CommandJob,
  own: readonly { readonly found: ReturnType<typeof endsOf> | undefined }[],
  raw: Measured | null,
): void {
  const rawEnds = raw === null ? {} : (JSON.parse(raw.stdout) as Record<string, number>);
  const ends = new Map(Object.entries(rawEnds));
  const answers = own.flatMap(({ found = {} }) => Object.entries(found));
  const runs = new Set(answers.map(([run]) => run));
  for (const run of ends.keys()) {
    if (!runs.has(run)) throw new Error(`${job.name}: the command has no run ${run}`);
  }
  for (const [run, { finalEquity }] of answers) {
    const end = ends.get(run) ?? finalEquity;
    ends.set(run, end);
    if (Math.abs(finalEquity - end) < 0.005) continue;
    throw new Error(`${job.name}, ${run}: one ends with ${finalEquity}, another with ${end}`);
  }
}

async function inOrder<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const one of all) done.push(await work(one));
  return done;
}
