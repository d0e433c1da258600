/**
 * A folder that holds another run, or what an earlier version wrote; and where the data set of a
 * copied result is.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordedRun } from '#backtest/run-folder/own-journal';
import { readManifest, requireSameRun, runFolder } from '#backtest/run-folder/run-folder';
import { openedAt, ownData, ownRecording } from '#backtest/tape/recorded-dataset';
import { openDataset } from '#market-data';
import type { RunPlan } from '#workflows';
import { copyOf, makeResults, plain, root } from './altered-world.js';

makeResults();

const label = 'odd-ALDR';
const recorded = () => recordedRun(join(root, 'traded/runs', label));

describe('a folder with a run', () => {
  /** What is said where a plan differs from that of the run. */
  const refused = (over: object, remedy?: string): unknown => {
    const { manifest, plan, folder } = recorded();
    const other = { ...plan, id: 'f'.repeat(64), ...over } as RunPlan;
    try {
      return requireSameRun(manifest, other, folder, remedy);
    } catch (error) {
      const { code, message } = error as { code: string; message: string };
      return plain(`${code}: ${message}`, join(root, 'traded'));
    }
  };
  const what = (text: string): string =>
    `Conflict: ./runs/odd-ALDR: the folder holds another run: ${text}`;

  const otherFile = 'expected what the run was made with; use another --out';

  it('is that of the same plan, by its name', () => {
    const { manifest, plan, folder } = recorded();
    expect(requireSameRun(manifest, plan, folder)).toBeUndefined();
    expect(requireSameRun(manifest, { ...plan, capital: 1 } as RunPlan, folder)).toBeUndefined();
  });

  it.each<[string, object, string]>([
    [
      'capital',
      { capital: 20_000 },
      'capital is different; expected 20000; use another --out; found 10000',
    ],
    ['data', { data: 'a'.repeat(64) }, 'the content of the data set has changed since'],
    [
      'file',
      { file: 'a'.repeat(64), agent: { id: 'mine', kind: 'module', file: '../own/mine.mjs' } },
      'the file "mine.mjs" of agent mine, or what it imports or reads, has changed since',
    ],
    [
      'script',
      { file: 'a'.repeat(64), agent: { id: 'told', kind: 'script', file: 'actions.csv' } },
      'the file "actions.csv" of agent told has changed since',
    ],
    [
      'prompt',
      { file: 'a'.repeat(64), agent: { id: 'asker', kind: 'llm', prompt: 'own.md' } },
      'the prompt "own.md" of agent asker has changed since',
    ],
    [
      'prompt of the workflow',
      { file: 'a'.repeat(64), agent: { id: 'asker', kind: 'llm' } },
      'the prompt of its workflow of agent asker has changed since',
    ],
  ])('is refused where its %s differs', (_, over, text) => {
    expect(refused(over)).toBe(what(text.includes('expected') ? text : `${text}; ${otherFile}`));
  });

  it('is refused where the scenario differs alone, by the beginning of both names', () => {
    const { manifest } = recorded();
    expect(refused({})).toBe(
      what(
        'its scenario or its symbols are different; expected run ffffffffffff; use another ' +
          `--out; found run ${manifest.run.slice(0, 12)}`,
      ),
    );
    expect(refused({}, 'do something else')).toContain(
      'expected run ffffffffffff; do something else; ',
    );
  });

  it('is refused where another version of the engine made it', () => {
    const { manifest, plan, folder } = recorded();
    const found = { ...manifest, semantics: 1 };
    expect(() => requireSameRun(found, plan, folder)).toThrow(
      'the folder holds a run of another version of the engine; ' +
        `expected semantics ${manifest.semantics}; use another --out; found semantics 1`,
    );
  });

  it.each(['asks.jsonl', 'model-calls.jsonl', 'calls.jsonl', 'answers-ahead.jsonl', 'asked.jsonl'])(
    'is refused where an earlier version recorded it in %s',
    (name) => {
      const { copy, out } = copyOf('traded');
      const folder = runFolder(join(out, 'runs', label));
      writeFileSync(join(folder.path, name), '');
      expect(() => readManifest(folder)).toThrow(
        expect.objectContaining({
          code: 'Conflict',
          where: join(copy, 'traded/runs', label, name),
          message: expect.stringContaining('an earlier version of the program recorded this run'),
          expected: 'recording.db; read it with that version, or run it again with another --out',
        }),
      );
    },
  );
});

describe('the data set of a copied result', () => {
  const original = 'market';
  const writeData = (path: string, close = '5'): void => {
    mkdirSync(path, { recursive: true });
    const bars =
      'bars: { file: p.csv, symbol: A, frequency: daily, stamp: session, priceBasis: raw }';
    writeFileSync(join(path, 'dataset.yaml'), `name: x\ncalendar: XNYS\ncurrency: USD\n${bars}\n`);
    const row = (date: string): string => `${date},5,5,5,${close}`;
    const rows = ['2024-12-13', '2024-12-16'].map(row);
    writeFileSync(join(path, 'p.csv'), `date,open,high,low,close\n${rows.join('\n')}\n`);
  };

  /**
   * The data set of a result that ran over one in `place`, from a scenario that names it `data`.
   */
  async function found(
    data: string,
    reference: string,
    place: string,
  ): Promise<string | undefined> {
    const { manifest } = recorded();
    const dataset = await openDataset(place);
    const sha256 = await dataset.contentHash().finally(() => dataset.close());
    const { folder } = world!;
    const own = { ...manifest, data: { ...manifest.data, reference, sha256 } };
    const path = await ownData(join(folder, 'out'), { data }, own as typeof manifest);
    return path?.replace(folder, '.');
  }
  let world: { readonly folder: string } | undefined;
  const makeWorld = (): string => {
    const folder = join(copyOf('traded').copy, 'moved');
    mkdirSync(join(folder, 'out'), { recursive: true });
    world = { folder };
    return folder;
  };

  it('is the one of its name in a folder around it, if that has the content', async () => {
    const folder = makeWorld();
    writeData(join(folder, original));
    const gone = join(root, 'gone');
    expect(await found(`./${original}`, gone, join(folder, original))).toBe('./market');
  });

  it('is the one with another content only where the place of the run is gone', async () => {
    const folder = makeWorld();
    const there = join(folder, '..', 'there');
    writeData(there, '4.5');
    writeData(join(folder, original));
    expect(await found(`./${original}`, there, there)).toBeUndefined();
    expect(await found(`./${original}`, join(root, 'gone'), there)).toBe('./market');
  });

  it('is nowhere else for a path from the root, or where it still is', async () => {
    const folder = makeWorld();
    const path = join(folder, original);
    writeData(path);
    expect(await found(path, join(root, 'gone'), path)).toBeUndefined();
    expect(await found(`./${original}`, path, path)).toBeUndefined();
    expect(await found('./none', join(root, 'gone'), path)).toBeUndefined();
  });

  it('is within the result, whatever its content, or its own recording', async () => {
    const folder = makeWorld();
    writeData(join(folder, original));
    writeData(join(folder, 'out', original), '4.5');
    const gone = join(root, 'gone');
    expect(await found(`./${original}`, gone, join(folder, original))).toBe('./out/market');
    mkdirSync(join(folder, 'out/recording'));
    expect(ownRecording(join(folder, 'out'))).toBeUndefined();
    writeFileSync(join(folder, 'out/recording/recording.yaml'), '');
    expect(ownRecording(join(folder, 'out'))).toBe(join(folder, 'out/recording'));
    expect(await found(`./${original}`, gone, join(folder, original))).toBe('./out/recording');
  });

  it('is not a folder that only holds the result, nor one that cannot be opened', async () => {
    const folder = makeWorld();
    writeData(join(folder, 'there'));
    const gone = join(root, 'gone');
    expect(await found('..', gone, join(folder, 'there'))).toBeUndefined();
    mkdirSync(join(folder, original));
    writeFileSync(join(folder, original, 'dataset.yaml'), 'name: [');
    expect(
      await found(`./${original}`, join(folder, 'there'), join(folder, 'there')),
    ).toBeUndefined();
    rmSync(join(folder, original), { recursive: true });
  });

  it('with cases is opened with the file of cases that it had', async () => {
    const folder = makeWorld();
    const opened = (reference: string, movedTo?: string): Promise<string> => {
      const { manifest } = recorded();
      const data = { ...manifest.data, reference };
      return openedAt({ data }, movedTo, (path) => Promise.resolve(path.replaceAll(folder, '.')));
    };
    const cases = join(folder, 'cases.yaml');
    expect(await opened('old')).toBe('old');
    expect(await opened('old', join(folder, 'new'))).toBe('./new');
    expect(await opened(`old#${cases}`, join(folder, 'new'))).toBe('./new#cases.yaml');
    writeFileSync(cases, '');
    expect(await opened(`old#${cases}`, join(folder, 'new'))).toBe('./new#./cases.yaml');
    expect(await opened(`old#${cases}`, join(folder, 'new#own.yaml'))).toBe('./new#own.yaml');
  });

  it('that cannot be opened is looked for with --data', async () => {
    const { manifest } = recorded();
    const data = { ...manifest.data, reference: 'nowhere' };
    await expect(openedAt({ data }, undefined, openDataset)).rejects.toMatchObject({
      code: 'InvalidInput',
      expected: 'the data set at its old place, or --data with the new one',
      message: expect.stringContaining(
        'the data set of the run cannot be opened: no such data set',
      ),
    });
    await expect(openedAt({ data }, 'elsewhere', openDataset)).rejects.toMatchObject({
      message: expect.not.stringContaining('the data set of the run'),
    });
    const broken = new Error('broken');
    await expect(openedAt({ data }, undefined, () => Promise.reject(broken))).rejects.toBe(broken);
  });
});
