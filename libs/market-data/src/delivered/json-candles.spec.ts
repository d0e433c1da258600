/** Tests of candles in JSON: the forms of exchanges and vendors, and documents that are none. */

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { init } from '../init/init-dataset.fixture.js';
import { initDataset, type InitOptions } from '../init/init-dataset.js';
import { deliverInto } from './delivery.js';
import { folder } from '../open/vendor-exports.fixture.js';

const at = (day: number): number => Date.UTC(2024, 0, day);
const days = [1, 2, 3, 4, 5, 6, 7];
/** Symbol, day, open, high, low, close and volume. */
const expected = days.map((day) => ['BTCUSDT', `2024-01-0${day}`, 10 + day, 30, 5, 20 + day, 7]);

const klines = (unit = 1): unknown[][] =>
  days.map((day) => [
    at(day) * unit,
    `${10 + day}.0`,
    '30.0',
    '5.0',
    `${20 + day}.0`,
    '7.0',
    at(day + 1) * unit - 1,
    '1',
    5,
    '2',
    '1',
    '0',
  ]);
const coinbase = days.map((day) => [at(day) / 1000, 5, 30, 10 + day, 20 + day, 7]).reverse();
const ccxt = days.map((day) => [at(day), 10 + day, 30, 5, 20 + day, 7]);
const objects = days.map((day) => ({ t: at(day), o: 10 + day, h: 30, l: 5, c: 20 + day, v: 7 }));
const series = Object.fromEntries(
  days.map((day) => [
    `2024-01-0${day}`,
    {
      '1. open': `${10 + day}`,
      '2. high': '30',
      '3. low': '5',
      '4. close': `${20 + day}`,
      '5. volume': '7',
    },
  ]),
);
const columns = {
  s: 'ok',
  t: days.map((day) => at(day) / 1000),
  o: days.map((day) => 10 + day),
  h: days.map(() => 30),
  l: days.map(() => 5),
  c: days.map((day) => 20 + day),
  v: days.map(() => 7),
};

const refusal = async (document: unknown, options: InitOptions = {}): Promise<string> => {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const path = folder({ 'A.json': text });
  const given = initDataset([join(path, 'A.json')], join(path, 'out'), options);
  const error: unknown = await given.catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'InvalidInput' });
  expect(existsSync(join(path, 'out'))).toBe(false);
  return (error as Error).message.replaceAll(`${path}/`, '');
};

describe('candles in JSON', () => {
  it.each<[string, unknown, string?]>([
    ['klines of Binance', klines()],
    ['klines of Binance in µs', klines(1000)],
    ['lists of Coinbase, the newest first', coinbase, 'time,low,high,open,close,volume'],
    ['lists of ccxt', ccxt, 'time,open,high,low,close,volume'],
    ['lists inside an answer', { code: 0, data: ccxt }, 'time,open,high,low,close,volume'],
    ['objects', objects],
    ['objects inside an answer, as of Polygon', { status: 'OK', results: objects }],
    ['the series of Alpha Vantage', { 'Meta Data': { a: 'b' }, 'Time Series (Daily)': series }],
    ['columns beside each other', columns],
  ])('are read: %s', async (_, document, named) => {
    for (const text of [JSON.stringify(document), JSON.stringify(document, undefined, 2)]) {
      const read = await init({ 'BTCUSDT.json': text }, { columns: named });
      expect(read.report.errors).toEqual([]);
      expect(read.rows).toEqual(expected);
    }
  });

  it('without names are taken for klines with a word, and refused with both forms otherwise', async () => {
    const { manifest } = await init({ 'BTCUSDT.json': JSON.stringify(klines()) });
    expect(manifest).toContain('# BTCUSDT.csv: taken as klines of Binance (open time, open,');
    const message = await refusal(ccxt);
    expect(message).toContain('A.json: the candles are lists whose members have no names');
    expect(message).toContain('--columns time,open,high,low,close,volume (ccxt) or');
    expect(message).toContain('--columns time,low,high,open,close,volume (Coinbase)');
    const other = klines().map((row) => [...row.slice(0, 6), Number(row[6]) - 5, ...row.slice(7)]);
    expect(await refusal(other)).toContain('the candles are lists whose members have no names');
  });

  it.each<[string, unknown, InitOptions, string]>([
    [
      'the answer of an error',
      { code: -1121, msg: 'Invalid symbol.' },
      {},
      'A.json: the JSON has no list of candles; expected one list of objects or of lists; ' +
        'found {"code":-1121,"msg":"Invalid symbol."}',
    ],
    ['no candles', [], {}, 'the JSON has no list of candles'],
    ['several lists', { a: ccxt, b: ccxt }, {}, 'the JSON has several lists of candles'],
    ['a cut document', '[[1, 2], [3', {}, 'A.json: the JSON cannot be read'],
    ['two forms', [...ccxt, objects[0]], {}, 'A.json row 8'],
    [
      'a short candle',
      [...ccxt, [1, 2]],
      { columns: 'time,open,high,low,close,volume' },
      'A.json row 8: the candle has fewer members than --columns names; expected 6; found 2',
    ],
    [
      'an object in a candle',
      objects.map((row) => ({ ...row, o: {} })),
      {},
      'A.json row 1, o: the member is no value',
    ],
    ['columns without need', objects, { columns: 'time,open' }, 'no file needs --columns'],
    ['columns twice', ccxt, { columns: 'time,time' }, '--columns: the option has an unknown value'],
    ['no value at all', `[${'['.repeat(600)}`, {}, 'nested too deeply'],
  ])('are refused: %s', async (_, document, options, message) => {
    expect(await refusal(document, options)).toContain(message);
  });

  it('of CoinGecko are times and closes', async () => {
    const prices = days.map((day) => [at(day), 20 + day]);
    const path = folder({ 'A.json': JSON.stringify({ prices, total_volumes: prices }) });
    mkdirSync(join(path, 'out'));
    const { notes } = await deliverInto(join(path, 'out'), [join(path, 'A.json')]);
    expect(notes).toEqual(['A.csv: prices are closes; not read: total_volumes']);
    const lines = readFileSync(join(path, 'out/A.csv'), 'utf8').split('\n');
    expect(lines.slice(0, 2)).toEqual(['timestamp,close', `${at(1)},21`]);
    expect(lines).toHaveLength(days.length + 2);
  });
});
