/**
 * Prints the processor seconds that work of a fixed size takes on this machine at this moment, the median of five
 * processes. Budgets of suites are stated for a machine on which it is one second. Plain JavaScript without packages.
 */

import { spawnSync } from 'node:child_process';

/** Work of the kinds that tests do: numbers, texts, objects, hashes. Prints the processor seconds that it took. */
const work = `
const { createHash } = require('node:crypto');
let state = 1;
const hash = createHash('sha256');
for (let round = 0; round < 120; round += 1) {
  const rows = Array.from({ length: 4000 }, (_, i) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return { key: String(state), value: state / (i + 1) };
  });
  rows.sort((a, b) => (a.key < b.key ? -1 : 1));
  hash.update(JSON.stringify(JSON.parse(JSON.stringify(rows))));
}
hash.digest();
const { user, system } = process.cpuUsage();
console.log((user + system) / 1e6);
`;

const rounds = Array.from({ length: 5 }, () =>
  Number(spawnSync(process.execPath, ['-e', work], { encoding: 'utf8' }).stdout),
);
rounds.sort((a, b) => a - b);
console.log(rounds[2].toFixed(3));
