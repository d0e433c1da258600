/**
 * Whatever happened to a file of a result, `verify` says no, and names the file: it never gives up.
 */

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isFailure, seededRandom } from '#values';
import { isDrawing } from '#values/commit-draw.fixture';
import { sweepSize } from '#values/sweep-size.fixture';
import { loadScenario, runScenario, verifyResult, verifyRun } from '#backtest';
import { testModels } from '#llm/provider/gateway.fixture';
import { ModelGateway } from '#llm/gateway/model-gateway';
import type { Send } from '#llm/provider/upstream';
import { file, folder, sharedFolder, tapefold } from '../e2e/command-line.fixture.js';

const scenario = `name: broken
data: synthetic-market
window: { from: 2022-02-01, to: 2022-02-03 }
symbols: [ALDR]
execution: close
agents:
  - { id: hold, kind: buy-and-hold }
  - { id: own, kind: module, file: own.mjs }
  - { id: thinker, kind: llm, model: test/m }
`;
const module = `console.log('starts');
export const decide = ({ session }) => ({
  kind: 'target',
  positions: { ALDR: 1 },
  rationale: 'on ' + session,
});
`;

/** Looks at the account, and buys. */
const send: Send = async ({ body }) => {
  const { messages } = JSON.parse(body) as { messages: { role: string }[] };
  const day = /Session: (\d{4}-\d{2}-\d{2})/.exec(body)?.[1];
  const decision = { symbol: 'ALDR', target_date: day, price: 1, action: 'BUY' };
  const isFirst = messages.at(-1)?.role === 'user';
  const called = isFirst
    ? { name: 'get_account', arguments: '{}' }
    : { name: 'submit_decision', arguments: JSON.stringify(decision) };
  const delta = { tool_calls: [{ index: 0, id: 'c1', function: called }] };
  const chunk = { choices: [{ delta, finish_reason: 'tool_calls' }] };
  async function* stream() {
    yield Buffer.from(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  }
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: stream() };
};

/** The full size takes ten minutes, which no build has. */
const sized = (small: number, full: number): number => (isDrawing ? small : sweepSize(small, full));

const shared = sharedFolder();
const out = join(shared, 'out');
/** Every file of the result, by its path in it. */
let files: readonly string[];

beforeAll(async () => {
  file(shared, 'own.mjs', module);
  const loaded = loadScenario(file(shared, 'scenario.yaml', scenario));
  const models = testModels({ url: 'http://provider.invalid' });
  const outcome = await runScenario(loaded, {
    out,
    codeVersion: 'test',
    jobs: 1,
    fresh: false,
    openModels: ({ store }) => new ModelGateway({ mode: 'record', models, store, send }),
  });
  if (outcome.kind !== 'finished') throw new Error('interrupted');
  const entries = readdirSync(out, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile());
  files = paths.map(({ parentPath, name }) => join(parentPath, name).slice(out.length + 1));
}, 120_000);

interface Damage {
  readonly name: string;
  /** `kept` is the file as it was, outside of the result; nothing is at `path`. */
  readonly cause: (path: string, kept: string) => void;
}

const withText =
  (text: string) =>
  (path: string): void =>
    writeFileSync(path, text);

const damages: readonly Damage[] = [
  { name: 'deleted', cause: () => undefined },
  {
    name: 'truncated',
    cause: (path, kept) => {
      cpSync(kept, path);
      truncateSync(path, Math.floor(readFileSync(kept).length / 2));
    },
  },
  { name: 'emptied', cause: withText('') },
  { name: 'replaced by a folder', cause: (path) => mkdirSync(path) },
  { name: 'replaced by a link to what it was', cause: (path, kept) => symlinkSync(kept, path) },
  { name: 'replaced by a link to nothing', cause: (path) => symlinkSync('nowhere', path) },
  { name: 'replaced by a link to itself', cause: (path) => symlinkSync(basename(path), path) },
  { name: 'replaced by a pipe', cause: (path) => void execFileSync('mkfifo', [path]) },
  {
    name: 'overwritten with random bytes',
    cause: (path, kept) => {
      const random = seededRandom(path.length);
      const { length } = readFileSync(kept);
      writeFileSync(
        path,
        Uint8Array.from({ length }, () => random.below(256)),
      );
    },
  },
  { name: 'null', cause: withText('null') },
  { name: 'a list', cause: withText('[]') },
  { name: 'an object', cause: withText('{}') },
  { name: 'nested deeply', cause: withText('['.repeat(200_000) + ']'.repeat(200_000)) },
  {
    name: 'an object nested deeply',
    cause: withText(`${'{"a":'.repeat(100_000)}0${'}'.repeat(100_000)}`),
  },
  { name: 'a huge number', cause: withText('9'.repeat(1_000_000)) },
];

/** What a removed file is reported as, without making anything else untrue. */
const derived = /\.csv$|\.html$|^result\.json$|\/texts\/|^\.tapefold-result$/;

/** Some of the files for each damage, so that all have their turn. */
const drawn = (damage: Damage): readonly string[] =>
  files.filter((_, at) => (at + damages.indexOf(damage)) % sized(3, 1) === 0);

/** Nothing derives the output of a module, so that it may hold anything; but it is no link. */
const isLog = (path: string, { name }: Damage): boolean =>
  path.endsWith('log.txt') && !name.includes('link');

const options = { codeVersion: 'test' };

/** Lines about the result, as `verify` prints them. */
async function linesOn(): Promise<{ refuted: string[]; notes: readonly string[] }> {
  const { findings, notes } = await verifyResult(out, options);
  const refuted = findings.map(
    ({ path, verdict }) => `${path}: ${'what' in verdict ? verdict.what : verdict.kind}`,
  );
  return { refuted, notes };
}

/** Does `work` while a file of the result is damaged. */
async function whileDamaged(path: string, damage: Damage, work: () => Promise<void>) {
  const place = join(out, path);
  const kept = join(shared, 'kept');
  renameSync(place, kept);
  try {
    damage.cause(place, kept);
    await work();
  } finally {
    rmSync(place, { recursive: true, force: true });
    renameSync(kept, place);
  }
}

/** As text of a file is named by the hash of the text, the beginning of its name will do. */
const nameOf = (path: string): RegExp =>
  path.endsWith('journal.bin')
    ? /journal/
    : new RegExp(basename(path).slice(0, 40).replaceAll('.', '\\.'));

describe('verify of a result with a file', () => {
  it.each(damages)('$name: names it', async (damage) => {
    expect((await linesOn()).refuted).toEqual([]);
    for (const path of drawn(damage)) {
      await whileDamaged(path, damage, async () => {
        const { refuted, notes } = await linesOn();
        const isRemoved = damage.name === 'deleted' && derived.test(path);
        // Nothing derives the output of a module: it is named whatever it holds.
        const isUnproven = isLog(path, damage);
        if (isUnproven && damage.name === 'deleted') return expect(refuted).toEqual([]);
        const lines = isRemoved || isUnproven ? notes : refuted;
        expect(lines.join('\n'), `${path} ${damage.name}`).toMatch(nameOf(path));
      });
    }
    expect((await linesOn()).refuted).toEqual([]);
  });

  it.each(damages)('$name, in the folder of a run: names it', async (damage) => {
    for (const path of drawn(damage).filter((name) => name.startsWith('runs'))) {
      const run = join(out, ...path.split('/').slice(0, 2));
      await whileDamaged(path, damage, async () => {
        const verdict = await verifyRun(run, options);
        const isRemoved = damage.name === 'deleted' && derived.test(path);
        const isUnproven = path.endsWith('log.txt') || path.endsWith('trades.csv');
        if (isUnproven && damage.name === 'deleted') return;
        const isNoted = isRemoved || (isUnproven && verdict.kind === 'verified');
        expect(verdict.kind, `${path} ${damage.name}`).toBe(isNoted ? 'verified' : 'refuted');
        if (path.endsWith('trades.csv') && isNoted) return;
        expect(JSON.stringify(verdict), `${path} ${damage.name}`).toMatch(nameOf(path));
      });
    }
  });

  it('exits with 1 and prints the name', async () => {
    const isChosen = (_: Damage, at: number): boolean => at % sized(7, 1) === 0;
    for (const damage of damages.filter(isChosen)) {
      for (const path of drawn(damage)) {
        await whileDamaged(path, damage, async () => {
          const { code, out: printed, err } = await tapefold('verify', out);
          // A page that still shows a text that was erased is named beside it.
          const { refuted } = await linesOn();
          const isRemoved = damage.name === 'deleted' && derived.test(path) && refuted.length === 0;
          const isNoted = isRemoved || isLog(path, damage);
          expect([code, err], `${path} ${damage.name}`).toEqual([isNoted ? 0 : 1, '']);
          if (path.endsWith('log.txt') && damage.name === 'deleted') return;
          expect(printed, `${path} ${damage.name}`).toMatch(nameOf(path));
        });
      }
    }
  }, 600_000);
});

/** Paths of all values in a JSON tree. */
function membersOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const below = Object.entries(value).flatMap(([name, one]) => membersOf(one, [...path, name]));
  return [path, ...below];
}

const odd: readonly unknown[] = [
  null,
  [],
  {},
  true,
  -1,
  1e308,
  9_007_199_254_740_991,
  'x'.repeat(100_000),
  '\u0000../..',
];

describe('verify of a result with one odd value', () => {
  it.each([
    'scenario.json',
    'result.json',
    'runs/hold-ALDR/manifest.json',
    'runs/thinker-ALDR/recordings.json',
  ])('in %s: names the file', async (path) => {
    const text = readFileSync(join(out, path), 'utf8');
    const members = membersOf(JSON.parse(text)).slice(1);
    const step = sized(path === 'result.json' ? 101 : 11, 1);
    for (let at = 0; at < members.length * odd.length; at += step) {
      const member = members[Math.floor(at / odd.length)] as readonly string[];
      const value = odd[at % odd.length];
      const tree = JSON.parse(text) as Record<string, unknown>;
      const last = member.at(-1) as string;
      const node = member
        .slice(0, -1)
        .reduce<Record<string, unknown>>(
          (inner, name) => inner[name] as Record<string, unknown>,
          tree,
        );
      if (JSON.stringify(node[last]) === JSON.stringify(value)) continue;
      node[last] = value;
      const change = { name: 'odd', cause: withText(`${JSON.stringify(tree, null, 2)}\n`) };
      await whileDamaged(path, change, async () => {
        const what = `${member.join('.')} = ${String(JSON.stringify(value)).slice(0, 40)}`;
        const lines = await linesOn().catch((error: unknown) => {
          // Where the data set is, is no part of the result.
          expect(member.join('.'), `${what}: ${String(error)}`).toBe('data.reference');
          expect(isFailure(error, 'InvalidInput'), what).toBe(true);
          return undefined;
        });
        if (lines === undefined || isAnother(path, member)) return;
        expect(lines.refuted.join('\n'), what).not.toBe('');
      });
    }
  });
});

/**
 * Members that state where a run was made and its files were, of which nothing depends: their
 * hashes are elsewhere.
 */
const isAnother = (path: string, member: readonly string[]): boolean =>
  path.endsWith('manifest.json')
    ? ['data.reference', 'codeVersion'].includes(member.join('.'))
    : path === 'scenario.json' &&
      /^(codeVersion|scenario\.data|scenario\.agents\.\d+\.file)$/.test(member.join('.'));

describe('entries that nothing derives', () => {
  it('are named, in the result and in its runs', async () => {
    const copy = join(folder(), 'out');
    cpSync(out, copy, { recursive: true });
    const strays = [
      'notes.txt',
      'runs/.DS_Store',
      'runs/hold-ALDR/extra.csv',
      'runs/hold-ALDR/texts-2',
    ];
    for (const path of strays) writeFileSync(join(copy, path), 'x');
    const deep = join(copy, 'more', 'of', 'it');
    mkdirSync(deep, { recursive: true });
    const { findings, notes } = await verifyResult(copy, options);
    expect(findings).toEqual([]);
    expect(notes).toEqual([
      ...['more', 'notes.txt', ...strays.slice(1)].map(
        (path) => `${path}: not verified; nothing derives it`,
      ),
      'runs/own-ALDR/log.txt: not verified; nothing derives it',
    ]);
    const run = await verifyRun(join(copy, 'runs/hold-ALDR'), options);
    expect(run).toMatchObject({
      notes: ['extra.csv', 'texts-2'].map((name) => `${name}: not verified; nothing derives it`),
    });
  });

  it('are counted where they are many', async () => {
    const copy = join(folder(), 'out');
    cpSync(out, copy, { recursive: true });
    rmSync(join(copy, 'runs/own-ALDR/log.txt'));
    for (let at = 0; at < 1_000; at++) writeFileSync(join(copy, `${at}.txt`), '');
    const { notes } = await verifyResult(copy, options);
    expect(notes).toHaveLength(21);
    expect(notes.at(-1)).toBe('not verified: 980 more that nothing derives');
  });
});
