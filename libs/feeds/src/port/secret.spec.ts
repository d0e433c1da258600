/** Where secrets come from, and that no message repeats one. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSecret, withoutSecrets } from './secret.js';

const directory = mkdtempSync(join(tmpdir(), 'tapefold-secret-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const write = (name: string, text: string) => writeFileSync(join(directory, name), text);

describe('a secret', () => {
  it('comes from a variable or from a file beside the description', async () => {
    write('key', 'from-a-file\n');
    const from = { directory, env: { KEY: ' from-env ' } };
    expect(await readSecret({ env: 'KEY' }, from, 'feed.key')).toBe('from-env');
    expect(await readSecret({ file: 'key' }, from, 'feed.key')).toBe('from-a-file');
  });

  it.each([
    ['a variable that is not set', { env: 'NO_KEY' }, /feed[.]key.*NO_KEY/],
    ['a file that is not there', { file: 'none' }, /feed[.]key.*none/],
    ['an empty file', { file: 'empty' }, /a secret is missing/],
    ['two lines', { file: 'two' }, /one line of printable ASCII/],
    ['a file that is too large', { file: 'large' }, /8192 bytes/],
  ])('is refused: %s', async (_, place, message) => {
    write('empty', ' \n');
    write('two', 'hidden-one\nhidden-two');
    write('large', 'hidden-'.repeat(10_000));
    const read = readSecret(place, { directory, env: {} }, 'feed.key');
    await expect(read).rejects.toThrow(message);
    await expect(read).rejects.not.toThrow(/hidden/);
  });

  it.each([
    ['its own line', 'secret: { env: NO_SECRET }', 'line 5: feed.secret'],
    ['the line that contains it', 'port: 0', 'line 4: feed.secret'],
  ])('that is missing is named with its file and %s', async (_, line, where) => {
    write('feed.yaml', `name: test\nfeed:\n  # here\n  kind: webhook\n  ${line}\n`);
    const file = join(directory, 'feed.yaml');
    const read = readSecret({ env: 'NO_SECRET' }, { directory, env: {}, file }, 'feed.secret');
    await expect(read).rejects.toMatchObject({ where: `${file} ${where}` });
  });

  it('that is missing in a recording is named with the line of its description', async () => {
    write('recording.yaml', 'format: 1\ndescription:\n  feed:\n    key: { env: NO_KEY }\n');
    const file = join(directory, 'recording.yaml');
    const read = readSecret({ env: 'NO_KEY' }, { directory, env: {}, file }, 'feed.key');
    await expect(read).rejects.toMatchObject({ where: `${file} line 4: feed.key` });
  });

  it('is taken out of what others say', () => {
    expect(withoutSecrets('no key abc, abc', ['abc', ''])).toBe('no key ***, ***');
  });
});
