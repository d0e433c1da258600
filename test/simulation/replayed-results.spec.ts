/**
 * Results that are replayed: what differs from the recording is named, and what cannot be
 * replayed is refused.
 */

import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  expandJournal,
  inspectRun,
  isOpenResult,
  replayAgain,
  resultsIn,
  replayResult,
} from '#backtest';
import { judgedOrigins as origins } from '#judging/verify-origin';
import { change, copyOf, makeResults, plain, remove, root, type Alter } from './altered-world.js';

makeResults();

const openModels = (): never => {
  throw new Error('no agent here asks a model');
};

/** The outcome of a replay of an altered copy, or why there is none. */
async function replayed(name: string, alter: Alter): Promise<unknown> {
  const { copy, out } = copyOf(name);
  alter(out);
  const options = { out: join(copy, 'again'), codeVersion: 'test', jobs: 1, openModels };
  const data = name === 'traded' ? {} : { data: join(out, 'data') };
  const consent = { onTrustedCode: () => undefined };
  try {
    const outcome = await replayResult(out, { ...options, ...data, ...consent, origins });
    return JSON.parse(plain(JSON.stringify(outcome), copy));
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return plain(`${code}: ${message}`, copy);
  }
}

const flip =
  (path: string, at: number): Alter =>
  (out) => {
    const bytes = readFileSync(join(out, path));
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(join(out, path), bytes);
  };
/** The place before the first return of a result. */
const returnValue = /(?<="cumulativeReturn": \{\s+"value": )/;

const journal = 'runs/odd-ALDR/journal.bin';

it.each<[name: string, what: string, alter: Alter]>([
  ['traded', 'nothing', () => undefined],
  ['graded', 'nothing', () => undefined],
  ['judged', 'nothing', () => undefined],
  ['traded', 'a figure', change('result.json', returnValue, '1')],
  ['traded', 'a result that is no JSON', (out) => truncateSync(join(out, 'result.json'), 9)],
  ['traded', 'a result written otherwise', change('result.json', '{', '{ ')],
  ['traded', 'no result', remove('result.json')],
  ['traded', 'no runs', remove('runs')],
  ['traded', 'a journal that is gone', remove(journal)],
  ['traded', 'a journal that was cut off', (out) => truncateSync(join(out, journal), 500)],
  ['traded', 'a byte of a journal', flip(journal, 1500)],
  ['traded', 'no scenario', remove('scenario.json')],
  [
    'traded',
    'a place that has a result',
    (out) => cpSync(out, join(out, '../again'), { recursive: true }),
  ],
  ['judged', 'an instruction', change('data/tasks.jsonl', 'instruction":"', 'instruction":"X')],
  ['graded', 'the result of a stage', change('stages/moves-grounding/result.json', '{', '{ ')],
])('%s with %s', async (name, what, alter) => {
  const text = `${JSON.stringify(await replayed(name, alter), null, 2)}\n`;
  const file = `golden/replayed-${name}-with-${what.replaceAll(' ', '-')}.txt`;
  await expect(text).toMatchFileSnapshot(file);
});

describe('a nightly replay', () => {
  it('finds the results in a folder, in order', () => {
    const { copy, out } = copyOf('judged');
    mkdirSync(join(copy, 'empty'));
    writeFileSync(join(copy, 'file'), '');
    expect(resultsIn([copy, out])).toEqual([
      ...['judged', 'moves', 'weekly'].map((name) => join(copy, name)),
      out,
    ]);
    for (const place of [join(copy, 'empty'), join(copy, 'none')]) {
      expect(() => resultsIn([out, place])).toThrow(
        expect.objectContaining({
          code: 'InvalidInput',
          message: expect.stringContaining('no result found'),
          where: place,
          expected: 'a result, or a folder with results',
        }),
      );
    }
    expect(isOpenResult(out)).toBe(false);
  });

  it('says how many runs repeated, and the first difference of all', async () => {
    const { out } = copyOf('traded');
    const options = { codeVersion: 'test' };
    expect(await replayAgain(out, options)).toEqual({
      path: out,
      repeated: 4,
      difference: null,
      differences: 0,
      failure: null,
    });
    change('result.json', returnValue, '1')(out);
    flip(journal, 1500)(out);
    expect(await replayAgain(out, options)).toMatchObject({
      repeated: 3,
      differences: expect.any(Number),
      failure: null,
      difference: expect.stringMatching(/^runs\/odd-ALDR: .*journal/),
    });
    rmSync(join(out, 'scenario.json'));
    expect(await replayAgain(out, options)).toMatchObject({
      repeated: 0,
      difference: expect.stringContaining('scenario.json'),
      failure: null,
    });
    expect(await replayAgain(join(out, 'none'), options)).toMatchObject({
      repeated: 0,
      differences: 1,
      failure: null,
      difference: '.: the folder cannot be read: ENOENT: no such file or directory',
    });
  });
});

it.each(['hold-ALDR', 'odd-DUNE'])(
  'the run %s can be looked at, and read record by record',
  async (label) => {
    const path = join(root, 'traded/runs', label);
    const lines: string[] = [];
    const scan = await expandJournal(path, ({ seq, event }) => {
      lines.push(JSON.stringify({ seq, ...event }));
    });
    lines.push(JSON.stringify(scan));
    for (const at of [null, '2023-11-15', '2023-11-16T15:00:00Z'])
      lines.push(JSON.stringify(await inspectRun(path, at)));
    const text = `${plain(lines.join('\n'), root)}\n`;
    await expect(text).toMatchFileSnapshot(`golden/read-${label}.txt`);
  },
);
