/**
 * Scripts from files: both formats, and one clear error for each way in which they can be wrong.
 */

import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFailure, requireCivilDate, type TapefoldError } from '#values';
import { afterAll, describe, expect, it } from 'vitest';
import { fileOf } from '../open-agent.js';
import { readScriptFile } from './script-file.js';
import type { Script } from './script.js';

const folder = mkdtempSync(join(tmpdir(), 'script-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

function actionOn(script: Script, date: string, symbol: string): string | undefined {
  return script.get(requireCivilDate(date, 'test'))?.get(symbol)?.action;
}

async function failureOf(file: string): Promise<TapefoldError> {
  const outcome = await readScriptFile(file).then(
    () => 'no failure',
    (error: unknown) => error,
  );
  expect(isFailure(outcome, 'InvalidInput')).toBe(true);
  return outcome as TapefoldError;
}

describe('the path of a script', () => {
  it('is no link that leads out of the folder of its scenario, whose lines an error would quote', () => {
    const target = written('own.csv', 'date,symbol,action\n');
    symlinkSync('own.csv', join(folder, 'inside.csv'));
    symlinkSync('/etc/passwd', join(folder, 'outside.csv'));
    expect(fileOf('inside.csv', folder)).toBe(join(folder, 'inside.csv'));
    expect(fileOf(target, '/')).toBe(target);
    expect(fileOf('gone.csv', folder)).toBe(join(folder, 'gone.csv'));
    expect(() => fileOf('./outside.csv', folder)).toThrow(
      './outside.csv: a link leads out of its folder; expected a file inside the folder',
    );
  });
});

describe('a CSV script', () => {
  it.each([
    { name: 'LF', text: 'date,symbol,action\n2025-03-03,AAPL,BUY\n2025-03-04,AAPL,HOLD\n' },
    { name: 'CRLF', text: 'date,symbol,action\r\n2025-03-03,AAPL,BUY\r\n2025-03-04,AAPL,HOLD\r\n' },
    { name: 'no last end', text: 'date,symbol,action\n2025-03-03,AAPL,BUY\n2025-03-04,AAPL,HOLD' },
    { name: 'BOM', text: '\uFEFFdate,symbol,action\n2025-03-03,AAPL,BUY\n2025-03-04,AAPL,HOLD\n' },
    { name: 'any order', text: 'date,symbol,action\n2025-03-04,AAPL,HOLD\n2025-03-03,AAPL,BUY\n' },
  ])('is read with $name', async ({ name, text }) => {
    const script = await readScriptFile(written(`good ${name}.csv`, text));
    expect(script.size).toBe(2);
    expect(actionOn(script, '2025-03-03', 'AAPL')).toBe('BUY');
    expect(actionOn(script, '2025-03-04', 'AAPL')).toBe('HOLD');
    expect(actionOn(script, '2025-03-04', 'GS')).toBeUndefined();
  });

  it('may have no rows', async () => {
    expect((await readScriptFile(written('none.csv', 'date,symbol,action\n'))).size).toBe(0);
  });

  it.each([
    { name: 'an empty file', text: '', where: ':1', says: 'found an empty file' },
    { name: 'no header', text: '2025-03-03,AAPL,BUY\n', where: ':1', says: 'wrong header' },
    { name: 'another header', text: 'date,action,symbol\n', where: ':1', says: 'wrong header' },
    { name: 'a lower-case action', rows: '2025-03-03,AAPL,buy', where: ':2', says: '"buy"' },
    { name: 'a torn action', rows: '2025-03-03,AAPL,BU', where: ':2', says: 'BUY, SELL or HOLD' },
    { name: 'a torn row', rows: '2025-03-03,AAPL', where: ':2', says: 'three fields' },
    { name: 'a field too many', rows: '2025-03-03,AAPL,BUY,1', where: ':2', says: 'three fields' },
    { name: 'an empty line', rows: '\n2025-03-03,AAPL,BUY', where: ':2', says: 'three fields' },
    { name: 'no such day', rows: '2025-02-29,AAPL,BUY', where: ':2', says: 'YYYY-MM-DD' },
    { name: 'no symbol', rows: '2025-03-03,,BUY', where: ':2', says: 'not a symbol' },
    { name: 'a long symbol', rows: `2025-03-03,${'A'.repeat(33)},BUY`, where: ':2', says: '32' },
    {
      name: 'a duplicate',
      rows: '2025-03-03,AAPL,BUY\n2025-03-03,GS,BUY\n2025-03-03,AAPL,BUY',
      where: ':4',
      says: '2025-03-03 AAPL again',
    },
  ])('with $name is refused at its line', async ({ name, text, rows, where, says }) => {
    const content = text ?? `date,symbol,action\n${rows}\n`;
    const file = written(`bad ${name}.csv`, content);
    const failure = await failureOf(file);
    expect(failure.where).toBe(`${file}${where}`);
    expect(failure.message).toContain(says);
  });
});

describe('a HERCULEAN trading result', () => {
  const result = {
    status: 'in_progress',
    symbol: 'TSLA',
    model: 'some-model',
    start_date: '2026-01-02',
    end_date: '2026-01-05',
    recommendations: [
      { date: '2026-01-02', price: 438.07, recommended_action: 'BUY' },
      { date: '2026-01-03', price: 'typed wrong', recommended_action: 'HOLD' },
      { date: '2026-01-05', recommended_action: 'SELL' },
    ],
  };

  it('is read for its dates and actions, and for a price that is a number', async () => {
    const file = written('trading_TSLA_some-model.json', JSON.stringify(result));
    const script = await readScriptFile(file);
    const actions = ['2026-01-02', '2026-01-03', '2026-01-05'].map((date) =>
      actionOn(script, date, 'TSLA'),
    );
    expect(actions).toEqual(['BUY', 'HOLD', 'SELL']);
    const prices = [...script.values()].map((rows) => rows.get('TSLA')?.price);
    expect(prices).toEqual([438.07, undefined, undefined]);
    expect(script.size).toBe(3);
  });

  const withRecord = (record: object): object => ({
    ...result,
    recommendations: [result.recommendations[0], record],
  });

  it.each([
    { name: 'half a file', body: JSON.stringify(result).slice(0, 120), says: 'not JSON' },
    { name: 'an empty file', body: '', says: 'not JSON' },
    { name: 'a list', body: [], says: 'not a HERCULEAN trading result' },
    { name: 'no symbol', body: { ...result, symbol: undefined }, says: ': symbol: ' },
    { name: 'no records', body: { ...result, recommendations: null }, says: ': recommendations: ' },
    {
      name: 'another action',
      body: withRecord({ date: '2026-01-05', recommended_action: 'Buy' }),
      says: ': recommendations[1].recommended_action: ',
    },
    {
      name: 'another date',
      body: withRecord({ date: '5 January', recommended_action: 'BUY' }),
      says: ': recommendations[1].date: not a date',
    },
    {
      name: 'a duplicate',
      body: withRecord({ date: '2026-01-02', recommended_action: 'SELL' }),
      says: ': recommendations[1]: a second record',
    },
  ])('with $name is refused', async ({ name, body, says }) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const file = written(`bad ${name}.json`, text);
    const failure = await failureOf(file);
    expect(failure.where?.startsWith(file)).toBe(true);
    expect(failure.message).toContain(says);
  });
});

describe('a file that is not a script', () => {
  it.each([
    { name: 'nothing', file: join(folder, 'absent.csv'), says: 'ENOENT' },
    { name: 'a folder', file: folder, says: 'not a file' },
    { name: 'no text', file: written('bytes.csv', new Uint8Array([0xff, 0xfe, 0])), says: 'UTF-8' },
  ])('because it is $name is refused', async ({ file, says }) => {
    const failure = await failureOf(file);
    expect(failure.where).toBe(file);
    expect(failure.message).toContain(says);
  });
});
