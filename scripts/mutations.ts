/**
 * `node scripts/mutations.ts [count] [seed] [minutes]`: draws mutants of the rooms whose faults
 * would change results, by default 300 by the hash of the commit, and tests them with StrykerJS for
 * at most so many minutes, by default 180. Prints each as it is tested, and a summary as JSON on
 * the last line.
 */

import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { drawn, mutantsOf } from './mutations/draw-mutants.ts';
import { isEquivalent, judgedElsewhere } from './mutations/equivalent-mutants.ts';
import { testMutants } from './mutations/test-mutants.ts';
import type { ListedMutant } from './mutations/listed-mutant.ts';

const rooms = [
  'backtest',
  'event-log',
  'feeds',
  'judging',
  'llm',
  'market-data',
  'portfolio',
  'tools',
  'workflows',
];

const [count = '300', named = 'HEAD', minutes = '180'] = process.argv.slice(2);
const seed = named === 'HEAD' ? head() : named;

function head(): string {
  return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
}

/** The sources of the rooms that the suites of a checkout judge. */
function sources(): readonly string[] {
  return rooms
    .flatMap((room) => {
      const folder = join('libs', room, 'src');
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      return names.map((name) => join(folder, name));
    })
    .filter((path) => path.endsWith('.ts') && !/\.(spec|fixture|d)\.ts$/.test(path))
    .filter((path) => !judgedElsewhere.some((folder) => path.startsWith(folder)))
    .sort();
}

const describe = ({ file, line, mutator, original, replacement }: ListedMutant): string =>
  `${file}:${line} ${mutator}\n    - ${original}\n    + ${replacement}`;

const all = await mutantsOf(sources());
const chosen = drawn(
  all.filter((mutant) => !isEquivalent(mutant)),
  { seed, count: Number(count) },
);
console.log(`${chosen.length} of ${all.length} mutants, drawn by ${seed}`);
const tested = await testMutants(chosen, {
  minutesMax: Number(minutes),
  onTested: (mutant, { status, killedBy }) =>
    console.log(`${status}: ${describe(mutant)}${killedBy === null ? '' : `\n    ${killedBy}`}`),
});
const survivors = tested.filter(({ isKilled }) => !isKilled).map(({ mutant }) => mutant);
for (const survivor of survivors) console.log(`survived: ${describe(survivor)}`);
const killed = tested.length - survivors.length;
console.log(JSON.stringify({ seed, drawn: chosen.length, tested: tested.length, killed }));
