/** `npm run rooms`: the product's lines by room, next to the budget of each. */

import { projectFiles } from './tidy/project-files.ts';
import { roomSizes } from './tidy/rooms.ts';

const sizes = roomSizes(projectFiles('.'));
const row = (...cells: readonly (string | number)[]): string =>
  cells.map((cell, at) => (at === 0 ? `${cell}`.padEnd(22) : `${cell}`.padStart(9))).join('');

console.log(row('room', 'files', 'lines', 'at most', 'goal'));
for (const { room, files, lines, most, goal } of sizes) {
  console.log(row(room, files, lines, most, goal));
}
const sum = (of: 'files' | 'lines' | 'most' | 'goal'): number =>
  sizes.reduce((total, size) => total + size[of], 0);
console.log(row('product', sum('files'), sum('lines'), sum('most'), sum('goal')));
