/**
 * Tasks and solutions of a data set: what its tape, hash and check contain, and what they never do.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { formatInstant, parseCivilDate, type CivilDate } from '#values';
import { factKinds, type FactSource } from '#contracts';
import type { Dataset } from '../dataset/dataset.js';
import { importDataset } from '../import/import-dataset.js';
import { openDataset } from './open-dataset.js';

const root = mkdtempSync(join(tmpdir(), 'dataset-tasks-spec-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const opened: Dataset[] = [];
afterEach(async () => {
  for (const dataset of opened.splice(0)) await dataset.close();
});

const date = (text: string): CivilDate => parseCivilDate(text) as CivilDate;
const head = 'name: x\ncalendar: XNYS\ncurrency: USD\n';
const bars = 'bars: { file: p.csv, frequency: daily, stamp: session, priceBasis: raw }\n';
const days = ['2025-03-03', '2025-03-04', '2025-03-05', '2025-03-06'];
const prices =
  'symbol,date,open,high,low,close\n' + `${days.map((day) => `A,${day},1,1,1,1\n`).join('')}`;
const line = (id: string, rest: object = {}): string =>
  `${JSON.stringify({ id, instruction: `do ${id}`, ...rest })}\n`;
const solved = '{"id":"a","solution":42}\n';
const work = 'tasks: { file: t.jsonl, solutions: s.jsonl }\n';

/** Files of tasks and solutions without any table; an undefined file does not exist. */
function taskSet(
  files: Readonly<Record<string, string | undefined>> = {},
): Readonly<Record<string, string | undefined>> {
  return { 'dataset.yaml': head + work, 't.jsonl': line('a'), 's.jsonl': solved, ...files };
}
/** The same with bars of one symbol. */
const marketSet = (files: Readonly<Record<string, string | undefined>> = {}) =>
  taskSet({ 'dataset.yaml': head + bars + work, 'p.csv': prices, ...files });

let folders = 0;
function folder(files: Readonly<Record<string, string | undefined>>): string {
  const path = join(root, `set-${folders++}`);
  mkdirSync(path);
  for (const [name, text] of Object.entries(files)) {
    if (text !== undefined) writeFileSync(join(path, name), text);
  }
  return path;
}

async function open(files: Readonly<Record<string, string | undefined>>): Promise<Dataset> {
  const dataset = await openDataset(folder(files));
  opened.push(dataset);
  return dataset;
}

const nameOfKind = new Map<number, string>(
  Object.entries(factKinds).map(([name, kind]) => [kind, name]),
);

/** `2025-03-03T21:00:00Z bar`, or the id instead of the kind if a fact is a task, in tape order. */
async function factsOf(sources: readonly FactSource[]): Promise<string[]> {
  const facts: { at: number; rank: number; name: string }[] = [];
  for (const source of sources) {
    for (let chunk = await source.pull(); chunk; chunk = await source.pull()) {
      for (let row = 0; row < chunk.count; row++) {
        const payload = chunk.payload[row];
        const kind = nameOfKind.get(chunk.kind[row] as number) ?? '';
        const name = payload?.kind === 'task' ? payload.id : kind;
        facts.push({ at: chunk.knowledgeTime[row] as number, rank: source.rank, name });
      }
    }
    source.close();
  }
  facts.sort((one, other) => one.at - other.at || one.rank - other.rank);
  return facts.map(({ at, name }) => `${formatInstant(at)} ${name}`);
}

async function tapeOf(
  dataset: Dataset,
  until: string,
  options: { readonly tasks?: boolean } = { tasks: true },
): Promise<string[]> {
  const { symbols } = dataset;
  return factsOf(
    await dataset.openSources({ symbols, until: date(until), badRows: 'refuse', ...options }),
  );
}

describe('tasks of a data set', () => {
  it('come in the order of their times, the time of the file for those without one', async () => {
    const manifest = `${head}tasks: { file: t.jsonl, knownAt: 2025-03-04T10:00:00-05:00 }\n`;
    const tasks =
      line('z') +
      line('late', { knownAt: '2025-03-05T00:00:00Z' }) +
      line('a') +
      line('early', { knownAt: '2025-03-03T00:00:00Z' });
    const dataset = await open({ 'dataset.yaml': manifest, 't.jsonl': tasks });
    expect(
      dataset
        .tasks()
        .map(({ task, knowledgeTime }) => `${formatInstant(knowledgeTime)} ${task.id}`),
    ).toEqual([
      '2025-03-03T00:00:00Z early',
      '2025-03-04T15:00:00Z z',
      '2025-03-04T15:00:00Z a',
      '2025-03-05T00:00:00Z late',
    ]);
    expect(dataset.tasks()).toBe(dataset.tasks());
  });

  it('are known before everything else when nothing says when', async () => {
    const dataset = await open(marketSet());
    const [first, second] = await tapeOf(dataset, '2025-03-03');
    expect([first, second]).toEqual(['1970-01-01T00:00:00Z a', '2025-03-03T14:30:00Z sessionOpen']);
  });

  it.each(['1990-01-01', '2041-01-01', '2100-01-01'])(
    'may be known on %s, for which the calendar has no session',
    async (date) => {
      const dataset = await open(
        taskSet({ 't.jsonl': line('a', { knownAt: `${date}T12:00:00Z` }) }),
      );
      expect(await tapeOf(dataset, date)).toEqual([`${date}T12:00:00Z a`]);
    },
  );

  it('have inputs that the data set reads', async () => {
    const dataset = await open(taskSet({ 't.jsonl': line('a', { inputs: { filing: 'Ω rose' } }) }));
    const [found] = dataset.tasks();
    expect(dataset.documents.get(found?.task.inputs[0]?.document.sha256 ?? '')).toBe('Ω rose');
  });

  it('are on a tape that asks for them alone', async () => {
    const dataset = await open(marketSet());
    const without = await tapeOf(dataset, '2025-03-04', {});
    expect(without).toHaveLength(6);
    expect(await tapeOf(dataset, '2025-03-04', { tasks: false })).toEqual(without);
    expect(await tapeOf(dataset, '2025-03-04')).toEqual(['1970-01-01T00:00:00Z a', ...without]);
  });

  it('are not cut off: the tape reaches to the last of them, in the middle of a session too', async () => {
    const tasks = line('a', { knownAt: '2025-03-05T15:00:00Z' });
    const dataset = await open(marketSet({ 't.jsonl': tasks }));
    const facts = await tapeOf(dataset, '2025-03-03');
    expect(facts).toEqual([
      '2025-03-03T14:30:00Z sessionOpen',
      '2025-03-03T21:00:00Z bar',
      '2025-03-03T21:00:00Z sessionClose',
      '2025-03-04T14:30:00Z sessionOpen',
      '2025-03-04T21:00:00Z bar',
      '2025-03-04T21:00:00Z sessionClose',
      '2025-03-05T14:30:00Z sessionOpen',
      '2025-03-05T15:00:00Z a',
    ]);
    expect(await tapeOf(dataset, '2025-03-03', {})).toEqual(facts.slice(0, 3));
  });

  it('at a close follow it, beyond the calendar too', async () => {
    const tasks =
      line('b', { knownAt: '2050-01-01T00:00:00Z' }) +
      line('a', { knownAt: '2025-03-03T21:00:00Z' });
    const dataset = await open(marketSet({ 't.jsonl': tasks, 's.jsonl': solved }));
    const facts = await tapeOf(dataset, '2025-03-03');
    expect(facts.slice(2, 4)).toEqual([
      '2025-03-03T21:00:00Z sessionClose',
      '2025-03-03T21:00:00Z a',
    ]);
    expect(facts.at(-2)).toBe('2049-12-31T21:00:00Z sessionClose');
    expect(facts.at(-1)).toBe('2050-01-01T00:00:00Z b');
  });

  it('are a data set without any table', async () => {
    const dataset = await open(taskSet());
    expect(dataset.symbols).toEqual([]);
    expect(await tapeOf(dataset, '2025-03-03')).toEqual(['1970-01-01T00:00:00Z a']);
    expect(await dataset.coverage()).toEqual([]);
    expect(await dataset.check()).toMatchObject({ errors: [], warnings: [] });
    const declared = await open(taskSet({ 'dataset.yaml': `${head}symbols: [A]\n${work}` }));
    expect(declared.symbols).toEqual(['A']);
  });

  it('are empty, without solutions, if there is no tasks file', async () => {
    const dataset = await open({ 'dataset.yaml': head + bars, 'p.csv': prices });
    expect(dataset.tasks()).toEqual([]);
    expect(dataset.solutions()).toBeNull();
    expect(await tapeOf(dataset, '2025-03-03')).toHaveLength(3);
  });

  it.each([
    ['a path outside of the folder', 'tasks: { file: ../t.jsonl }\n', /path inside the folder/],
    ['a path of solutions outside', 'tasks: { file: t.jsonl, solutions: /s }\n', /path inside/],
    [
      'a time without an offset',
      "tasks: { file: t.jsonl, knownAt: '2025-03-03T15:00' }\n",
      /line 4.*an instant with its offset/,
    ],
    [
      'solutions in a file that is read for tapes',
      'tasks: { file: t.jsonl, solutions: s.jsonl }\nnews: { file: s.jsonl }\n',
      /line 4.*a separate file/,
    ],
    ['an unknown member', 'tasks: { file: t.jsonl, format: csv }\n', /line 4/],
  ])('with %s are refused by line', async (_, tasks, message) => {
    await expect(open(taskSet({ 'dataset.yaml': head + tasks }))).rejects.toThrow(message);
  });

  it('whose file is not there are refused by name', async () => {
    const files = taskSet({ 't.jsonl': undefined });
    await expect(open(files)).rejects.toThrow(/t\.jsonl: no such file/);
  });

  it('are not imported', async () => {
    const out = join(root, 'imported');
    await expect(importDataset(folder(marketSet()), out)).rejects.toThrow(/with tasks cannot/);
  });
});

describe('solutions of a data set', () => {
  it('are read on request, in their current state', async () => {
    const path = folder(taskSet());
    const dataset = await openDataset(path);
    opened.push(dataset);
    expect([...(dataset.solutions()?.byTask ?? [])]).toEqual([['a', 42]]);
    writeFileSync(join(path, 's.jsonl'), '{"id":"a","solution":43}\n');
    expect([...(dataset.solutions()?.byTask ?? [])]).toEqual([['a', 43]]);
  });

  it.each<[string, string | undefined]>([
    ['gone', undefined],
    ['broken', 'no JSON\n'],
  ])('are in the way of nothing else when they are %s', async (_, solutions) => {
    const dataset = await open(marketSet({ 's.jsonl': solutions }));
    const whole = await open(marketSet());
    expect(dataset.tasks()).toEqual(whole.tasks());
    expect(await tapeOf(dataset, '2025-03-04')).toEqual(await tapeOf(whole, '2025-03-04'));
    expect(await dataset.contentHash()).toBe(await whole.contentHash());
    expect(await dataset.coverage()).toEqual(await whole.coverage());
    expect((await dataset.check()).errors).toEqual([]);
    expect(() => dataset.solutions()).toThrow(/^s\.jsonl/);
  });

  it('are on no tape', async () => {
    const dataset = await open(marketSet({ 's.jsonl': '{"id":"a","solution":"sesame"}\n' }));
    const wanted = { symbols: ['A'], until: date('2025-03-04'), badRows: 'refuse' } as const;
    for (const source of await dataset.openSources({ ...wanted, tasks: true })) {
      for (let chunk = await source.pull(); chunk; chunk = await source.pull()) {
        expect(JSON.stringify(chunk.payload)).not.toContain('sesame');
      }
      source.close();
    }
  });
});

describe('a content hash', () => {
  const hashOf = async (files: Readonly<Record<string, string | undefined>>): Promise<string> =>
    (await open(files)).contentHash();
  const manifestWith = (tasks: string) => ({ 'dataset.yaml': `${head}tasks: ${tasks}\n` });

  it('of a data set without tasks is what it always was', async () => {
    const hash = await hashOf({ 'dataset.yaml': head + bars, 'p.csv': prices });
    expect(hash).toBe('50dea0c96e8d108483bac31fd6295ca38994a4b677fe49e076c36a649d90664c');
  });

  it('covers tasks and their time', async () => {
    const first = await hashOf(taskSet());
    expect(await hashOf(taskSet({ 't.jsonl': line('a', { inputs: {} }) }))).not.toBe(first);
    const timed = '{ file: t.jsonl, knownAt: 2025-03-03T15:00:00Z }';
    const other = await hashOf(taskSet(manifestWith(timed)));
    expect(other).not.toBe(first);
    const sameTime = timed.replace('15:00:00Z', '10:00:00-05:00');
    expect(await hashOf(taskSet(manifestWith(sameTime)))).toBe(other);
    const renamed = { ...manifestWith('{ file: u.jsonl }'), 'u.jsonl': line('a') };
    expect(await hashOf(taskSet({ ...renamed, 't.jsonl': undefined }))).toBe(first);
  });

  it('covers neither solutions nor their name', async () => {
    const first = await hashOf(taskSet());
    expect(await hashOf(taskSet({ 's.jsonl': '{"id":"a","solution":43}\n' }))).toBe(first);
    expect(await hashOf(taskSet(manifestWith('{ file: t.jsonl, solutions: r.jsonl }')))).toBe(
      first,
    );
    expect(await hashOf(taskSet(manifestWith('{ file: t.jsonl }')))).toBe(first);
  });
});

describe('a check', () => {
  it('finds broken tasks with file, line and member, once each time it is asked', async () => {
    const dataset = await open(marketSet({ 't.jsonl': line('a') + line('b', { answer: 1 }) }));
    const { errors, counts } = await dataset.check();
    expect(errors).toMatchObject([
      {
        file: 't.jsonl',
        line: 2,
        field: 'answer',
        what: 'the task does not match its schema',
        expected: 'id, instruction, inputs, documents, knownAt, solutionSha256 alone',
      },
    ]);
    expect(counts).toHaveLength(1);
    expect(await dataset.check()).toMatchObject({ errors, counts });
    await expect(tapeOf(dataset, '2025-03-03')).rejects.toThrow(/t\.jsonl line 2: answer/);
  });

  it('warns of broken solutions, and of none when a file is named', async () => {
    const broken = await open(taskSet({ 's.jsonl': `${solved}{"id":"b","solution":1}\n` }));
    expect(await broken.check({ solutions: true })).toMatchObject({
      errors: [],
      warnings: [{ file: 's.jsonl', line: 2, field: 'id', what: 'no task has this id' }],
    });
    const gone = await open(taskSet({ 's.jsonl': undefined }));
    expect((await gone.check()).warnings).toEqual([]);
    expect(await gone.check({ solutions: true })).toMatchObject({
      errors: [],
      warnings: [{ file: 's.jsonl', line: 0, what: 'no such file' }],
    });
  });

  it('keeps what it finds in the tables besides', async () => {
    const dataset = await open(
      marketSet({ 'p.csv': `${prices}A,2025-03-07,1,1,1,x\n`, 't.jsonl': '' }),
    );
    const { errors } = await dataset.check();
    expect(errors.map(({ file, line: at }) => `${file}:${at}`)).toEqual(['p.csv:6', 't.jsonl:0']);
  });
});
