/**
 * A served folder creates its token once, for its owner alone, and remembers registered data sets.
 */

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sha256Hex } from '#values';
import { datasetsOf, openServeFolder, tokenOf } from './serve-folder.js';

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-serve-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('the token', () => {
  it('is created at the first start, reused at the second, and printed as its hash', () => {
    const folder = openServeFolder(join(temporary(), 'a', 'b'));
    expect(modeOf(folder)).toBe(0o700);
    const first = tokenOf(folder);
    expect(modeOf(first.path)).toBe(0o600);
    expect(first.hash).toBe(sha256Hex(readFileSync(first.path, 'utf8').trim()));
    chmodSync(first.path, 0o644);
    expect(tokenOf(folder)).toEqual(first);
    expect(modeOf(first.path)).toBe(0o600);
    expect(tokenOf(temporary()).hash).not.toBe(first.hash);
  });

  it('is refused if its file was emptied', () => {
    const folder = temporary();
    writeFileSync(join(folder, 'token'), '\n');
    expect(() => tokenOf(folder)).toThrow(/token: not a token/);
  });
});

describe('data sets', () => {
  const bundled = ['aapl-2013-2018', 'synthetic-market'];

  it('are the bundled ones, those that are added, and those that were added before', async () => {
    const folder = temporary();
    const one = join(folder, 'one');
    const two = join(folder, 'two');
    mkdirSync(one);
    mkdirSync(two);
    expect([...(await datasetsOf(folder, [])).keys()]).toEqual(bundled);
    expect((await datasetsOf(folder, [`one=${one}`])).get('one')).toBe(one);
    const both = await datasetsOf(folder, [`two=${two}`]);
    expect([...both]).toEqual([...bundled.map((name) => [name, name]), ['one', one], ['two', two]]);
    expect((await datasetsOf(folder, [`one=${two}`])).get('one')).toBe(two);
    expect(await datasetsOf(folder, [])).toEqual(new Map([...both, ['one', two]]));
  });

  it.each(['one', '=x', 'one=', 'one=/no/such/place', '../one=/tmp', 'a b=/tmp'])(
    'are not added as %s',
    async (text) => {
      await expect(datasetsOf(temporary(), [text])).rejects.toMatchObject({
        code: 'InvalidInput',
        where: '--dataset',
      });
    },
  );

  it('do not take the name of a bundled one', async () => {
    const added = datasetsOf(temporary(), ['synthetic-market=/tmp']);
    await expect(added).rejects.toMatchObject({ code: 'Conflict', found: 'synthetic-market' });
  });
});
