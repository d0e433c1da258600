/**
 * A judging run over another result: what judges see, what becomes of their judgments, what
 * stays as it was.
 */

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { loadScenario, runScenario } from '#backtest';
import { writeJudging } from '#judging/judging-data';
import type { Result } from '#contracts/result/result';
import { sha256Hex } from '#values';
import { textOfResult } from './golden-result.js';

const root = mkdtempSync(join(tmpdir(), 'tapefold-judge-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const written = (name: string, text: string): string => {
  writeFileSync(join(root, name), text);
  return join(root, name);
};
const options = { codeVersion: 'test', jobs: 1, fresh: false } as const;

async function run(path: string, out: string): Promise<Result> {
  const outcome = await runScenario(loadScenario(path), { ...options, out });
  if (outcome.kind !== 'finished') throw new Error(`the run ended as ${outcome.kind}`);
  return outcome.result as Result;
}

/** A judge that takes points off for each `not` in a report, and reads nothing else. */
const strict = `export default { decide({ task }) {
  const nots = (task.inputs['report'].match(/\\bnot\\b/g) ?? []).length;
  return { scores: { evidence_fidelity: Math.max(0, 5 - nots / 4), reasoning_quality: 4 } };
} };`;
const judges = (...kinds: object[]): string =>
  JSON.stringify({
    seed: 7,
    agents: kinds.map((kind, at) => ({ id: `judge-${at + 1}`, ...kind })),
  });
const strictJudge = { kind: 'module', file: './strict.mjs', stateless: true };

const result = join(root, 'weekly');
let weekly: Result;
beforeAll(async () => {
  written('strict.mjs', strict);
  const scenario = {
    name: 'weekly',
    data: 'synthetic-market',
    workflow: 'insights',
    symbols: ['ALDR', 'DUNE'],
    window: { from: '2023-11-01', to: '2023-11-30' },
    agents: [
      { id: 'secret-name', kind: 'rule', rule: 'reporter' },
      { id: 'bare', kind: 'script', file: './bare.jsonl' },
    ],
  };
  written(
    'bare.jsonl',
    '{"date":"2023-11-03","symbol":"ALDR","rating":"BUY","report":"Buy it."}\n',
  );
  weekly = await run(written('weekly.yaml', JSON.stringify(scenario)), result);
}, 60_000);

const hashes = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${name} ${sha256Hex(readFileSync(join(parentPath, name)))}`)
    .sort();
const linesIn = (out: string, name: string) =>
  readFileSync(join(out, 'data', name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

it('judges reports with these figures and sections', async () => {
  await expect(textOfResult(weekly)).toMatchFileSnapshot('golden/insights.txt');
});

describe('judging', () => {
  it('scores every report, and leaves the judged result as it was', async () => {
    const before = hashes(result);
    const out = join(root, 'judged');
    const file = written('judges.yaml', judges(strictJudge, strictJudge));
    const judged = await run(await writeJudging({ result, judges: file, out, fresh: false }), out);
    expect(hashes(result)).toEqual(before);
    await expect(textOfResult(judged)).toMatchFileSnapshot('golden/judging.txt');
    const tasks = linesIn(out, 'tasks.jsonl');
    // Eight of the rule and one of the script, whose other seven are missing.
    expect(tasks).toHaveLength(9);
    expect(judged.runs.map((run) => valuesOf(run)['judged'])).toEqual([1, 1]);
    // Each report of the rule has three `not` more or less; the mean is computed here again.
    const solutions = linesIn(out, 'solutions.jsonl');
    const overall = tasks.map(({ id, inputs }) => {
      const { known } = solutions.find((one) => one.id === id).solution;
      const nots = (inputs.report.match(/\bnot\b/g) ?? []).length;
      // A report without the metrics cannot be reasoned well about.
      const reasoning = known.quantitative_alignment <= 2 ? 3 : 4;
      const scores = [...(Object.values(known) as number[]), Math.max(0, 5 - nots / 4), reasoning];
      return scores.reduce((sum, one) => sum + one, 0) / scores.length;
    });
    const mean = overall.reduce((sum, one) => sum + one, 0) / overall.length;
    expect(valuesOf(judged.runs[0])['overall']).toBeCloseTo(mean, 12);
    const scores = judged.sections.find(({ title }) => title === 'Scores')?.table?.rows ?? [];
    expect(scores.map(([agent, judge, count]) => [agent, judge, count])).toEqual(
      expect.arrayContaining([
        ['secret-name', 'judge-1-judging', 8],
        ['secret-name', 'all judges', 16],
        ['bare', 'judge-2-judging', 1],
      ]),
    );
  });

  it('shows judges neither the name of who wrote a report, nor the order in which they answered', async () => {
    const out = join(root, 'names');
    const file = written('names.yaml', judges(strictJudge));
    await writeJudging({ result, judges: file, out, fresh: false });
    const text = readFileSync(join(out, 'data', 'tasks.jsonl'), 'utf8');
    expect(text).not.toContain('secret-name');
    expect(text).not.toContain('Model:** reporter');
    expect(text).toContain('Model:** withheld');
    const places = linesIn(out, 'solutions.jsonl').map(({ solution }) => solution.task);
    expect(places).not.toEqual(places.toSorted());
  });

  it('hides names of models that stand by themselves, and no part of a word', async () => {
    const report =
      '# ALDR\\n\\n**Model:** m | by m-agent\\n\\n## 1. Executive Summary\\n\\nSome o3 terms, ' +
      'foo3: I am m.';
    const agents =
      '{ agents: [{ id: m-agent, kind: module, file: ./named.mjs, stateless: true }] }';
    written(
      'named.mjs',
      `export default { decide: () => ({ rating: 'HOLD', report: '${report}' }) };`,
    );
    const scenario =
      '{ name: n, data: synthetic-market, workflow: insights, symbols: [ALDR], ' +
      `window: { from: '2023-11-01', to: '2023-11-03' }, ${agents.slice(1)}`;
    const named = join(root, 'named');
    await run(written('named.yaml', scenario), named);
    const out = join(root, 'named-judged');
    await writeJudging({
      result: named,
      judges: written('n.yaml', judges(strictJudge)),
      out,
      fresh: false,
    });
    const [{ inputs }] = linesIn(out, 'tasks.jsonl');
    expect(inputs.report).toContain('**Model:** withheld | by withheld\n');
    expect(inputs.report).toContain('Some o3 terms, foo3: I am m.');
  });

  it('gives the same bytes from the same files, and other tasks only with fresh', async () => {
    const file = written('again.yaml', judges(strictJudge));
    const [one, other] = ['again-1', 'again-2'].map((name) => join(root, name));
    await writeJudging({ result, judges: file, out: one!, fresh: false });
    await writeJudging({ result, judges: file, out: other!, fresh: false });
    expect(hashes(one!)).toEqual(hashes(other!));
    await run(join(one!, 'scenario.yaml'), one!);
    const changed = written('changed.yaml', judges(strictJudge).replace('7', '8'));
    const again = { result, judges: changed, out: one! };
    await expect(writeJudging({ ...again, fresh: false })).rejects.toThrow(
      /judging of another result/,
    );
    await writeJudging({ ...again, fresh: true });
    expect(hashes(join(one!, 'data'))).not.toEqual(hashes(join(other!, 'data')));
  });

  it('tells where judges agree with people', async () => {
    const out = join(root, 'gold');
    const gold = written(
      'gold.jsonl',
      ['2023-11-03', '2023-11-10', '2023-11-17', '2023-11-24']
        .map((date, at) => ({
          run: 'secret-name-insights',
          task: `ALDR-${date}`,
          scores: { evidence_fidelity: at, reasoning_quality: 4 },
        }))
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    const file = written('gold.yaml', judges(strictJudge));
    const judged = await run(
      await writeJudging({ result, judges: file, out, gold, fresh: false }),
      out,
    );
    await expect(textOfResult(judged)).toMatchFileSnapshot('golden/judging-gold.txt');
    const rows = judged.sections.find(({ title }) => title === 'Judges and people')?.table?.rows;
    // A constant rater agrees with no one beyond chance; if all are constant there is no
    // chance to beat.
    expect(rows).toEqual([
      ['judge-1-judging', 'evidence_fidelity', 4, 0, null, null],
      ['judge-1-judging', 'reasoning_quality', 4, null, null, null],
    ]);
    const stranger = written('stranger.jsonl', '{"run":"x","task":"y","scores":{}}\n');
    await expect(
      writeJudging({ result, judges: file, out: join(root, 'x'), gold: stranger, fresh: false }),
    ).rejects.toThrow(/stranger\.jsonl:1.*a run and a task of the result.*x, y/s);
  });

  it('takes a gold set later, asks no judge again, and reports that the data is synthetic', async () => {
    const out = join(root, 'later');
    const file = written('later.yaml', judges(strictJudge));
    const before = await run(await writeJudging({ result, judges: file, out, fresh: false }), out);
    expect(before.scenario.synthetic).toBe(true);
    expect(before.sections.map(({ title }) => title)).not.toContain('Judges and people');
    const line = { run: 'secret-name-insights', task: 'ALDR-2023-11-03' };
    const scores = { evidence_fidelity: 4 };
    const gold = written('later.jsonl', JSON.stringify({ ...line, scores }));
    const again = { result, judges: file, out, gold, fresh: false };
    const after = await run(await writeJudging(again), out);
    expect(after.sections.map(({ title }) => title)).toContain('Judges and people');
    expect(after.runs.map(({ journalHash }) => journalHash)).toEqual(
      before.runs.map(({ journalHash }) => journalHash),
    );
    const beyond = { evidence_fidelity: 9 };
    const wrong = written('beyond.jsonl', JSON.stringify({ ...line, scores: beyond }));
    await expect(writeJudging({ ...again, gold: wrong })).rejects.toThrow(
      /beyond\.jsonl:1: scores\.evidence_fidelity/,
    );
    const stranger = written('style.jsonl', JSON.stringify({ ...line, scores: { style: 1 } }));
    await expect(writeJudging({ ...again, gold: stranger })).rejects.toThrow(
      /style\.jsonl:1: scores/,
    );
  });

  it('refuses what it cannot judge', async () => {
    const file = written('refused.yaml', judges(strictJudge));
    const nothing = { judges: file, out: join(root, 'nothing'), fresh: false };
    await expect(writeJudging({ ...nothing, result: join(root, 'none') })).rejects.toThrow(
      /scenario\.json/,
    );
    const unfinished = join(root, 'unfinished');
    mkdirSync(unfinished);
    cpSync(result, unfinished, { recursive: true });
    rmSync(join(unfinished, 'result.json'));
    await expect(writeJudging({ ...nothing, result: unfinished })).rejects.toThrow(/not finished/);
    const wrong = written('wrong.yaml', '{ agents: [{ id: a, kind: nobody }] }');
    await expect(writeJudging({ ...nothing, result, judges: wrong })).rejects.toThrow(
      /wrong\.yaml.*agents\.0\.kind/s,
    );
    const trading = join(root, 'trading');
    await runScenario(loadScenario('examples/01-hello-backtest/scenario.yaml'), {
      ...options,
      out: trading,
    });
    await expect(writeJudging({ ...nothing, result: trading })).rejects.toThrow(
      /a result of insights.*found trading/s,
    );
    expect(() => readdirSync(nothing.out)).toThrow(/ENOENT/);
  });
});
