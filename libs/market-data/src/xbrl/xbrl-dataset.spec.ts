/** Tests of folders of filing packages as data sets. */

import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatInstant, sha256Hex } from '#values';
import type { Filing, Task } from '#contracts';
import type { Dataset } from '../dataset/dataset.js';
import { openDataset } from '../open/open-dataset.js';
import { acceptedTimes, folderWith, jsonl, twoCases, twoPackages } from './xbrl-folder.fixture.js';

interface Known {
  readonly at: string;
  readonly payload: Filing | Task;
}

/** Everything on the tape, source by source; closes the data set. */
async function tapeOf(dataset: Dataset, tasks = false): Promise<Known[]> {
  const known: Known[] = [];
  const { symbols, calendar } = dataset;
  const until = calendar.lastDate;
  for (const source of await dataset.openSources({ symbols, until, badRows: 'refuse', tasks })) {
    for (let facts = await source.pull(); facts !== null; facts = await source.pull()) {
      for (let row = 0; row < facts.count; row++) {
        const at = formatInstant(facts.knowledgeTime[row] as number);
        known.push({ at, payload: facts.payload[row] as Filing | Task });
      }
    }
    source.close();
  }
  return known;
}

const epoch = '1970-01-01T00:00:00.000Z';

describe('a folder of filing packages', () => {
  it('has one fact for each package and for each taxonomy year, with a section for each file', async () => {
    const dataset = await openDataset(folderWith(twoPackages));
    expect(dataset.symbols).toEqual(['abc', 'us-gaap', 'x-y']);
    const tape = await tapeOf(dataset);
    const filings = tape.map(({ payload }) => payload as Filing);
    expect(new Set(tape.map(({ at }) => Date.parse(at)))).toEqual(new Set([Date.parse(epoch)]));
    expect(filings.map(({ symbol, form, accession }) => [symbol, form, accession])).toEqual([
      ['abc', '10k', '10k-abc-20230930'],
      ['us-gaap', 'taxonomy', 'us-gaap-2023'],
      ['x-y', '10q', '10q-x-y-20240331'],
    ]);
    expect(filings.map(({ acceptedAt, filedDate }) => [acceptedAt, filedDate])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(filings[1]?.sections.map(({ name }) => name)).toEqual([
      'us-gaap/2023/concepts.jsonl',
      'us-gaap/2023/stm/assets-cal.xml',
      'us-gaap/2023/us-gaap-2023.xsd',
    ]);
    const [, instance] = filings[0]?.sections ?? [];
    const text = '<xbrl>abc</xbrl>';
    expect(instance).toEqual({
      name: 'XBRL/10k-abc-20230930/abc-20230930_htm.xml',
      document: { sha256: sha256Hex(text), chars: text.length },
    });
    expect(dataset.documents.get(sha256Hex(text))).toBe(text);
    await dataset.close();
  });

  it('knows a package at its acceptance', async () => {
    const accepted = { 'XBRL/accepted.jsonl': jsonl(acceptedTimes) };
    const dataset = await openDataset(folderWith({ ...twoPackages, ...accepted }));
    const tape = await tapeOf(dataset);
    expect(tape.map(({ at, payload }) => [Date.parse(at), (payload as Filing).accession])).toEqual([
      [0, 'us-gaap-2023'],
      [Date.parse('2023-11-02T22:08:27Z'), '10k-abc-20230930'],
      [Date.parse('2024-05-02T20:00:00Z'), '10q-x-y-20240331'],
    ]);
    await dataset.close();
  });

  it.each([
    ['names no package', { filing: '10k-abc-20220930' }, /accepted\.jsonl line 2: filing: .*2022/],
    ['comes twice', { filing: '10k-abc-20230930' }, /accepted\.jsonl line 2: filing: /],
    ['has no offset', { accepted_at: '2024-05-02T20:00:00' }, /line 2: accepted_at: /],
    ['has another member', { form: '10q' }, /accepted\.jsonl line 2: form: /],
  ])('refuses an acceptance that %s', async (_, change, refused) => {
    const lines = jsonl([acceptedTimes[0] as object, { ...acceptedTimes[1], ...change }]);
    const folder = folderWith({ ...twoPackages, 'XBRL/accepted.jsonl': lines });
    await expect(openDataset(folder)).rejects.toThrow(refused);
  });

  it('warns about names that are not of packages, and about packages without an instance', async () => {
    const folder = folderWith({
      ...twoPackages,
      'XBRL/10k-abc-20201231/abc_cal.xml': '<linkbase/>',
      'XBRL/drafts/abc_htm.xml': '<xbrl/>',
    });
    const dataset = await openDataset(folder);
    const { errors, warnings, xbrl } = await dataset.check();
    await dataset.close();
    expect(errors).toEqual([]);
    expect(warnings.map(({ file, what }) => `${file}: ${what}`)).toEqual([
      'XBRL/drafts: the folder is not named as a filing package',
      'XBRL/10k-abc-20201231: the filing package has no instance',
      'XBRL/accepted.jsonl: filings without a time of acceptance, which are always known: 3',
    ]);
    expect(xbrl).toEqual({ packages: 3, files: 5, bytes: 137, taxonomyYears: [2023] });
  });

  it('has a defect that names a file that is not UTF-8', async () => {
    const path = 'XBRL/10k-abc-20230930/abc_lab.xml';
    const dataset = await openDataset(
      folderWith({ ...twoPackages, [path]: Uint8Array.of(0x3c, 0xff, 0x3e) }),
    );
    const { errors } = await dataset.check();
    await dataset.close();
    expect(errors).toMatchObject([{ file: 'XBRL', what: 'the text is not UTF-8', found: path }]);
  });

  it.each([
    'XBRL',
    'XBRL/accepted.jsonl',
    'XBRL/10k-abc-20230930',
    'XBRL/10k-abc-20230930/a.xml',
    'us-gaap/2023',
  ])('refuses the symbolic link %s', async (link) => {
    const folder = folderWith(link.includes('/') ? { 'XBRL/10k-b-20230930/b.xml': '' } : {});
    const path = join(folder, link);
    mkdirSync(join(path, '..'), { recursive: true });
    symlinkSync(folderWith(twoPackages), path);
    await expect(openDataset(folder)).rejects.toThrow(`${link}: a symbolic link is not followed`);
  });

  it('refuses a file of more than 256 MB, and a folder without packages', async () => {
    const folder = folderWith(twoPackages);
    truncateSync(join(folder, 'XBRL/10q-x-y-20240331/x-y.xsd'), 256 * 1024 * 1024 + 1);
    await expect(openDataset(folder)).rejects.toThrow(
      'XBRL/10q-x-y-20240331/x-y.xsd: the file is too large; expected at most 268435456 bytes',
    );
    const empty = folderWith({ 'XBRL/readme.txt': '' });
    await expect(openDataset(empty)).rejects.toThrow('XBRL: the folder holds no filing package');
  });

  it('has a hash of its contents, and serves no text that has changed', async () => {
    const folder = folderWith(twoPackages);
    const dataset = await openDataset(folder);
    await dataset.coverage();
    const before = await dataset.contentHash();
    const copy = await openDataset(folderWith(twoPackages));
    expect(await copy.contentHash()).toBe(before);
    await copy.close();
    writeFileSync(join(folder, 'XBRL/10q-x-y-20240331/x-y.xsd'), '<schemb/>');
    expect(await dataset.contentHash()).not.toBe(before);
    expect(() => dataset.documents.get(sha256Hex('<schema/>'))).toThrow(
      'XBRL/10q-x-y-20240331/x-y.xsd: the file has changed since the data set was opened',
    );
    await dataset.close();
  });
});

describe('a file of cases', () => {
  const files = { ...twoPackages, 'cases.jsonl': jsonl(twoCases) };

  it('gives tasks with an instruction alone, and solutions apart', async () => {
    const dataset = await openDataset(`${folderWith(files)}#cases.jsonl`);
    const tape = await tapeOf(dataset, true);
    const tasks = tape.slice(3).map(({ payload }) => payload as Task);
    expect(tasks.map(({ id, inputs }) => [id, inputs])).toEqual([
      ['one', []],
      ['two', []],
    ]);
    expect(tasks[0]?.instruction).toMatch(
      /^Please audit the value of us-gaap:Assets for 2023-09-30 in the 10k filing .* \(id: one\)$/,
    );
    expect(JSON.stringify(tape)).not.toMatch(/expected|accept_|secret|details|A-consistent/);
    expect([...(dataset.solutions()?.byTask ?? [])]).toEqual([
      [
        'one',
        {
          expected_extracted: '17',
          expected_calculated: '18',
          accept_calculated: ['18', '-18'],
          category: 'A-consistent',
        },
      ],
      ['two', { expected_extracted: null, expected_calculated: null, expected_found: false }],
    ]);
    await dataset.close();
  });

  it('has tasks that are known with their filings', async () => {
    const accepted = { 'XBRL/accepted.jsonl': jsonl(acceptedTimes) };
    const dataset = await openDataset(`${folderWith({ ...files, ...accepted })}#cases.jsonl`);
    expect(dataset.tasks().map(({ task, knowledgeTime }) => [task.id, knowledgeTime])).toEqual([
      ['two', 0],
      ['one', Date.parse('2023-11-02T22:08:27Z') * 1000],
    ]);
    await dataset.close();
  });

  it('may be a file of prompts anywhere, which has no solutions', async () => {
    const folder = folderWith(files);
    const asked = await openDataset(`${folder}#cases.jsonl`);
    const prompts = asked.tasks().map(({ task }) => task.instruction);
    const place = join(folderWith({ 'prompts.txt': prompts.join('\r\n\r\n') }), 'prompts.txt');
    const dataset = await openDataset(`${folder}#${place}`);
    expect(dataset.tasks()).toEqual(asked.tasks());
    expect(dataset.solutions()).toBeNull();
    await Promise.all([asked.close(), dataset.close()]);
  });

  it('counts for the hash, and its solutions do not', async () => {
    const folder = folderWith(files);
    const hashOf = async (file: string): Promise<string> => {
      const dataset = await openDataset(`${folder}${file}`);
      const hash = await dataset.contentHash();
      await dataset.close();
      return hash;
    };
    const [first, second] = twoCases as [object, object];
    writeFileSync(
      join(folder, 'other.jsonl'),
      jsonl([{ ...first, expected_extracted: '1' }, second]),
    );
    writeFileSync(join(folder, 'short.jsonl'), jsonl([first]));
    const hash = await hashOf('#cases.jsonl');
    expect(await hashOf('#other.jsonl')).toBe(hash);
    expect(await hashOf('#short.jsonl')).not.toBe(hash);
    expect(await hashOf('')).not.toBe(hash);
  });

  it.each([
    ['a member is missing', [{ ...twoCases[0], period: undefined }], /line 1: period: /],
    [
      'a date is invalid',
      [{ ...twoCases[0], issue_time: '2023' }],
      /line 1: issue_time: .*YYYYMMDD/,
    ],
    ['duplicate id', [twoCases[1], twoCases[1]], /line 2: id: two tasks share an id/],
    ['nothing is in it', [], /cases\.jsonl: the file is empty/],
    ['a line is something else', ['secret'], /line 1: the line is neither a case/],
  ])('is refused when %s', async (_, lines, refused) => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const opened = openDataset(`${folderWith({ ...files, 'cases.jsonl': text })}#cases.jsonl`);
    const error: unknown = await opened.then((dataset) => dataset.tasks()).catch((e: unknown) => e);
    expect(String(error)).toMatch(refused);
    expect(String(error)).not.toContain('secret');
  });

  it('with a broken solution is no error of its tasks, and no message quotes it', async () => {
    const broken = jsonl([{ ...twoCases[0], expected_extracted: 1234 }]);
    const folder = folderWith({ ...files, 'cases.jsonl': broken });
    const dataset = await openDataset(`${folder}#cases.jsonl`);
    const { errors, warnings } = await dataset.check({ solutions: true });
    await dataset.close();
    expect(errors).toEqual([]);
    const told = warnings.filter(({ file }) => file !== 'XBRL/accepted.jsonl');
    expect(told).toMatchObject([{ line: 1, field: 'expected_extracted' }]);
    expect(JSON.stringify(warnings)).not.toContain('1234');
  });

  it('belongs to a folder of filing packages, and is there', async () => {
    const folder = folderWith({ ...files, 'dataset.yaml': '' });
    await expect(openDataset(`${folder}#cases.jsonl`)).rejects.toThrow(
      /^a file of cases belongs to a folder of filing packages/,
    );
    await expect(openDataset(`${folderWith(files)}#none.jsonl`)).rejects.toThrow(
      'none.jsonl: no such file of tasks',
    );
    const link = folderWith(files);
    symlinkSync(join(folder, 'cases.jsonl'), join(link, 'linked.jsonl'));
    await expect(openDataset(`${link}#linked.jsonl`)).rejects.toThrow(
      'linked.jsonl: a link leads out of its folder',
    );
  });
});
