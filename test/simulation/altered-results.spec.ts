/**
 * Results, and data of judging runs that is derived again from what was judged: each alteration is
 * found, and named by its file.
 */

import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyResult } from '#backtest';
import { judgedOrigins as origins } from '#judging/verify-origin';
import {
  change,
  changeTexts,
  copyOf,
  makeResults,
  plain,
  remove,
  root,
  type Alter,
} from './altered-world.js';

makeResults();

/**
 * A copy of a judging run beside what it judges, altered; what `verify` finds, with the
 * copy's place as `.`.
 */
async function verdictOn(name: string, alter: Alter = () => undefined) {
  const { copy, out } = copyOf(name);
  alter(out);
  return verdictOnCopy(name, copy);
}

/** What `verify` finds in a copy, with its place as `.`. */
async function verdictOnCopy(name: string, copy: string) {
  const out = join(copy, name);
  const { findings, notes, files } = await verifyResult(out, {
    codeVersion: 'test',
    origins,
    ...(name !== 'traded' && { data: join(out, 'data') }),
  });
  const lines = findings.map(
    ({ path, verdict }) =>
      `${path}: ${verdict.kind}${'what' in verdict ? `, ${verdict.what}` : ''}`,
  );
  return {
    findings: lines.map((line) => plain(line, copy)),
    notes: notes.map((note) => plain(note, copy)),
    files,
  };
}

it.each(['graded', 'judged', 'traded'])('%s is verified as it is', async (name) => {
  const { findings, notes, files } = await verdictOn(name);
  expect({ findings, notes }).toEqual({ findings: [], notes: [] });
  const own = name === 'traded' ? [] : ['data'];
  expect(files).toEqual(expect.arrayContaining([...own, 'result.json', 'report.html']));
});

/** Files of the result, and of one of its runs. */
const filesOf = (name: string, label: string): string[] =>
  readdirSync(join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => relative(join(root, name), join(parentPath, file)))
    .filter((path) => !path.startsWith('runs') || path.startsWith(`runs/${label}/`))
    .toSorted();

describe.each<[what: string, alter: (path: string) => void]>([
  ['deleted', (path) => rmSync(path)],
  ['empty', (path) => truncateSync(path, 0)],
  ['cut off', (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2))],
  [
    'edited in its first byte',
    (path) => {
      const bytes = readFileSync(path);
      bytes[0]! ^= 1;
      writeFileSync(path, bytes);
    },
  ],
  [
    'replaced by a folder',
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
])('each file %s', (what, alter) => {
  it.each([
    ['traded', 'odd-ALDR'],
    ['judged', 'same-judging'],
  ])('is in the verdict on %s', async (name, label) => {
    const lines: string[] = [];
    const { copy, out } = copyOf(name);
    for (const path of filesOf(name, label)) {
      alter(join(out, path));
      const { findings, notes } = await verdictOnCopy(name, copy);
      rmSync(join(out, path), { recursive: true, force: true });
      copyFileSync(join(root, name, path), join(out, path));
      lines.push(`# ${path}`, ...findings, ...notes.map((note) => `note: ${note}`));
    }
    const text = `${lines.join('\n')}\n`
      .replaceAll(/[0-9a-f]{64}/g, '<hash>')
      // Half of a hash may read as a number.
      .replaceAll(/(origin\.runs\.writer-insights: ).*/g, '$1<half of a hash>')
      // The page changes more often than what is said of it.
      .replaceAll(/(report\.html: refuted, line )(?!1 )\d+ (was altered).*/g, '$1<n> $2');
    const file = `golden/${name}-with-files-${what.replaceAll(' ', '-')}.txt`;
    await expect(text).toMatchFileSnapshot(file);
  });
});

/** The place before the first return of a result. */
const returnValue = /(?<="cumulativeReturn": \{\s+"value": )/;

const traded = (path: string) => join('runs/odd-ALDR', path);

/** A link to another place that has the same. */
const linked =
  (name: string): Alter =>
  (out) => {
    const path = join(out, traded(name));
    const elsewhere = join(out, '..', name);
    cpSync(path, elsewhere, { recursive: true });
    rmSync(path, { recursive: true });
    symlinkSync(elsewhere, path);
  };

describe.each<[name: string, what: string, alter: Alter]>([
  ['traded', 'a link of its own', (out) => symlinkSync(root, join(out, 'link'))],
  ['traded', 'a link of its own in a run', (out) => symlinkSync(root, join(out, traded('link')))],
  ['traded', 'a link in place of a table', linked('equity.csv')],
  ['traded', 'a link in place of its texts', linked('texts')],
  [
    'traded',
    'a file in place of its texts',
    (out) => {
      rmSync(join(out, traded('texts')), { recursive: true });
      writeFileSync(join(out, traded('texts')), '');
    },
  ],
  [
    'traded',
    'twenty-two files of its own',
    (out) => {
      for (let at = 1; at <= 22; at++) writeFileSync(join(out, `own-${at}`), '');
    },
  ],
  [
    'traded',
    'what an interrupted write left',
    (out) => {
      for (const path of [
        '.result.json.draft',
        traded('.equity.csv.draft'),
        traded('journal.bin.torn'),
      ])
        writeFileSync(join(out, path), '');
    },
  ],
  ['traded', 'a file beside its runs', (out) => writeFileSync(join(out, 'runs/x'), '')],
  ['traded', 'a run that was not planned', (out) => mkdirSync(join(out, 'runs/third'))],
  ['traded', 'a figure', change('result.json', returnValue, '1')],
  ['traded', 'another seed', change('scenario.json', '"seed": ', '"seed": 1')],
  ['traded', 'another symbol', change('scenario.json', '"DUNE"', '"BRKW"')],
  [
    'traded',
    'a figure of another version',
    (out) => {
      change('scenario.json', '"codeVersion": "', '"codeVersion": "x')(out);
      change('result.json', returnValue, '1')(out);
    },
  ],
  ['traded', 'another hash of its data', change(traded('manifest.json'), /11f6/, '22f6')],
  [
    'traded',
    'another hash of its tape',
    change(traded('manifest.json'), /"hash": "./, '"hash": "0'),
  ],
  ['traded', 'another capital in a run', change(traded('manifest.json'), '10000,', '10001,')],
  ['traded', 'another label of a run', change(traded('manifest.json'), '"odd-ALDR"', '"odd-X"')],
  ['traded', 'another rationale', changeTexts('It is odd.', 'It is even.')],
  ['traded', 'a file of its own in a run', (out) => writeFileSync(join(out, traded('x')), '')],
  [
    'traded',
    'the journal of another run',
    (out) => cpSync(join(out, 'runs/odd-DUNE/journal.bin'), join(out, traded('journal.bin'))),
  ],
  ['judged', 'a judged result that is gone', remove('../weekly')],
  ['judged', 'a judged run that is gone', remove('../weekly/runs/writer-insights')],
  ['judged', 'a judged journal that is gone', remove('../weekly/runs/writer-insights/journal.bin')],
  [
    'judged',
    'another hash of a journal',
    change('data/dataset.yaml', /(writer-insights: )[0-9a-f]{64}/, `$1${'a'.repeat(64)}`),
  ],
  [
    'judged',
    'a run that is not there',
    change(
      'data/dataset.yaml',
      /(\s+)(writer-insights: [0-9a-f]{64})/,
      `$1other: ${'a'.repeat(64)}$1$2`,
    ),
  ],
  [
    'judged',
    'texts of a judged result that were erased',
    (out) => {
      const texts = join(out, '../weekly/runs/writer-insights/texts');
      for (const name of readdirSync(texts)) rmSync(join(texts, name));
    },
  ],
  ['judged', 'an instruction', change('data/tasks.jsonl', 'instruction":"', 'instruction":"X')],
  ['judged', 'a file of tasks that is gone', remove('data/tasks.jsonl')],
  [
    'judged',
    'a file of its own',
    (out) => writeFileSync(join(out, 'data/notes.txt'), 'A stranger.'),
  ],
  ['judged', 'solutions', change('data/solutions.jsonl', '"writer"', '"winner"')],
  ['judged', 'the seed', change('scenario.json', '"seed": ', '"seed": 1')],
  ['graded', 'terms', change('scenario.json', '"tasks": 1', '"tasks": 2')],
  ['graded', 'a stage that is gone', remove('stages')],
  [
    'graded',
    'the journal of a stage',
    remove('stages/moves-grounding/runs/literal-moves-grounding/journal.bin'),
  ],
  [
    'graded',
    'a stage that nothing follows from',
    (out) =>
      cpSync(join(out, 'stages/moves-grounding'), join(out, 'stages/other'), { recursive: true }),
  ],
  ['graded', 'a judged result that is gone', remove('../moves')],
])('%s with %s', (name, what, alter) => {
  it('is refuted, or has a note', async () => {
    const { findings, notes } = await verdictOn(name, alter);
    const text = [...findings, '', ...notes, ''].join('\n');
    const file = `golden/altered-${name}-${what.replaceAll(' ', '-')}.txt`;
    await expect(text).toMatchFileSnapshot(file);
  });
});
