/**
 * HERCULEAN's scripts and `tapefold submit` write whole result files, no matter who calls
 * them or how often.
 */

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { file, folder, tapefold, type Ended } from '../e2e/command-line.fixture.js';
import { flags, python, root } from '../e2e/skill-script.fixture.js';

const trading = join(root, 'skills/trading/scripts/upsert_decision.py');
const hedging = join(root, 'skills/hedging/scripts/upsert_hedging_decision.py');

interface ResultFile {
  readonly status: string;
  readonly recommendations: readonly { date: string; price: unknown; recommended_action: string }[];
}

const read = (...path: string[]): ResultFile =>
  JSON.parse(readFileSync(join(...path), 'utf8')) as ResultFile;

const decision = {
  symbol: 'TSLA',
  'target-date': '2026-01-05',
  price: '451.67',
  action: 'BUY',
  model: 'Some.Model',
};
const action = {
  left: 'NVDA',
  right: 'TSLA',
  'target-date': '2026-01-02',
  'left-price': '188.84',
  'right-price': '438.07',
  action: 'LONG_SHORT',
  model: 'm',
};

describe('upsert_decision.py', () => {
  it('keeps a record for each date in order, and prints what it wrote as one line', async () => {
    const directory = folder();
    const first = await python(trading, flags(decision, { 'output-root': directory }));
    expect(first.err).toBe('');
    const name = 'trading_TSLA_some_model.json';
    expect(first.out.split('\n')).toHaveLength(2);
    expect(JSON.parse(first.out)).toEqual({
      path: join(directory, name),
      action_recorded: 'BUY',
      date_recorded: '2026-01-05',
      total_records: 1,
      start_date: '2026-01-05',
      end_date: '2026-01-05',
    });
    for (const other of [
      { 'target-date': '2026-01-02', action: 'HOLD', price: '438.07' },
      { action: 'SELL' },
    ]) {
      await python(trading, flags(decision, { 'output-root': directory, ...other }));
    }
    expect(readdirSync(directory)).toEqual([name]);
    expect(read(directory, name)).toEqual({
      status: 'in_progress',
      symbol: 'TSLA',
      model: 'Some.Model',
      start_date: '2026-01-02',
      end_date: '2026-01-05',
      recommendations: [
        { date: '2026-01-02', price: 438.07, recommended_action: 'HOLD' },
        { date: '2026-01-05', price: 451.67, recommended_action: 'SELL' },
      ],
    });
  });

  it('writes below results/trading unless told otherwise, with flags and values joined by =', async () => {
    const directory = folder();
    const words = Object.entries(decision).map(([name, value]) => `--${name}=${value}`);
    const ended = await python(trading, words, { cwd: directory });
    expect(ended.code, ended.err).toBe(0);
    expect(readdirSync(join(directory, 'results/trading'))).toEqual([
      'trading_TSLA_some_model.json',
    ]);
  });

  it('is found elsewhere, too: by TAPEFOLD_BIN, else on PATH', async () => {
    const directory = folder();
    cpSync(join(root, 'skills'), join(directory, 'skills'), { recursive: true });
    const script = join(directory, 'skills/trading/scripts/upsert_decision.py');
    const words = flags(decision, { 'output-root': join(directory, 'out') });
    const launcher = join(root, 'bin/tapefold.js');
    const chosen = await python(script, words, { env: { TAPEFOLD_BIN: launcher } });
    expect(chosen.code, chosen.err).toBe(0);
    mkdirSync(join(directory, 'bin'));
    symlinkSync(launcher, join(directory, 'bin/tapefold'));
    const path = `${join(directory, 'bin')}:${process.env['PATH']}`;
    const found = await python(script, words, { env: { PATH: path } });
    expect(found.code, found.err).toBe(0);
    const none = await python(script, words, { env: { TAPEFOLD_BIN: join(directory, 'none') } });
    expect([none.code, none.out]).toEqual([1, '']);
    expect(none.err).toContain('cannot be started');
  });

  it('loses no decision of many that come at once', async () => {
    const directory = folder();
    const dates = Array.from({ length: 12 }, (_, at) => `2026-01-${10 + at}`);
    const ended = await Promise.all(
      dates.map((date) =>
        tapefold(
          'submit',
          'trading',
          ...flags(decision, { 'target-date': date, 'output-root': directory }),
        ),
      ),
    );
    expect(ended.map(({ code, err }) => `${code} ${err}`)).toEqual(dates.map(() => '0 '));
    const result = read(directory, 'trading_TSLA_some_model.json');
    expect(result.recommendations.map(({ date }) => date)).toEqual(dates);
    expect(readdirSync(directory)).toHaveLength(1);
  });

  it.each([
    ['a symbol that leads elsewhere', { symbol: '../../x' }, 'trading_______x_some_model.json'],
    [
      'a model that leads elsewhere',
      { model: '../../../tmp/x' },
      'trading_TSLA__________tmp_x.json',
    ],
    ['a model of other letters', { model: 'Ünï\u202e✓' }, 'trading_TSLA__n___.json'],
  ])('writes %s into its folder', async (_, other, name) => {
    const directory = folder();
    const out = join(directory, 'a/b');
    const ended = await tapefold(
      'submit',
      'trading',
      ...flags(decision, { ...other, 'output-root': out }),
    );
    expect(ended.code, ended.err).toBe(0);
    expect(readdirSync(out)).toEqual([name]);
    expect(readdirSync(directory)).toEqual(['a']);
  });

  it.each([
    ['no such day', { 'target-date': '2026-02-30' }, 2, '--target-date'],
    ['a day in another form', { 'target-date': '01/05/2026' }, 2, 'YYYY-MM-DD'],
    ['an unknown action', { action: 'buy' }, 2, 'BUY, SELL, HOLD'],
    ['an invalid price', { price: 'NaN' }, 2, '--price'],
    ['a price below zero', { price: '-3' }, 2, '--price'],
    ['no price', { price: '' }, 2, '--price'],
    ['no symbol', { symbol: '' }, 2, '--symbol'],
    ['a symbol with a comma', { symbol: 'A,B' }, 2, '--symbol'],
    ['no model', { model: '' }, 2, '--model'],
    ['a model without end', { model: 'x'.repeat(5000) }, 2, '--model'],
  ])('refuses %s, and writes nothing', async (_, other, code, says) => {
    const directory = folder();
    const ended = await tapefold(
      'submit',
      'trading',
      ...flags(decision, { 'output-root': join(directory, 'out'), ...other }),
    );
    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.err).toContain(says);
    expect(readdirSync(directory)).toEqual([]);
  });

  it.each(['symbol', 'target-date', 'price', 'action', 'model'])('requires --%s', async (name) => {
    const { [name as keyof typeof decision]: _, ...others } = decision;
    const ended = await tapefold('submit', 'trading', ...flags(others));
    expect(ended.code).toBe(2);
    expect(ended.err).toContain(`--${name}`);
  });

  it.each([
    ['is torn', '{"status":"in_progress","symb', 2, 'not JSON'],
    ['is empty', '', 2, 'not JSON'],
    ['has no records', '{"symbol":"TSLA"}', 2, 'recommendations'],
    ['is of another symbol', '{"symbol":"TSLQ","recommendations":[]}', 3, 'another symbol'],
    [
      'is of another model',
      '{"symbol":"TSLA","model":"some-model","recommendations":[]}',
      3,
      'model',
    ],
  ])('leaves a file alone that %s', async (_, text, code, says) => {
    const directory = folder();
    const path = file(directory, 'trading_TSLA_some_model.json', text);
    const ended = await tapefold(
      'submit',
      'trading',
      ...flags(decision, { 'output-root': directory }),
    );
    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.err).toContain(says);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(directory)).toHaveLength(1);
  });
});

describe('with a data set', () => {
  const own = { symbol: 'ALDR', 'target-date': '2022-02-01', model: 'm', data: 'synthetic-market' };

  it('the price is that of the close, and another one is noted beside the file until it is corrected', async () => {
    const directory = folder();
    const submit = (price: string): Promise<Ended> =>
      tapefold(
        'submit',
        'trading',
        ...flags(decision, { ...own, price, 'output-root': directory }),
      );
    const ended = await submit('1');
    expect(ended.code, ended.err).toBe(0);
    const said = JSON.parse(ended.out) as { price: number; discrepancies: unknown[] };
    const discrepancy = { date: '2022-02-01', symbol: 'ALDR', said: 1, price: said.price };
    expect(said.discrepancies).toEqual([discrepancy]);
    expect(read(directory, 'trading_ALDR_m.json').recommendations[0]?.price).toBe(said.price);
    const beside = join(directory, 'trading_ALDR_m.price-discrepancies.jsonl');
    expect(JSON.parse(readFileSync(beside, 'utf8'))).toEqual(discrepancy);
    await submit(String(said.price + 0.004));
    expect(existsSync(beside)).toBe(false);
  });

  it.each([
    ['a weekend', { 'target-date': '2022-02-05' }, 'HOLD'],
    ['a holiday', { 'target-date': '2022-02-21' }, 'HOLD'],
    ['a day that the data does not have', { 'target-date': '2030-02-05' }, 'does not cover'],
    ['a symbol that the data does not have', { symbol: 'NONE' }, 'no such symbol'],
  ])('nothing is recorded for BUY on %s', async (_, other, says) => {
    const directory = folder();
    const ended = await tapefold(
      'submit',
      'trading',
      ...flags(decision, { ...own, ...other, 'output-root': directory }),
    );
    expect([ended.code, ended.out]).toEqual([2, '']);
    expect(ended.err).toContain(says);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('HOLD on a holiday has the price of the session before', async () => {
    const directory = folder();
    const submit = (date: string): Promise<Ended> =>
      tapefold(
        'submit',
        'trading',
        ...flags(decision, {
          ...own,
          'target-date': date,
          action: 'HOLD',
          'output-root': directory,
        }),
      );
    const friday = await submit('2022-02-18');
    const holiday = await submit('2022-02-21');
    const price = ({ out }: Ended): unknown => (JSON.parse(out) as { price: unknown }).price;
    expect(price(holiday)).toBe(price(friday));
  });
});

describe('upsert_hedging_decision.py', () => {
  const submit = (directory: string, other: Record<string, string> = {}): Promise<Ended> =>
    tapefold('submit', 'hedging', ...flags(action, { 'output-root': directory, ...other }));

  it('keeps a pair and its action on each date', async () => {
    const directory = folder();
    const lower = { left: 'nvda', right: 'tsla', 'output-root': directory };
    const first = await python(hedging, flags(action, lower));
    expect(first.code, first.err).toBe(0);
    expect(JSON.parse(first.out)).toEqual({
      path: join(directory, 'hedging_NVDA_TSLA_m.json'),
      pair: 'NVDA, TSLA',
      action_recorded: 'LONG_SHORT',
      date_recorded: '2026-01-02',
      total_records: 1,
      start_date: '2026-01-02',
      end_date: '2026-01-02',
    });
    await submit(directory, { 'target-date': '2026-01-05', action: 'CLOSE', status: 'completed' });
    expect(read(directory, 'hedging_NVDA_TSLA_m.json')).toEqual({
      status: 'completed',
      pair: 'NVDA, TSLA',
      left: 'NVDA',
      right: 'TSLA',
      start_date: '2026-01-02',
      end_date: '2026-01-05',
      model: 'm',
      recommendations: ['LONG_SHORT', 'CLOSE'].map((recommended_action, at) => ({
        pair: 'NVDA, TSLA',
        date: ['2026-01-02', '2026-01-05'][at],
        price: { NVDA: 188.84, TSLA: 438.07 },
        recommended_action,
      })),
    });
  });

  it.each([
    ['another pair', { left: 'AAPL', 'target-date': '2026-01-05' }],
    ['the pair turned around', { left: 'TSLA', right: 'NVDA', 'target-date': '2026-01-05' }],
    ['another pair on the first day', { left: 'AAPL' }],
    ['a day before the first', { 'target-date': '2025-12-31' }],
    ['a first day later', { 'target-date': '2026-01-05', 'is-first-day': 'True' }],
  ])('refuses %s once there is a run, and leaves it alone', async (_, other) => {
    const directory = folder();
    await submit(directory, { 'is-first-day': 'True' });
    const before = readFileSync(join(directory, 'hedging_NVDA_TSLA_m.json'), 'utf8');
    const ended = await submit(directory, other);
    expect([ended.code, ended.out]).toEqual([3, '']);
    expect(ended.err).toContain('has a run already');
    expect(readdirSync(directory)).toEqual(['hedging_NVDA_TSLA_m.json']);
    expect(readFileSync(join(directory, 'hedging_NVDA_TSLA_m.json'), 'utf8')).toBe(before);
  });

  it('refuses a later day when there is no run', async () => {
    const directory = folder();
    const ended = await submit(directory, { 'is-first-day': 'False' });
    expect(ended.code).toBe(3);
    expect(ended.err).toContain('no run to continue');
    expect(readdirSync(directory)).toEqual([]);
  });

  it('tells the runs of models apart whose names end alike', async () => {
    const directory = folder();
    await submit(directory, { model: 'big_m' });
    const ended = await submit(directory, { left: 'AAPL' });
    expect(ended.code, ended.err).toBe(0);
    expect(readdirSync(directory)).toHaveLength(2);
  });

  it('refuses a model whose name comes to that of another one', async () => {
    const directory = folder();
    await submit(directory, { model: 'm.1' });
    const ended = await submit(directory, { model: 'm_1', 'target-date': '2026-01-05' });
    expect([ended.code, ended.out]).toEqual([3, '']);
    expect(ended.err).toContain('another model; expected "m_1"; found "m.1"');
    const again = await submit(directory, { model: 'M.1', 'target-date': '2026-01-05' });
    expect(again.code, again.err).toBe(0);
  });

  it('lets one of two first days with different pairs begin the run', async () => {
    const directory = folder();
    const ended = await Promise.all([submit(directory), submit(directory, { left: 'AAPL' })]);
    expect(ended.map(({ code }) => code).sort()).toEqual([0, 3]);
    expect(readdirSync(directory)).toHaveLength(1);
  });

  it('refuses one symbol for both legs', async () => {
    const ended = await submit(folder(), { right: 'NVDA' });
    expect(ended.code).toBe(2);
    expect(ended.err).toContain('--right');
  });
});
