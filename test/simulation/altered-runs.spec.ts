/**
 * One run of a result, verified on its own: what is wrong with each of its files, and what
 * cannot be told.
 */

import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { isFailure } from '#values';
import { engineSemantics } from '#contracts';
import type { VerifyOptions } from '#backtest/again/verdicts';
import { verifyRun } from '#backtest/again/verify-run';
import { change, copyOf, makeResults, plain, remove, root, type Alter } from './altered-world.js';

makeResults();

/** The verdict on a run of a copy, or why there is none; places and hashes are left out. */
async function verdictOn(
  [name, label]: readonly [name: string, label: string],
  alter: Alter,
  options: VerifyOptions = {},
): Promise<string> {
  const { copy, out } = copyOf(name);
  alter(join(out, 'runs', label));
  return verdictOnCopy([name, label], copy, options);
}

/** As `verdictOn`, for a copy that is altered already. */
async function verdictOnCopy(
  [name, label]: readonly [name: string, label: string],
  copy: string,
  options: VerifyOptions = {},
): Promise<string> {
  const out = join(copy, name);
  const path = join(out, 'runs', label);
  const data = name === 'traded' ? {} : { data: join(out, 'data') };
  const consent = { codeVersion: 'test', onTrustedCode: () => undefined };
  try {
    const verdict = await verifyRun(path, { ...data, ...consent, ...options });
    if (verdict.kind !== 'other-semantics') return plain(JSON.stringify(verdict), copy);
    const { kind, found, expected, rules } = verdict;
    // Which rules changed since grows with the engine.
    expect(rules.length).toBeGreaterThan(0);
    return JSON.stringify({ kind, found, isCurrent: expected === engineSemantics });
  } catch (error) {
    if (!isFailure(error)) throw error;
    return plain(`${error.code}: ${error.message}`, copy);
  }
}

const runs = [
  ['traded', 'odd-ALDR'],
  ['judged', 'same-judging'],
  ['graded', 'literal-moves-grading'],
] as const;

const filesOf = (name: string, label: string): string[] => {
  const folder = join(root, name, 'runs', label);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => relative(folder, join(parentPath, file)))
    .toSorted();
};

const flipAt = (path: string, at: number): void => {
  const bytes = readFileSync(path);
  bytes[at]! ^= 1;
  writeFileSync(path, bytes);
};
const half = (path: string): number => Math.floor(readFileSync(path).length / 2);

const alterations: Readonly<Record<string, (path: string) => void>> = {
  deleted: (path) => rmSync(path),
  empty: (path) => truncateSync(path, 0),
  'cut off': (path) => truncateSync(path, half(path)),
  'with more': (path) => appendFileSync(path, 'more\n'),
  'edited in the middle': (path) => flipAt(path, half(path)),
  'a folder': (path) => {
    rmSync(path);
    mkdirSync(path);
  },
};

it.each(runs)('of %s, each file of %s that is altered is named', async (name, label) => {
  const lines: string[] = [`# as it is`, await verdictOn([name, label], () => undefined)];
  const { copy, out } = copyOf(name);
  for (const file of filesOf(name, label)) {
    const path = join(out, 'runs', label, file);
    for (const [what, alter] of Object.entries(alterations)) {
      alter(path);
      lines.push(`# ${file} ${what}`, await verdictOnCopy([name, label], copy));
      rmSync(path, { recursive: true, force: true });
      copyFileSync(join(root, name, 'runs', label, file), path);
    }
  }
  const text = `${lines.join('\n')}\n`.replaceAll(/[0-9a-f]{64}/g, '<hash>');
  await expect(text).toMatchFileSnapshot(`golden/run-of-${name}.txt`);
});

/** The file of the agent is restored behind each test. */
let agent = '';
beforeAll(() => {
  agent = readFileSync(join(root, 'reasons.mjs'), 'utf8');
});
afterEach(() => writeFileSync(join(root, 'reasons.mjs'), agent));

const again = { askAgain: true };
const manifest = (from: string | RegExp, to: string): Alter => change('manifest.json', from, to);

it.each<[what: string, alter: Alter, options?: VerifyOptions]>([
  ['semantics of another version', manifest(/"semantics": \d+/, '"semantics": 1')],
  ['another capital', manifest('"capital": 10000', '"capital": 10001')],
  ['another symbol', manifest(/"symbols": \[\s*"ALDR"/, '"symbols": ["DUNE"')],
  ['another hash of its data', manifest(/"sha256": "[0-9a-f]/, '"sha256": "g')],
  ['other data', manifest(/"sha256": "...../, '"sha256": "00000')],
  ['data that is nowhere', manifest('"synthetic-market"', '"elsewhere"')],
  ['a stray file', (path) => writeFileSync(join(path, 'own.txt'), 'x')],
  ['a stray folder', (path) => mkdirSync(join(path, 'own'))],
  ['no folder', (path) => rmSync(path, { recursive: true })],
  [
    'neither journal nor manifest',
    (path) => {
      rmSync(join(path, 'journal.bin'));
      rmSync(join(path, 'manifest.json'));
    },
  ],
  ['no result around it', (path) => rmSync(join(path, '../../scenario.json'))],
  ['its agent asked again', () => undefined, again],
  [
    'its agent asked again, which is another by now',
    () => change('reasons.mjs', 'It is odd.', 'It is even.')(root),
    again,
  ],
  [
    'its agent asked again, which fails',
    () => change('reasons.mjs', 'decide:', 'decided:')(root),
    again,
  ],
  ['its agent asked again, whose file is gone', () => remove('reasons.mjs')(root), again],
  ['another version of the program', () => undefined, { codeVersion: 'other' }],
  [
    'another version of the program, and another figure',
    change('fills.csv', /,78/, ',77'),
    { codeVersion: 'other' },
  ],
  ['its data elsewhere', () => undefined, { data: 'aapl-2013-2018' }],
])('a run with %s', async (what, alter, options) => {
  const text = await verdictOn(['traded', 'odd-ALDR'], alter, options);
  const file = `golden/run-with-${what.replaceAll(/[ ,]+/g, '-')}.txt`;
  await expect(`${text}\n`).toMatchFileSnapshot(file);
});
