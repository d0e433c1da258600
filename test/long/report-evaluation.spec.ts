/**
 * Weekly reports from the run or the script that wrote them to who grades them, and the grades
 * to their file.
 */

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { file, folder, mainFile, tapefold, type Ended } from '../e2e/command-line.fixture.js';
import { withTools } from '../e2e/mcp-decisions.fixture.js';
import { flags, python, root } from '../e2e/skill-script.fixture.js';

const upsertReport = join(root, 'skills/report_generation/scripts/upsert_report.py');
const upsertEvaluation = join(root, 'skills/report_evaluation/scripts/upsert_evaluation.py');

const weekly = {
  symbol: 'BRK.B',
  'target-date': '2026-01-09',
  price: '499.5',
  action: 'STRONG_BUY',
  model: 'Some.Model',
};
const run = 'report_generation_BRK_B_some_model';
const pathOf = (date: string): string => `${run}/report_generation_BRK_B_${date}_some_model.md`;
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'));

describe('upsert_report.py', () => {
  const submit = (out: string, other: Record<string, string> = {}, input = '# Report\n') =>
    python(upsertReport, flags(weekly, { 'output-root': out, ...other }), { input });

  it('keeps a report and its record for each date in order, and prints what it wrote as one line', async () => {
    const out = folder();
    const first = await submit(out);
    expect(first.err).toBe('');
    expect(first.out.split('\n')).toHaveLength(2);
    const record = (date: string, price: number, recommended_action: string) => ({
      date,
      price,
      recommended_action,
      report_path: pathOf(date.replaceAll('-', '')),
    });
    const path = join(out, `${run}.json`);
    expect(JSON.parse(first.out)).toEqual({
      path,
      report_path: join(out, pathOf('20260109')),
      action_recorded: 'STRONG_BUY',
      date_recorded: '2026-01-09',
      total_records: 1,
      start_date: '2026-01-09',
      end_date: '2026-01-09',
    });
    await submit(out, { 'target-date': '2026-01-02', action: 'HOLD' });
    const again = await submit(out, { price: '0.0', action: 'SELL' }, '```md\n# Again\n```\n');
    expect(JSON.parse(again.out)).toMatchObject({ action_recorded: 'SELL', total_records: 2 });
    expect(read(path)).toEqual({
      status: 'in_progress',
      symbol: 'BRK.B',
      model: 'Some.Model',
      start_date: '2026-01-02',
      end_date: '2026-01-09',
      recommendations: [record('2026-01-02', 499.5, 'HOLD'), record('2026-01-09', 0, 'SELL')],
    });
    expect(readFileSync(join(out, pathOf('20260102')), 'utf8')).toBe('# Report\n');
    expect(readFileSync(join(out, pathOf('20260109')), 'utf8')).toBe('# Again\n');
    expect(readdirSync(out).sort()).toEqual([run, `${run}.json`]);
  });

  it('makes an object of a list of records, as earlier versions wrote it', async () => {
    const directory = folder();
    const { price: _, ...words } = weekly;
    const out = join(directory, 'results/report_generation');
    const before = { date: '2026-01-02', price: 0, recommended_action: 'BUY', report_path: 'x' };
    const listed = { ...before, symbol: 'BRK.B', model: 'Some.Model' };
    await submit(out);
    file(out, `${run}.json`, JSON.stringify([listed]));
    const ended = await python(upsertReport, flags(words), { cwd: directory, input: '# R' });
    expect(ended.code, ended.err).toBe(0);
    expect(read(out, `${run}.json`)).toMatchObject({
      status: 'in_progress',
      symbol: 'BRK.B',
      model: 'Some.Model',
      start_date: '2026-01-02',
      end_date: '2026-01-09',
      recommendations: [listed, { date: '2026-01-09', price: 0 }],
    });
  });

  it.each([
    ['an empty report', {}, '', 2, 'standard input'],
    ['a report of a fence alone', {}, '```markdown\n\n```', 2, 'the report is empty'],
    ['another action', { action: 'ACCUMULATE' }, '# R', 2, 'STRONG_BUY, BUY, HOLD'],
    ['no such day', { 'target-date': '2026-02-30' }, '# R', 2, '--target-date'],
    ['a price below zero', { price: '-1' }, '# R', 2, '--price'],
    ['no model', { model: '' }, '# R', 2, '--model'],
  ])('refuses %s, and writes nothing', async (_, other, input, code, told) => {
    const out = folder();
    const ended = await submit(out, other, input);
    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.err).toContain(told);
    expect(readdirSync(out)).toEqual([]);
  });

  it.each([
    ['of another symbol', '[{"date":"2026-01-02","recommended_action":"BUY","symbol":"BRK_B"}]', 3],
    ['of another model', '{"model":"some_model","recommendations":[]}', 3],
    ['torn', '[{"date":', 2],
    ['no list', '{"reports":[]}', 2],
  ])('leaves a file alone that is %s', async (_, text, code) => {
    const out = folder();
    const path = file(out, `${run}.json`, text);
    const ended = await submit(out);
    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.err).toContain(path);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(existsSync(join(out, pathOf('20260109')))).toBe(false);
  });
});

describe('upsert_evaluation.py', () => {
  const graded = { per_report: [{ report_date: '2026-01-02' }], evaluation_date: '2026-02-01' };
  const submit = (words: readonly string[], input: unknown, cwd: string): Promise<Ended> =>
    python(upsertEvaluation, words, {
      cwd,
      input: typeof input === 'string' ? input : JSON.stringify(input),
    });

  it('writes the evaluation of a symbol and model whole, in place of an earlier one', async () => {
    const directory = folder();
    const first = await submit(['--ticker', 'BRK.B', '--model', 'Some.Model'], graded, directory);
    const name = 'results/report_evaluation/report_evaluation_BRK_B_some_model.json';
    const page = name.replace(/json$/, 'md');
    expect(first.err).toBe('');
    expect(JSON.parse(first.out)).toEqual({
      path: name,
      markdown_path: page,
      symbol: 'BRK.B',
      model: 'Some.Model',
      status: 'completed',
      reports_evaluated: 1,
    });
    expect(readFileSync(join(directory, page), 'utf8')).toContain(
      '# Report Evaluation: BRK.B\n\n**Model:** Some.Model | **Evaluation Date:** 2026-02-01\n',
    );
    const own = { symbol: 'BRK.B', ticker: 'BRK.B', model: 'Some.Model' };
    const whole = { status: 'completed', ...own, reports_evaluated: 1, ...graded };
    expect(read(directory, name)).toEqual(whole);
    const other = { symbol: 'BRK.B', status: 'partial', notes: ['é'] };
    const again = await submit(['--symbol=BRK.B', '--model=Some.Model'], other, directory);
    expect(JSON.parse(again.out)).toMatchObject({ status: 'partial', reports_evaluated: 0 });
    const written = read(directory, name) as { evaluation_date: string };
    const { evaluation_date, ...rest } = written;
    expect(evaluation_date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(rest).toEqual({ ...own, reports_evaluated: 0, ...other });
    expect(readFileSync(join(directory, page), 'utf8')).toContain('## 5. Per-Report Notes\n\n## 6');
    const namesake = await submit(['--symbol=BRK_B', '--model=Some.Model'], graded, directory);
    expect(namesake.code).toBe(3);
    expect(namesake.err).toContain('another symbol');
  });

  it.each([
    ['no JSON', ['--symbol', 'A', '--model', 'm'], 'five', 2, 'not JSON'],
    ['nothing', ['--symbol', 'A', '--model', 'm'], '', 2, 'not JSON'],
    ['a list', ['--symbol', 'A', '--model', 'm'], [graded], 2, 'a JSON object'],
    ['another ticker', ['--symbol', 'A', '--model', 'm'], { ticker: 'B' }, 3, 'standard input'],
    ['no symbol', ['--model', 'm'], graded, 2, '--symbol'],
    ['two symbols', ['--symbol', 'A', '--ticker', 'A', '--model', 'm'], graded, 2, '--ticker'],
    ['no model', ['--symbol', 'A'], graded, 2, '--model'],
  ])('refuses %s, and writes nothing', async (_, words, input, code, told) => {
    const directory = folder();
    const ended = await submit(words, input, directory);
    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.err).toContain(told);
    expect(readdirSync(directory)).toEqual([]);
  });
});

/** Serves the tools over HTTP until the test ends, and gives the address. */
async function served(...words: readonly string[]): Promise<string> {
  const all = ['mcp', 'report-evaluation', '--data', 'synthetic-market', ...words, '--http', '0'];
  const child = spawn(process.execPath, [mainFile, ...all], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  return (JSON.parse(String(value)) as { url: string }).url;
}

describe('tapefold mcp report-evaluation', () => {
  it('serves the reports of a result, and each metric in them is right', async () => {
    const directory = folder();
    const scenario = file(
      directory,
      'scenario.yaml',
      'name: weeks\ndata: synthetic-market\nworkflow: insights\n' +
        'window: { from: 2023-05-01, to: 2023-05-31 }\nsymbols: [ALDR, BRKW]\n' +
        'agents: [{ id: reporter, kind: rule, rule: reporter }]\n',
    );
    const out = join(directory, 'out');
    const ended = await tapefold('run', scenario, '--out', out);
    expect(ended.code, ended.err).toBe(0);
    await withTools(await served('--reports', out), async (asked) => {
      const { value: reports } = await asked('list_reports', { ticker: 'ALDR', model: 'reporter' });
      const dates = ['2023-05-05', '2023-05-12', '2023-05-19', '2023-05-26'];
      const { result: rows } = reports as {
        result: { report_date: string; relative_path: string }[];
      };
      expect(rows.map(({ report_date }) => report_date)).toEqual(dates);
      for (const { report_date, relative_path } of rows) {
        const week = await asked('verify_weekly_metrics', { symbol: 'ALDR', report_date });
        const { comparisons } = week.value as { comparisons: unknown };
        expect(comparisons).toMatchObject([
          { relative_path, quantitative_alignment: 5, differences: [] },
        ]);
      }
    });
  });

  it.each([
    ['no reports', ['report-evaluation'], '--reports'],
    ['a folder without reports', ['report-evaluation', '--reports', 'skills'], 'no reports'],
    ['terms', ['report-evaluation', '--reports', 'skills', '--terms', '{}'], '--terms'],
    ['reports of another set', ['trading', '--reports', 'skills'], 'only report-evaluation'],
  ])('says of %s what is wrong', async (_, words, told) => {
    const ended = await tapefold('mcp', ...words, '--data', 'synthetic-market');
    expect([ended.code, ended.out]).toEqual([2, '']);
    expect(ended.err).toContain(told);
  });
});
