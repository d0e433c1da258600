/** What the command promises, judged by what was measured of it. */

import { judge, type Bounds, type Finding } from './budget.js';
import {
  agentsJob,
  dailyJob,
  dailyModuleJob,
  longJob,
  minuteJob,
  moduleJob,
  smallRunsJob,
  type CommandJob,
} from './command-jobs.js';
import type { CommandRun } from './command-run.js';
import { overRounds, type JobFinding } from './command-rounds.js';
import type { Ratio } from './ratio-of-pairs.js';

const moduleJobs = [moduleJob, dailyModuleJob];

export const commandJobs = [minuteJob, dailyJob, smallRunsJob, agentsJob, longJob, ...moduleJobs];

interface CommandBudget extends Bounds {
  /** Null where nothing was measured that could tell. */
  readonly found: Ratio | number | null;
}

/**
 * Judges what can be judged: without another build, or with some of the jobs left
 * out, that is less.
 */
export function commandFindings(measured: readonly JobFinding[], other?: string): Finding[] {
  const of = (job: CommandJob) => measured.find((finding) => finding.job === job);
  const budgets = [...comparisons(of, other), ...sizes(of), ...moduleTimes(of)];
  return budgets.flatMap(({ found, ...bounds }) => (found === null ? [] : [judge(bounds, found)]));
}

type Measured = (job: CommandJob) => JobFinding | undefined;

function comparisons(of: Measured, other = 'another build'): CommandBudget[] {
  const faster = (job: CommandJob, target: number): CommandBudget => ({
    name: `${job.name}: time of ${other} against that of this build`,
    target,
    floor: null,
    unit: '×',
    rising: true,
    found: otherRatio(of(job), 0),
  });
  return [
    { ...rawBudget, found: rawRatio(of(minuteJob), 0) },
    faster(minuteJob, 1.6),
    faster(dailyJob, 1.7),
    { ...jobsBudget, found: jobsRatio(of(smallRunsJob)) },
  ];
}

const rawBudget: Bounds = {
  name: `${minuteJob.name}: time of the command against that of the raw loop`,
  target: 1.5,
  floor: 2,
  unit: '×',
};

const jobsBudget: Bounds = {
  name: `${smallRunsJob.name}: time with --jobs 1 against that with --jobs 2`,
  target: 1.6,
  floor: null,
  unit: '×',
  rising: true,
};

function sizes(of: Measured): CommandBudget[] {
  const { name } = agentsJob;
  const bounds = { floor: null, unit: ' MB' };
  const long = peakOf(of(longJob));
  const short = peakOf(of(minuteJob));
  const grown = long === null || short === null ? null : long.median - short.median;
  const grownName = `${longJob.name}: peak memory over that of 1,000,000`;
  return [
    { ...bounds, name: grownName, target: 32, floor: 80, found: grown },
    {
      ...bounds,
      name: `${name}: peak memory`,
      target: 600,
      floor: 600,
      found: peakOf(of(agentsJob)),
    },
    {
      name: `${name}: time`,
      unit: ' s',
      target: 20,
      floor: 40,
      found: told(of(agentsJob), ({ milliseconds }) => milliseconds / 1000),
    },
    {
      ...bounds,
      name: `${name}: result.json`,
      target: 20,
      found: told(of(agentsJob), ({ resultBytes }) => resultBytes / 1e6),
    },
  ];
}

function moduleTimes(of: Measured): CommandBudget[] {
  const bounds = { floor: null, unit: '×' };
  return moduleJobs.flatMap((job) =>
    job.variants.flatMap(({ name, module }, variant) => {
      if (module === undefined) return [];
      const what = `${job.name}${name}: time against that of the built-in rule`;
      const target = module.trusted ? 1.5 : null;
      return [{ ...bounds, name: what, target, found: ruleRatio(of(job), variant) }];
    }),
  );
}

/**
 * Time of a module against that of the built-in rule, which is the first variant; null for
 * the rule itself.
 */
export function ruleRatio(finding: JobFinding | undefined, variant: number): Ratio | null {
  if (finding?.job.variants[variant]?.module === undefined) return null;
  return overRounds(finding, ({ own }) => {
    const rule = own[0];
    const module = own[variant];
    return rule && module && module.milliseconds / rule.milliseconds;
  });
}

/**
 * Time of the command against that of the raw loop, of one variant; null where it does
 * something else.
 */
export function rawRatio(finding: JobFinding | undefined, variant: number): Ratio | null {
  if (finding === undefined || finding.job.variants[variant]?.module?.id !== undefined) return null;
  return overRounds(finding, ({ own, raw }) =>
    raw === null ? null : (own[variant] as CommandRun).milliseconds / raw.milliseconds,
  );
}

/** Time of the other build against that of this one. */
export function otherRatio(finding: JobFinding | undefined, variant: number): Ratio | null {
  if (finding === undefined) return null;
  return overRounds(finding, ({ own, other }) => {
    const there = other[variant];
    return there && there.milliseconds / (own[variant] as CommandRun).milliseconds;
  });
}

function jobsRatio(finding: JobFinding | undefined): Ratio | null {
  if (finding === undefined) return null;
  return overRounds(
    finding,
    ({ own: [one, two] }) => one && two && one.milliseconds / two.milliseconds,
  );
}

function peakOf(finding: JobFinding | undefined): Ratio | null {
  return told(finding, ({ peakMegabytes }) => peakMegabytes);
}

function told(
  finding: JobFinding | undefined,
  tell: (run: CommandRun) => number | null,
): Ratio | null {
  return finding === undefined ? null : overRounds(finding, ({ own: [run] }) => run && tell(run));
}
