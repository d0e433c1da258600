/** Where the time of a process goes: a profile of V8, summed up by function. */

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A function and its share of the time in which the process was not idle. */
export interface ProfileLine {
  readonly what: string;
  readonly share: number;
}

export interface CpuProfile {
  /** Microseconds of the clock that all processes of the machine share. */
  readonly startTime: number;
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples?: readonly number[] | undefined;
  readonly timeDeltas?: readonly number[] | undefined;
}

const linesMax = 12;

/** The functions with most time of their own since `from`, named from the folder `root` on. */
export function topOfProfile(profile: CpuProfile, root: string, from = -Infinity): ProfileLine[] {
  const { startTime, nodes, samples = [], timeDeltas = [] } = profile;
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame, root)]));
  const selfTimes = new Map<string, number>();
  let busy = 0;
  let now = startTime;
  for (const [at, id] of samples.entries()) {
    now += timeDeltas[at] ?? 0;
    if (now < from) continue;
    const name = names.get(id) ?? '';
    if (name === '(idle)' || name === '(program)') continue;
    const spent = timeDeltas[at] ?? 0;
    busy += spent;
    selfTimes.set(name, (selfTimes.get(name) ?? 0) + spent);
  }
  return [...selfTimes]
    .sort(([, a], [, b]) => b - a)
    .slice(0, linesMax)
    .map(([what, spent]) => ({ what, share: spent / busy }));
}

function nameOf(
  { functionName, url }: CpuProfile['nodes'][number]['callFrame'],
  root: string,
): string {
  const name = functionName === '' ? 'anonymous' : functionName;
  if (url === '') return name;
  const place = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : url;
  const short = place.replace(/^.*node_modules\//, '').replace(/^dist\//, '');
  return `${name} (${short})`;
}
