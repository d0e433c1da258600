/**
 * Archives of a server that is broken or hostile: refused by their headers, with
 * nothing left behind.
 */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeGateway } from './fake-gateway.fixture.js';
import type { ArchiveBounds } from './received-archive.js';

const bounds: ArchiveBounds = {
  files: new Map([
    ['runs/one/manifest.json', 1000],
    ['runs/one/journal.bin', 3000],
    ['runs/two/manifest.json', 1000],
  ]),
  bytesMax: 4000,
  what: 'files of two runs',
};

type Member = Partial<Header> & { readonly name: string; readonly content?: string };

/** A tar of these members. */
async function tarOf(members: readonly Member[]): Promise<Buffer> {
  const archive = pack();
  for (const { content = 'x', ...header } of members) {
    const isFile = header.type === undefined || header.type === 'file';
    archive.entry(header, isFile ? content : '');
  }
  archive.finalize();
  return buffer(archive);
}

/** The header of a file that states a size, and nothing behind it. */
function headerOf(name: string, bytes: number, type = '0'): Buffer {
  const header = Buffer.alloc(512);
  header.write(name);
  header.write('0000644\0', 100);
  header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.fill(' ', 148, 156);
  header.write(type, 156);
  header.write('ustar\u000000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/**
 * Unpacks what a server sends; resolves with the failure, if there is one, and the names
 * below the folder.
 */
async function unpack(sent: Buffer) {
  const root = mkdtempSync(join(tmpdir(), 'received-archive-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const { client, requests } = await fakeGateway(() => [200, sent]);
  const into = join(root, 'into');
  const failure: unknown = await client.unpack('/', into, bounds).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { failure, into, root, requests };
}

const own: Member = { name: 'runs/one/manifest.json', content: '{}' };

describe('an archive', () => {
  it('gives the files that were asked for', async () => {
    const journal = { name: 'runs/one/journal.bin', content: 'j'.repeat(2999) };
    const { failure, into } = await unpack(gzipSync(await tarOf([own, journal])));
    expect(failure).toBeUndefined();
    expect(readFileSync(join(into, own.name), 'utf8')).toBe('{}');
    expect(readFileSync(join(into, journal.name), 'utf8')).toBe(journal.content);
  });

  it.each<[string, Member, string]>([
    ['of another run', { name: 'runs/x0/manifest.json' }, '"runs/x0/manifest.json"'],
    ['of another name', { name: 'runs/one/evil.sh' }, '"runs/one/evil.sh"'],
    ['that climbs', { name: '../../victim' }, '"../../victim"'],
    ['that climbs inside', { name: 'runs/one/../manifest.json' }, 'runs/one/../manifest.json'],
    ['with an absolute path', { name: '/tmp/received-archive' }, '/tmp/received-archive'],
    ['twice', { ...own, content: 'other' }, 'runs/one/manifest.json'],
    [
      'that is a link',
      { name: 'runs/one/journal.bin', type: 'symlink', linkname: '/etc/hostname' },
      'symlink "runs/one/journal.bin"',
    ],
    [
      'that is a hard link',
      { name: 'runs/one/journal.bin', type: 'link', linkname: '/etc/hostname' },
      'link "runs/one/journal.bin"',
    ],
    ['that is a folder', { name: 'runs/one', type: 'directory' }, 'directory "runs/one'],
    ['that is a pipe', { name: 'runs/one/journal.bin', type: 'fifo' }, 'fifo'],
    ['that is too large', { name: 'runs/two/manifest.json', content: 'x'.repeat(1001) }, '1001'],
  ])('is refused for a file %s', async (_, member, found) => {
    const { failure, root, requests } = await unpack(gzipSync(await tarOf([own, member])));
    expect(failure).toMatchObject({
      code: 'CorruptJournal',
      expected: expect.stringMatching(/./),
      found: expect.stringContaining(found),
    });
    expect(requests).toHaveLength(1);
    expect(readdirSync(root)).toEqual(['into']);
    expect(readdirSync(join(root, 'into'), { recursive: true }).toSorted()).toEqual([
      'runs',
      'runs/one',
      'runs/one/manifest.json',
    ]);
    expect(existsSync('/tmp/received-archive')).toBe(false);
  });

  it('is refused for files that are too large together', async () => {
    const members = [own, { name: 'runs/one/journal.bin', content: 'x'.repeat(3000) }];
    const last = { name: 'runs/two/manifest.json', content: 'x'.repeat(999) };
    const { failure } = await unpack(gzipSync(await tarOf([...members, last])));
    expect(failure).toMatchObject({
      code: 'CorruptJournal',
      expected: 'at most 4000 bytes of all files together',
      found: '4001',
    });
  });

  it('is refused by the header of a bomb, before a byte of it is written', async () => {
    const bomb = Buffer.concat([
      headerOf('runs/one/journal.bin', 3 * 1024 ** 3),
      Buffer.alloc(4 * 1024 ** 2),
    ]);
    const { failure, into } = await unpack(gzipSync(bomb));
    expect(failure).toMatchObject({ code: 'CorruptJournal', found: `${3 * 1024 ** 3}` });
    expect(existsSync(into)).toBe(false);
  });

  it('is refused for a size beyond all whole numbers', async () => {
    const size = Buffer.from('800000004000000000000000', 'hex');
    const { failure, into } = await unpack(
      gzipSync(Buffer.concat([binarySize(size), Buffer.alloc(2048)])),
    );
    expect(failure).toMatchObject({
      code: 'CorruptJournal',
      expected: expect.stringContaining('at most 3000 bytes'),
    });
    expect(existsSync(into)).toBe(false);
  });

  it.each([
    ['an extended header', headerOf('pax', 3 * 1024 ** 2, 'x')],
    ['blocks of zeros', Buffer.alloc(512)],
  ])('is refused for bytes that belong to no file: %s', async (_, start) => {
    const long = Buffer.concat([start, Buffer.alloc(3 * 1024 ** 2)]);
    const { failure, into } = await unpack(gzipSync(long));
    expect(failure).toMatchObject({
      code: 'CorruptJournal',
      message: expect.stringContaining('is larger than its files'),
    });
    expect(existsSync(into)).toBe(false);
  });

  it('is refused where it unpacks to nothing, for as long as it is sent', async () => {
    const empty = gzipSync('');
    const many = Buffer.concat(Array.from({ length: 100_000 }, () => empty));
    expect(many.length).toBeGreaterThan(1024 ** 2);
    const { failure } = await unpack(many);
    expect(failure).toMatchObject({
      code: 'CorruptJournal',
      message: expect.stringContaining('unpacks to nothing'),
    });
  });

  it.each<[string, (tar: Buffer) => Buffer]>([
    ['its compressed bytes are cut', (tar) => gzipSync(tar).subarray(0, -20)],
    ['its files are cut', (tar) => gzipSync(tar.subarray(0, 2000))],
    ['it is no gzip', () => Buffer.from('hello')],
    ['it is no tar', () => gzipSync('A'.repeat(5000))],
    ['a size is negative', () => gzipSync(binarySize(Buffer.from('ff'.repeat(11) + 'fe', 'hex')))],
    ['a checksum is wrong', (tar) => gzipSync(Buffer.concat([Buffer.from('x'), tar.subarray(1)]))],
  ])('says how far it came where %s', async (_, sent) => {
    const journal = { name: 'runs/one/journal.bin', content: 'j'.repeat(2999) };
    const { failure } = await unpack(sent(await tarOf([own, journal])));
    expect(failure).toMatchObject({
      code: 'Unavailable',
      expected: 'a whole answer',
      found: expect.stringMatching(/^"\d+ bytes, then: ./),
    });
  });
});

/** The header of a file whose size is written as a binary number. */
function binarySize(size: Buffer): Buffer {
  const header = headerOf('runs/one/journal.bin', 0);
  size.copy(header, 124);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

it('a text that no gateway sends is not read to its end', async () => {
  const { client } = await fakeGateway(() => [200, Buffer.alloc(65 * 1024 ** 2, '[')]);
  const schema = { safeParse: () => ({ success: true, data: null }) };
  await expect(client.get('/', schema as never)).rejects.toMatchObject({
    code: 'Unavailable',
    expected: `at most ${64 * 1024 ** 2} bytes`,
  });
});
