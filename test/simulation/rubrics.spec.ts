/**
 * Rubrics from the reports of two agents, their review by people, and a judging run by their items.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadScenario, runScenario, verifyResult } from '#backtest';
import { judgedOrigins as origins } from '#judging/verify-origin';
import { writeJudging } from '#judging/judging-data';
import { writeRubrics, writeRubricTasks } from '#judging/rubric-data';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import type { Result } from '#contracts/result/result';
import { textOfResult } from './golden-result.js';

const root = mkdtempSync(join(tmpdir(), 'tapefold-rubrics-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const written = (name: string, text: string): string => {
  writeFileSync(join(root, name), text);
  return join(root, name);
};

async function run(path: string, out: string): Promise<Result> {
  const outcome = await runScenario(loadScenario(path), {
    out,
    codeVersion: 'test',
    jobs: 1,
    fresh: false,
  });
  if (outcome.kind !== 'finished') throw new Error(`the run ended as ${outcome.kind}`);
  return outcome.result as Result;
}

/**
 * Two statements on both reports, of which the second is the first turned around, and
 * one on a mistake; none on the other dimensions.
 */
const writerOf = (isWhole: boolean) => `const isWhole = ${isWhole};
export default { decide({ task }) {
  const text = task.inputs['report-1'];
  const week = /\\| Weekly Return \\| ([^|]*) \\|/.exec(text)[1];
  const item = (dimension, polarity, text, expected = null) => ({ dimension, polarity, text, expected, source: null });
  const items = [
    item('content_accuracy', 'positive', 'States the weekly return', week),
    item('content_accuracy', 'negative', 'Misstates the weekly return', week),
    item('reasoning_quality', 'negative', 'Names a price target'),
  ].filter(({ dimension }) => isWhole || task.id.endsWith(dimension));
  return items.length === 0 ? null : { items };
} };`;
/** Reports for each item whether the report has its expected value, or the words that it names. */
const judge = `export default { decide({ task }) {
  const report = task.inputs['report'];
  const items = JSON.parse(task.inputs['rubric']);
  return { items: Object.fromEntries(items.map(({ id, text, expected }) =>
    [id, expected === null ? /price target/i.test(report) : report.includes(expected) === !/^Mis/.test(text)])) };
} };`;

const result = join(root, 'weekly');
const out = join(root, 'rubrics');
let rubrics: Result;
const dates = ['2023-11-03', '2023-11-10'];
beforeAll(async () => {
  written('writer.mjs', writerOf(false));
  written('earlier.mjs', writerOf(true));
  written('judge.mjs', judge);
  const bare = dates.map((date) =>
    JSON.stringify({ date, symbol: 'ALDR', rating: 'BUY', report: 'A price target of 100.' }),
  );
  written('bare.jsonl', bare.join('\n'));
  const scenario = {
    name: 'weekly',
    data: 'synthetic-market',
    workflow: 'insights',
    symbols: ['ALDR'],
    window: { from: '2023-11-01', to: '2023-11-13' },
    agents: [
      { id: 'rule', kind: 'rule', rule: 'reporter' },
      { id: 'bare', kind: 'script', file: './bare.jsonl' },
    ],
  };
  await run(written('weekly.yaml', JSON.stringify(scenario)), result);
  const writers = written(
    'writers.yaml',
    '{ agents: [{ id: w, kind: module, file: ./writer.mjs, stateless: true }] }',
  );
  const request = { result, from: ['rule', 'bare'], writers, out, fresh: false };
  rubrics = await run(await writeRubricTasks(request), out);
  writeRubrics(out, request.from);
}, 60_000);

it('asks for each dimension of each report by itself, and takes items of no other', async () => {
  const names = ['structure', 'content_accuracy', 'evidence_fidelity', 'reasoning_quality'];
  const tasks = linesIn(join(out, 'data', 'tasks.jsonl'));
  const ids = dates.flatMap((date) => names.map((name) => `ALDR-${date}-${name}`));
  expect(tasks.map(({ id }) => id)).toEqual(ids);
  const about = tasks.map(
    ({ instruction }) => /in the dimension (\w+): whether/.exec(instruction)?.[1],
  );
  expect(about).toEqual([...names, ...names]);
  expect(rubrics.scenario.terms).toEqual({ of: 'insights', dimensions: names });
  // Two of four dimensions had items.
  expect(valuesOf(rubrics.runs[0])).toEqual({ items: 6, written: 0.5 });
  const strangers = join(root, 'strangers');
  const writers = written(
    'strangers.yaml',
    '{ agents: [{ id: w, kind: module, file: ./earlier.mjs, stateless: true }] }',
  );
  const request = { result, from: ['rule', 'bare'], writers, out: strangers, fresh: false };
  const found = await run(await writeRubricTasks(request), strangers);
  expect(found.runs[0]?.coverage).toMatchObject({ due: 8, answered: 0, invalid: 8 });
  expect(found.runs[0]?.reasons?.[0]?.reason).toBe(
    'answer.items.0.dimension: expected structure; found content_accuracy',
  );
});

const linesIn = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const judges = () =>
  written(
    'judges.yaml',
    '{ agents: [{ id: j, kind: module, file: ./judge.mjs, stateless: true }] }',
  );

it('has a rubric for each symbol and date, and a review in which every item is open', () => {
  const rubrics = linesIn(join(out, 'rubrics.jsonl'));
  expect(rubrics.map(({ task, from, items }) => [task, from, items.length])).toEqual(
    dates.map((date) => [`ALDR-${date}`, ['rule', 'bare'], 3]),
  );
  const review = linesIn(join(out, 'review.jsonl'));
  expect(review.map(({ decision, reason }) => [decision, reason])).toEqual(
    dates.flatMap(() => [
      ['open', ''],
      ['open', 'mirrors content_accuracy-1'],
      ['open', ''],
    ]),
  );
});

it('keeps what people wrote when it is made again', () => {
  const path = join(out, 'review.jsonl');
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, `${before}\n`);
  expect(writeRubrics(out, ['rule', 'bare'])).toMatchObject({
    items: 6,
    mirrored: 2,
    isReviewKept: true,
  });
  expect(readFileSync(path, 'utf8')).toBe(`${before}\n`);
  writeFileSync(path, before);
});

it('is judged item by item: passed ÷ all × 10, flagged for those whose reports made it', async () => {
  const judged = join(root, 'judged');
  const rubrics = join(out, 'rubrics.jsonl');
  const files = { result, judges: judges(), out: judged, rubrics, fresh: false };
  const found = await run(await writeJudging(files), judged);
  const scores = found.sections.find(({ title }) => title === 'Scores');
  // The rule states the return, but no target. The other does the opposite: none of
  // its items passes.
  expect(scores?.table?.rows).toEqual(
    expect.arrayContaining([
      ['rule', 'all judges', 2, 10, 10, 10, 10, 10],
      ['bare', 'all judges', 2, 0, 0, 0, 0, 0],
    ]),
  );
  expect(scores?.text.slice(1)).toEqual(
    ['bare', 'rule'].map((agent) => expect.stringContaining(`made from reports of ${agent},`)),
  );
});

it('is judged by a rule that compares values alone', async () => {
  const judged = join(root, 'literal');
  const rules = written('rules.yaml', '{ agents: [{ id: l, kind: rule, rule: literal }] }');
  const files = { result, judges: rules, out: judged, rubrics: join(out, 'rubrics.jsonl') };
  const found = await run(await writeJudging({ ...files, fresh: false }), judged);
  const rows = found.sections.find(({ title }) => title === 'Scores')?.table?.rows;
  // It does not read that an item speaks of a mistake: of two on the return one passes,
  // whichever it is.
  expect(rows).toEqual(
    expect.arrayContaining([
      ['rule', 'all judges', 2, 7.5, 7.5, 7.5, 5, 10],
      ['bare', 'all judges', 2, 7.5, 7.5, 7.5, 5, 10],
    ]),
  );
});

it('is judged by what people left of it, with their counts in the result', async () => {
  const judged = join(root, 'reviewed');
  const review = written(
    'reviewed.jsonl',
    [
      {
        task: `ALDR-${dates[0]}`,
        item: 'content_accuracy-2',
        decision: 'drop',
        reason: 'a mirror',
      },
      {
        task: `ALDR-${dates[0]}`,
        item: 'content_accuracy-1',
        decision: 'edit',
        reason: 'any number will do',
        expected: '100',
      },
      {
        task: `ALDR-${dates[1]}`,
        item: 'reasoning_quality-1',
        decision: 'accept',
        reason: 'plain',
      },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  );
  const rubrics = join(out, 'rubrics.jsonl');
  const files = { result, judges: judges(), out: judged, rubrics, review, fresh: false };
  const found = await run(await writeJudging(files), judged);
  expect(found.scenario.terms).toMatchObject({
    review: { accept: 1, edit: 1, drop: 1, open: 3 },
  });
  await expect(textOfResult(found)).toMatchFileSnapshot('golden/rubric-reviewed.txt');
  const table = found.sections.find(({ title }) => title === 'Judgments')?.table?.rows ?? [];
  const bare = table.filter(([agent, , task]) => agent === 'bare' && task === `ALDR-${dates[0]}`);
  // One item of content is left, and it has the number; the only one of reasoning names a mistake
  // that was made.
  expect(bare.map((row) => row.slice(4))).toEqual([[5, 10, 0]]);
});

it.each([
  ['rule', /two of .*found "rule"/s],
  ['rule,nobody', /two of /],
  ['rule,rule', /agents of different models/],
])('refuses reports of %s', async (from, message) => {
  const writers = written('w.yaml', '{ agents: [{ id: w, kind: module, file: ./writer.mjs }] }');
  const request = { result, from: from.split(','), writers, out: join(root, 'no'), fresh: false };
  await expect(writeRubricTasks(request)).rejects.toThrow(message);
});

it('refuses a review of items that no rubric has, and decisions without a reason', async () => {
  const rubrics = join(out, 'rubrics.jsonl');
  const files = { result, judges: judges(), out: join(root, 'no'), rubrics, fresh: false };
  const stranger = written(
    'x.jsonl',
    '{"task":"ALDR-2023-11-03","item":"z","decision":"drop","reason":"r"}',
  );
  await expect(writeJudging({ ...files, review: stranger })).rejects.toThrow(
    /no such item.*x\.jsonl:1|x\.jsonl:1.*no such item/s,
  );
  const silent = written(
    'y.jsonl',
    '{"task":"ALDR-2023-11-03","item":"z","decision":"drop","reason":""}',
  );
  await expect(writeJudging({ ...files, review: silent })).rejects.toThrow(/y\.jsonl:1: reason/);
});

describe('the data of such runs is derived again', () => {
  /** What `verify` finds of a run, with its place as `.`. */
  async function verdictOn(name: string) {
    const folder = join(root, name);
    const { findings, notes, files } = await verifyResult(folder, {
      codeVersion: 'test',
      data: join(folder, 'data'),
      origins,
    });
    const plain = (text: string): string =>
      text.replaceAll(root, '.').replaceAll(/[0-9a-f]{64}/g, '<hash>');
    return {
      findings: findings.map(({ path, verdict }) =>
        plain(`${path}: ${'what' in verdict ? verdict.what : verdict.kind}`),
      ),
      notes: notes.map(plain).filter((note) => !note.endsWith('nothing derives it')),
      hasData: files.includes('data'),
    };
  }
  /** Changes a file for as long as `look` takes. */
  async function changed<T>(
    path: string,
    from: string | RegExp,
    to: string,
    look: () => Promise<T>,
  ) {
    const before = readFileSync(path, 'utf8');
    const text = before.replace(from, to);
    expect(text).not.toBe(before);
    writeFileSync(path, text);
    try {
      return await look();
    } finally {
      writeFileSync(path, before);
    }
  }
  const whole = { findings: [], notes: [], hasData: true };

  it('from the reports of the agents that it names', async () => {
    expect(await verdictOn('rubrics')).toEqual(whole);
    const description = join(out, 'data', 'dataset.yaml');
    const other = await changed(description, '- bare', '- rule', () => verdictOn('rubrics'));
    expect(other).toMatchObject({
      hasData: false,
      findings: [expect.stringMatching(/^runs.w-rubric-writing: the data set is not the one /)],
      notes: [expect.stringMatching(/^data: not derived again: .*two of .*the hashes hold$/)],
    });
  });

  it('of earlier runs, whose tasks asked for all dimensions', async () => {
    const earlier = join(root, 'earlier');
    const writers = written(
      'earlier.yaml',
      '{ agents: [{ id: w, kind: module, file: ./earlier.mjs, stateless: true }] }',
    );
    const from = ['rule', 'bare'];
    const request = { result, from, writers, out: earlier, fresh: false, isWhole: true };
    await run(await writeRubricTasks(request), earlier);
    expect(writeRubrics(earlier, from)).toMatchObject({ items: 6, mirrored: 2 });
    const itemsIn = (folder: string) => readFileSync(join(folder, 'rubrics.jsonl'), 'utf8');
    expect(itemsIn(earlier)).toBe(itemsIn(out));
    expect(await verdictOn('earlier')).toEqual(whole);
  });

  it('from rubrics and their review, as long as these are the same', async () => {
    const rubrics = written('own-rubrics.jsonl', readFileSync(join(out, 'rubrics.jsonl'), 'utf8'));
    const line = { task: `ALDR-${dates[0]}`, item: 'content_accuracy-2', decision: 'drop' };
    const review = written('own-review.jsonl', JSON.stringify({ ...line, reason: 'a mirror' }));
    const own = join(root, 'derived');
    const files = { result, judges: judges(), out: own, rubrics, review, fresh: false };
    await run(await writeJudging(files), own);
    expect(await verdictOn('derived')).toEqual(whole);
    const not = 'data: not derived again';
    const isOther = (file: string) =>
      `${not}: ./${file}: the file is another; expected SHA-256 <hash>; found <hash>; the hashes ` +
      'hold';
    const reviewed = await changed(review, 'a mirror', 'none', () => verdictOn('derived'));
    expect(reviewed).toEqual({ ...whole, hasData: false, notes: [isOther('own-review.jsonl')] });
    const stated = await changed(rubrics, 'States', 'Says', () => verdictOn('derived'));
    expect(stated).toEqual({ ...whole, hasData: false, notes: [isOther('own-rubrics.jsonl')] });
    rmSync(review);
    expect(await verdictOn('derived')).toEqual({
      ...whole,
      hasData: false,
      notes: [expect.stringMatching(/^data: not derived again: .*own-review\.jsonl/)],
    });
  });
});
