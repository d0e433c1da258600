/** Where the time of a service goes: profiles that Node writes when it ends. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/cluster/project-root.ts';
import { topOfProfile, type CpuProfile, type ProfileLine } from '../top-of-profile.ts';
import type { StartOptions } from './bench-cluster.ts';

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
      return [name, topOfProfile(profile, projectRoot, from)];
    }),
  );
}
