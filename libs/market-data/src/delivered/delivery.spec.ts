/**
 * Tests of deliveries: what archives and folders bring, what is refused by name, and that nothing
 * is left of it.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { initDataset } from '../init/init-dataset.js';
import { folder, read } from '../open/vendor-exports.fixture.js';
import { deliverInto } from './delivery.js';
import { zipOf, type WrittenMember } from './zip.fixture.js';

const header = 'Date,Open,High,Low,Close,Volume\n';
const rows = `${header}2024-12-12,1,3,1,2,100\n2024-12-13,2,4,2,3,200\n`;

/** The files that a file brings, by name, and the notes. */
async function delivered(name: string, bytes: string | Uint8Array) {
  const path = folder({ [name]: bytes });
  const target = join(path, 'target');
  mkdirSync(target);
  const { notes } = await deliverInto(target, [join(path, name)]);
  const files = readdirSync(target).map((file) => [file, readFileSync(join(target, file), 'utf8')]);
  return { files: Object.fromEntries(files) as Record<string, string>, notes };
}

/**
 * The message of the error, without the folder of the test; asserts that the data set
 * is not written.
 */
async function refusal(name: string, bytes: string | Uint8Array): Promise<string> {
  const path = folder({ [name]: bytes });
  const out = join(path, 'out');
  const error: unknown = await initDataset([join(path, name)], out).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'InvalidInput' });
  expect(readdirSync(path)).toEqual([name]);
  return (error as Error).message.replaceAll(`${path}/`, '');
}

describe('an archive', () => {
  const csv: WrittenMember = { name: 'A.csv', content: rows };

  it('is recognized by its first bytes, whatever its name is', async () => {
    const zip = zipOf([csv]);
    for (const name of ['A.zip', 'A.csv', 'download']) {
      expect((await delivered(name, zip)).files).toEqual({ 'A.csv': rows });
    }
    for (const packed of [gzipSync(rows), zstdCompressSync(rows)]) {
      expect((await delivered('A.csv', packed)).files).toEqual({ 'A.csv': rows });
    }
    expect((await delivered('A.csv.zst', zstdCompressSync(rows))).files).toEqual({ 'A.csv': rows });
    expect((await delivered('A.csv.gz', rows)).files).toEqual({ 'A.csv': rows });
  });

  it('may have several members, packed ones too; those that are no prices are named', async () => {
    const members = [
      csv,
      { name: 'deep/B.csv.gz', content: gzipSync(rows) },
      { name: 'C.zip', content: zipOf([{ name: 'C.csv', content: rows }]) },
      { name: 'A.csv.CHECKSUM', content: 'abc' },
      { name: '__MACOSX/._A.csv', content: 'x' },
    ];
    const { files, notes } = await delivered('all.zip', zipOf(members));
    expect(files).toEqual({ 'A.csv': rows, 'B.csv': rows, 'C.csv': rows });
    expect(notes).toEqual(['all.zip: not read: A.csv.CHECKSUM, __MACOSX/._A.csv']);
  });

  it('of zstd may have several frames, and is refused where it is cut off or goes on', async () => {
    const frames = [zstdCompressSync(header), zstdCompressSync(rows.slice(header.length))];
    expect((await delivered('A.csv', Buffer.concat(frames))).files).toEqual({ 'A.csv': rows });
    const whole = Buffer.concat(frames);
    const long = zstdCompressSync('2024-12-12,1,3,1,2,100\n'.repeat(100_000));
    for (const bytes of [whole.subarray(0, -2), Buffer.concat([whole, Buffer.from('rest')])]) {
      expect(await refusal('A.csv.zst', bytes)).toMatch(
        /^A.csv.zst: the file cannot be unpacked; expected a whole zstd file/,
      );
    }
    const twice = (await delivered('B.csv', Buffer.concat([long, long]))).files['B.csv'];
    expect(twice).toHaveLength(2 * 100_000 * 23);
  });

  it.each<[string, readonly WrittenMember[], string]>([
    [
      'a path outside of it',
      [{ name: '../A.csv', content: rows }],
      'found invalid relative path: ../A.csv',
    ],
    [
      'an absolute path',
      [{ name: '/etc/A.csv', content: rows }],
      'found absolute path: /etc/A.csv',
    ],
    [
      'a link',
      [{ ...csv, mode: 0o120777 }],
      'A.zip: the archive has a link; expected files alone; found "A.csv"',
    ],
    [
      'a device',
      [{ ...csv, mode: 0o020666 }],
      'A.zip: the archive has a member that is no file; expected files alone; found "A.csv"',
    ],
    [
      'a password',
      [{ ...csv, flags: 1 }],
      'A.zip: the archive has an encrypted member; expected an archive without a password; ' +
        'unpack it with your password first; found "A.csv"',
    ],
    [
      'another checksum',
      [{ ...csv, checksum: 1 }],
      'A.zip: A.csv: the archive cannot be unpacked; expected a whole zip archive; ' +
        'download it again; found another checksum than it states',
    ],
    ['more bytes than it states', [{ ...csv, bytes: 10 }], 'found too many bytes in the stream'],
    ['fewer bytes than it states', [{ ...csv, bytes: 999 }], 'found not enough bytes'],
    [
      'members that overlap',
      [{ ...csv, packedBytes: 9_999 }],
      'A.zip: the archive has overlapping members; expected at most ',
    ],
    [
      'too many members',
      Array.from({ length: 10_001 }, (_, at) => ({ name: `${at}.csv`, content: '' })),
      'A.zip: the archive has too many members; expected at most 10000; found 10001',
    ],
    [
      'a line that is too long',
      [{ ...csv, content: '0'.repeat(70_000_000) }],
      'A.zip: A.csv: a line of the unpacked file is too long; expected at most 67108864 bytes',
    ],
    [
      'more than 1 TiB as it states',
      Array.from({ length: 300 }, (_, at) => ({ ...csv, name: `${at}.csv`, bytes: 2 ** 32 - 2 })),
      'A.zip: the archive has members that are too large; expected at most 1099511627776 bytes',
    ],
    ['no members', [], 'A.zip: the archive has no price files; expected members .csv'],
    [
      'archives in archives',
      [1, 2, 3].reduce<WrittenMember[]>(
        (inside, at) => [{ name: `${at}.zip`, content: zipOf(inside) }],
        [csv],
      ),
      'the archives are nested too deeply; expected at most 2 inside each other',
    ],
  ])('with %s is refused, and nothing of it is left', async (_, members, expected) => {
    expect(await refusal('A.zip', zipOf(members))).toContain(expected);
  });

  it('that is cut off is refused at any byte', async () => {
    const whole = zipOf([csv]);
    for (let length = 5; length < whole.length; length += 7) {
      expect(await refusal('A.zip', whole.subarray(0, length))).toMatch(
        /^A.zip: the archive cannot be unpacked; expected a whole zip archive; download it again/,
      );
    }
  });

  it('with two members of one name is refused unless they are alike', async () => {
    const members = ['x/A.csv', 'y/A.csv'].map((name) => ({ name, content: rows + name }));
    const path = folder({ 'A.zip': zipOf(members) });
    await expect(initDataset([join(path, 'A.zip')], join(path, 'out'))).rejects.toMatchObject({
      code: 'Conflict',
      message: expect.stringMatching(
        /A.zip: y\/A.csv: two files have the same name; .*; found the name of .*A.zip: x\/A.csv, with other bytes$/,
      ) as string,
    });
    expect(existsSync(join(path, 'out'))).toBe(false);
    const alike = ['x/A.csv', 'y/A.csv'].map((name) => ({ name, content: rows }));
    const { files, notes } = await delivered('A.zip', zipOf(alike));
    expect(files).toEqual({ 'A.csv': rows });
    expect(notes).toEqual(['A.csv: given twice with the same bytes, and read once']);
  });
});

describe('a folder', () => {
  it('brings its price files, and names all others', async () => {
    const path = folder({
      'in/B.csv': rows,
      'in/A.csv.gz': gzipSync(rows),
      'in/README.md': 'x',
      'in/.hidden.csv': 'x',
      'in/deeper/C.csv': rows,
    });
    const { notes } = await initDataset([join(path, 'in')], join(path, 'out'));
    expect(notes).toEqual(['in: not read: .hidden.csv, README.md, deeper/']);
    expect((await read(join(path, 'out'))).rows.map(([symbol]) => symbol)).toEqual(
      expect.arrayContaining(['A', 'B']),
    );
    const manifest = readFileSync(join(path, 'out/dataset.yaml'), 'utf8');
    expect(manifest).toContain('\n# in: not read: .hidden.csv, README.md, deeper/\n');
  });

  it('is refused without price files, as a data set, and with a link to nothing', async () => {
    const path = folder({ 'empty/x.md': 'x', 'set/dataset.yaml': '', 'dead/A.csv': rows });
    symlinkSync('nowhere', join(path, 'dead/B.csv'));
    const init = (name: string): Promise<unknown> =>
      initDataset([join(path, name)], join(path, 'out'));
    await expect(init('empty')).rejects.toThrow(/the folder has no price files; .*; found x.md$/);
    await expect(init('set')).rejects.toThrow(/a data set already; expected tapefold run --prices/);
    await expect(init('dead')).rejects.toThrow(/B.csv: no such file/);
  });
});

describe('a file that is no table', () => {
  it.each([
    ['AAPL.csv', '<!DOCTYPE html>\n<html>', 'an HTML page', 'open the link in a browser'],
    ['AAPL.csv', '  <html><body>', 'an HTML page', 'open the link in a browser'],
    ['AAPL.csv', '<?xml version="1.0"?><a/>', 'XML', 'download the prices as CSV or JSON'],
    ['AAPL.csv', '%PDF-1.7', 'a PDF', 'download the prices as CSV'],
    ['p.csv', `${'\0'.repeat(8)}DUCK`, 'a DuckDB file', 'tapefold data import p.csv prices'],
    ['p.db', 'SQLite format 3\0', 'an SQLite file', 'sqlite3 -header -csv p.db'],
    ['p.7z', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]), 'a 7-Zip archive', '7z x p.7z'],
    ['p.tar', `${'a'.repeat(257)}ustar`, 'a tar archive', 'tar -xf p.tar'],
    ['p.tgz', gzipSync(`${'a'.repeat(257)}ustar`), 'a tar archive', 'tar -xf p.tgz'],
    ['p.pkl', Buffer.from([0x80, 4, 0x95]), 'a Python pickle', 'python -c "import pandas;'],
    [
      'p.xls',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
      'a workbook of Excel 97 to 2003',
      'save the sheet as CSV',
    ],
    [
      'p.ods',
      zipOf(['META-INF/manifest.xml', 'content.xml'].map((name) => ({ name, content: 'x' }))),
      'an OpenDocument spreadsheet',
      'save the sheet as CSV',
    ],
  ])('%s: says what it is and what to do', async (name, bytes, is, next) => {
    const message = await refusal(name, bytes);
    expect(message).toContain(`${name}: this is ${is}, not a file of prices`);
    expect(message).toContain(`as next step: ${next}`);
  });
});
