/** `npm run rooms`: the product's files and tokens by room, and what changed since the last tag. */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFiles } from './tidy/project-files.ts';
import { type RoomSize, roomSizes } from './tidy/rooms.ts';

/** The last tag before this commit; undefined if the repository has none. */
function lastTag(): string | undefined {
  const { status, stdout } = spawnSync('git', ['describe', '--tags', '--abbrev=0'], {
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : undefined;
}

function sizesAt(tag: string): RoomSize[] {
  const folder = mkdtempSync(join(tmpdir(), 'rooms-'));
  try {
    const archive = join(folder, 'tree.tar');
    const rooms = ['apps', 'libs', 'migrations'];
    execFileSync('git', ['archive', '--output', archive, tag, '--', ...rooms]);
    execFileSync('tar', ['-xf', archive, '-C', folder]);
    return roomSizes(projectFiles(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const tag = lastTag();
const sizes = roomSizes(projectFiles('.'));
const before = new Map(
  (tag === undefined ? [] : sizesAt(tag)).map(({ room, tokens }) => [room, tokens]),
);
const signed = (change: number): string => (change > 0 ? `+${change}` : `${change}`);
const row = (room: string, files: number | string, tokens: number | string, change = ''): string =>
  `${room.padEnd(22)}${`${files}`.padStart(9)}${`${tokens}`.padStart(9)}${change.padStart(9)}`;
const changeOf = (tokens: number, earlier = 0): string =>
  tag === undefined ? '' : signed(tokens - earlier);

console.log(row('room', 'files', 'tokens', tag === undefined ? '' : 'change'));
for (const { room, files, tokens } of sizes) {
  console.log(row(room, files, tokens, changeOf(tokens, before.get(room))));
  before.delete(room);
}
for (const [room, tokens] of before) console.log(row(room, 0, 0, changeOf(0, tokens)));
const sum = (member: 'files' | 'tokens'): number =>
  sizes.reduce((total, size) => total + size[member], 0);
console.log(row('product', sum('files'), sum('tokens')));
console.log(tag === undefined ? 'No tag to compare with.' : `Changes are since ${tag}.`);
