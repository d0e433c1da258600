/** `npm run rooms`: the product's files and lines by room. */

import { projectFiles } from './tidy/project-files.ts';
import { roomSizes } from './tidy/rooms.ts';

const sizes = roomSizes(projectFiles('.'));
const row = (room: string, files: number | string, lines: number | string): string =>
  `${room.padEnd(22)}${`${files}`.padStart(9)}${`${lines}`.padStart(9)}`;

console.log(row('room', 'files', 'lines'));
for (const { room, files, lines } of sizes) console.log(row(room, files, lines));
const sum = (member: 'files' | 'lines'): number =>
  sizes.reduce((total, size) => total + size[member], 0);
console.log(row('product', sum('files'), sum('lines')));
