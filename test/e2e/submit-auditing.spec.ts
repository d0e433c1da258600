/**
 * Audits from the shell: written as HERCULEAN's script does, and read back as the answers of
 * a script agent.
 */

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { file, folder, tapefold, type Ended } from './command-line.fixture.js';
import { flags, python, root } from './skill-script.fixture.js';

const script = join(root, 'skills/auditing/scripts/write_audit.py');

const audit = {
  'filing-name': '10k',
  ticker: 'brk.b',
  'issue-time': '20230930',
  'concept-id': 'us-gaap:Assets',
  period: '2022-09-25 to 2023-09-30',
  'extracted-value': '-.0130',
  'calculated-value': '0.013',
  model: 'GPT-5.1 mini',
};
const name =
  'auditing_10k-brk.b-20230930_us-gaap-Assets_2022-09-25-to-2023-09-30_GPT-5.1-mini.json';
/** As versions before HERCULEAN's scripts were published wrote it. */
const earlierName =
  'auditing_10k-brk.b-20230930_us-gaap_Assets_2022-09-25_to_2023-09-30_gpt-5.1_mini.json';

const submit = (directory: string, other: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  tapefold('submit', 'auditing', ...flags(audit, { 'output-root': directory, ...other }));

describe('write_audit.py', () => {
  it('writes both values as one line, and prints what it wrote', async () => {
    const directory = folder();
    const ended = await python(script, flags(audit, { 'output-root': directory }));
    expect([ended.code, ended.err]).toEqual([0, '']);
    const values = { extracted_value: '-.0130', calculated_value: '0.013' };
    const line = '{"extracted_value": "-.0130", "calculated_value": "0.013"}\n';
    const written = { path: join(directory, name), ...values, bytes_written: line.length };
    expect(JSON.parse(ended.out)).toEqual(written);
    expect(readdirSync(directory)).toEqual([name]);
    expect(readFileSync(join(directory, name), 'utf8')).toBe(line);
  });

  it('replaces the values of the same case', async () => {
    const directory = folder();
    await submit(directory);
    const again = await submit(directory, { 'extracted-value': '7', 'calculated-value': '-7' });
    expect(JSON.parse(again.out)).toMatchObject({ extracted_value: '7', calculated_value: '-7' });
    expect(readFileSync(join(directory, name), 'utf8')).toBe(
      '{"extracted_value": "7", "calculated_value": "-7"}\n',
    );
    expect(readdirSync(directory)).toEqual([name]);
  });

  it.each(['null', 'None', ''])(
    'takes %j for both values as a filing that is not found',
    async (none) => {
      const directory = folder();
      const ended = await submit(directory, { 'extracted-value': none, 'calculated-value': none });
      expect([ended.code, ended.err]).toEqual([0, '']);
      expect(readFileSync(join(directory, name), 'utf8')).toBe(
        '{"extracted_value": null, "calculated_value": null}\n',
      );
    },
  );

  it.each([
    ['one value alone', { 'extracted-value': 'null' }, '--calculated-value'],
    ['separators', { 'extracted-value': '1,000' }, '--extracted-value'],
    ['a unit', { 'calculated-value': '5 USD' }, '--calculated-value'],
    ['no form', { 'filing-name': '' }, '--filing-name'],
    ['a ticker of two words', { ticker: 'a b' }, '--ticker'],
    ['a date with dashes', { 'issue-time': '2023-09-30' }, '--issue-time'],
    ['no concept', { 'concept-id': '' }, '--concept-id'],
    ['a period of other signs', { period: '2023/"' }, '--period'],
    ['no model', { model: '' }, '--model'],
    ['a name that no file can have', { 'concept-id': 'x'.repeat(250) }, '--model'],
  ])('refuses %s, and writes nothing', async (_, other, says) => {
    const directory = folder();
    const ended = await submit(directory, other);
    expect([ended.code, ended.out]).toEqual([2, '']);
    expect(ended.err).toContain(says);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('stays in its folder', async () => {
    const directory = folder();
    const own = { model: '../y', 'output-root': join(directory, 'out') };
    const outside = await submit(directory, { ...own, ticker: '../../x' });
    expect(outside.code).toBe(2);
    expect(outside.err).toContain('--ticker');
    expect(readdirSync(directory)).toEqual([]);
    expect((await submit(directory, own)).code).toBe(0);
    expect(readdirSync(directory)).toEqual(['out']);
    expect(readdirSync(join(directory, 'out'))).toHaveLength(1);
  });
});

describe('import herculean-audits', () => {
  const prompt =
    'Please audit the value of us-gaap:Cash for 2022-09-25 in the 10k filing released by brk.b ' +
    "on 2023-09-30. What's the reported value? (id: b)";
  const asked = {
    id: 'a',
    filing_name: '10k',
    ticker: 'brk.b',
    issue_time: '20230930',
    concept_id: 'us-gaap_Assets',
    period: '2022-09-25 to 2023-09-30',
    expected_extracted: '1',
    expected_calculated: '1',
  };
  const tasksIn = (directory: string): string =>
    file(
      directory,
      'tasks.jsonl',
      `${JSON.stringify(asked)}\n${prompt}\n` +
        `${JSON.stringify({ ...asked, id: 'c', period: '2022-09-25' })}\n`,
    );

  it('makes answers by the names of files, by case', async () => {
    const directory = folder();
    const tasks = tasksIn(directory);
    const results = join(directory, 'results');
    await submit(results);
    await submit(results, { 'concept-id': 'us-gaap:Cash', period: '2022-09-25', ticker: 'BRK.B' });
    await submit(results, { ticker: 'other' });
    const out = join(directory, 'audits.jsonl');
    const words = ['import', 'herculean-audits', results, '--tasks', tasks, '--out', out];
    const ended = await tapefold(...words);
    expect([ended.code, ended.err]).toEqual([0, '']);
    expect(ended.out).toBe('2 of 3 cases have an audit of GPT-5.1-mini; files of other cases: 1\n');
    const answer = { extracted_value: '-.0130', calculated_value: '0.013' };
    expect(
      readFileSync(out, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toEqual([
      { task: 'a', answer },
      { task: 'b', answer },
    ]);
    expect(await tapefold(...words)).toMatchObject({ code: 3, out: '' });
  });

  it('takes the audits of one model', async () => {
    const directory = folder();
    const tasks = tasksIn(directory);
    const results = join(directory, 'results');
    await submit(results);
    await submit(results, { model: 'b', 'extracted-value': '5' });
    const out = join(directory, 'audits.jsonl');
    const words = ['import', 'herculean-audits', results, '--tasks', tasks, '--out', out];
    const several = await tapefold(...words);
    expect(several).toMatchObject({ code: 2, out: '' });
    expect(several.err).toContain('audits of several models');
    expect(several.err).toContain('b, GPT-5.1-mini');
    const none = await tapefold(...words, '--model', 'c');
    expect(none.err).toContain('no audits of these cases; expected "c"');
    await tapefold(...words, '--model', 'B');
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual({
      task: 'a',
      answer: { extracted_value: '5', calculated_value: '0.013' },
    });
  });

  it('reads earlier names, and no second file of a case', async () => {
    const directory = folder();
    const results = join(directory, 'results');
    const values = { extracted_value: '1', calculated_value: '2' };
    mkdirSync(results);
    file(results, earlierName, JSON.stringify(values));
    file(results, earlierName.replace('2022-09-25_to_2023', '2022-09-25_to_2024'), '{}');
    const out = join(directory, 'out.jsonl');
    const words = [
      'import',
      'herculean-audits',
      results,
      '--tasks',
      tasksIn(directory),
      '--out',
      out,
    ];
    const ended = await tapefold(...words);
    expect([ended.code, ended.err]).toEqual([0, '']);
    expect(ended.out).toBe('1 of 3 cases have an audit of gpt-5.1_mini; files of other cases: 1\n');
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual({ task: 'a', answer: values });
    rmSync(out);
    await submit(results);
    const twice = await tapefold(...words);
    expect(twice).toMatchObject({ code: 2, out: '' });
    expect(twice.err).toContain(
      `two files have an audit of one case; expected one file for case "a"`,
    );
    const exact = await tapefold(...words, '--model', 'GPT-5.1 mini');
    expect(exact.out).toBe('1 of 3 cases have an audit of GPT-5.1-mini; files of other cases: 1\n');
  });

  it('refuses an audit that is a link out of the folder', async () => {
    const directory = folder();
    const results = join(directory, 'results');
    await submit(results);
    const tasks = tasksIn(directory);
    renameSync(join(results, name), join(directory, 'outside.json'));
    symlinkSync(join(directory, 'outside.json'), join(results, name));
    const out = join(directory, 'out.jsonl');
    const ended = await tapefold(
      'import',
      'herculean-audits',
      results,
      '--tasks',
      tasks,
      '--out',
      out,
    );
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toContain(`${name}: a link leads out of its folder`);
  });

  it('names a file that is not JSON', async () => {
    const directory = folder();
    file(directory, name, '{"extracted_value": "1"');
    const words = ['--tasks', tasksIn(directory), '--out', join(directory, 'out.jsonl')];
    const ended = await tapefold('import', 'herculean-audits', directory, ...words);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toContain(`${name}: not JSON`);
  });
});
