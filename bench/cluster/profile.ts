/** Where the time of a service goes: profiles that Node writes, summed up by function. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../../scripts/cluster/project-root.ts';
import type { StartOptions } from './bench-cluster.ts';

/** A function and its share of the time in which the process was not idle. */
export interface ProfileLine {
  readonly what: string;
  readonly share: number;
}

interface CpuProfile {
  /** Microseconds of the clock that all processes of the machine share. */
  readonly startTime: number;
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const linesMax = 12;

/** Has a service write a profile when it ends. */
export function profiling(folder: string, name: string): StartOptions {
  const options = ['--cpu-prof', `--cpu-prof-dir=${join(folder, 'profiles', name)}`];
  return { env: { NODE_OPTIONS: options.join(' ') } };
}

/** Now, as profiles count. */
export const profileClock = (): number => Number(process.hrtime.bigint() / 1000n);

/** The functions with most time of their own since `from`, service by service. */
export function topOfProfiles(
  folder: string,
  names: readonly string[],
  from: number,
): Record<string, readonly ProfileLine[]> {
  return Object.fromEntries(
    names.map((name) => {
      const place = join(folder, 'profiles', name);
      const [file] = readdirSync(place);
      const profile = JSON.parse(readFileSync(join(place, file ?? ''), 'utf8')) as CpuProfile;
      return [name, topOf(profile, from)];
    }),
  );
}

function topOf({ startTime, nodes, samples, timeDeltas }: CpuProfile, from: number): ProfileLine[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const own = new Map<string, number>();
  let busy = 0;
  let now = startTime;
  for (const [at, id] of samples.entries()) {
    now += timeDeltas[at] ?? 0;
    if (now < from) continue;
    const name = names.get(id) ?? '';
    if (name === '(idle)' || name === '(program)') continue;
    const spent = timeDeltas[at] ?? 0;
    busy += spent;
    own.set(name, (own.get(name) ?? 0) + spent);
  }
  return [...own]
    .sort(([, a], [, b]) => b - a)
    .slice(0, linesMax)
    .map(([what, spent]) => ({ what, share: spent / busy }));
}

function nameOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string {
  const name = functionName === '' ? 'anonymous' : functionName;
  if (url === '') return name;
  const place = url.startsWith('file:') ? relative(projectRoot, fileURLToPath(url)) : url;
  const short = place.replace(/^.*node_modules\//, '').replace(/^dist\//, '');
  return `${name} (${short})`;
}
