/** HERCULEAN hedging results as scripts: what is read from them, and the errors for broken ones. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFailure, requireCivilDate, type TapefoldError } from '#values';
import { afterAll, describe, expect, it } from 'vitest';
import type { PairObservation, PairReply } from '#agents';
import { pairScriptAgent } from './pair-work.js';
import { readPairScriptFile } from '#agents/script/script-file';

const folder = mkdtempSync(join(tmpdir(), 'pair-script-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pair = 'AAPL, MSFT';
const records = [
  { pair, date: '2026-01-02', price: { AAPL: 271.01, MSFT: 472.94 }, recommended_action: 'HOLD' },
  { pair, date: '2026-01-05', recommended_action: 'SHORT_LONG' },
];
const result = {
  status: 'in_progress',
  pair,
  left: 'AAPL',
  right: 'MSFT',
  model: 'some-model',
  start_date: '2026-01-02',
  end_date: '2026-01-05',
  recommendations: records,
};

function written(body: unknown): string {
  const file = join(folder, 'hedging_AAPL_MSFT_some-model.json');
  writeFileSync(file, typeof body === 'string' ? body : JSON.stringify(body));
  return file;
}

describe('a HERCULEAN hedging result', () => {
  it('is read for pair, actions and prices; a session without a record is missing', async () => {
    const agent = pairScriptAgent(await readPairScriptFile(written(result)), ['MSFT', 'AAPL']);
    const answers = ['2026-01-02', '2026-01-05', '2026-01-06'].map((date) => {
      const session = requireCivilDate(date, 'test');
      return agent.decide({ session } as PairObservation) as PairReply;
    });
    const legs = { left: 'AAPL', right: 'MSFT' };
    expect(answers).toEqual([
      { kind: 'pair', ...legs, action: 'HOLD', prices: { AAPL: 271.01, MSFT: 472.94 } },
      { kind: 'pair', ...legs, action: 'SHORT_LONG' },
      { kind: 'missing' },
    ]);
  });

  const withRecord = (record: object): object => ({
    ...result,
    recommendations: [records[0], { ...records[1], ...record }],
  });
  it.each([
    ['half a file', '{"pair": "AAPL', '', 'not JSON'],
    ['a trading result', { symbol: 'AAPL', recommendations: [] }, '', 'member pair'],
    ['no left', { ...result, left: undefined }, ': left', 'not a HERCULEAN hedging result'],
    [
      'one leg twice',
      { ...result, pair: 'AAPL, AAPL', right: 'AAPL' },
      ': right',
      'other than AAPL',
    ],
    ['another pair', { ...result, pair: 'MSFT, AAPL' }, ': pair', 'expected AAPL, MSFT'],
    [
      'a record of another pair',
      withRecord({ pair: 'A, B' }),
      ': recommendations[1].pair',
      '"A, B"',
    ],
    [
      'a trading action',
      withRecord({ recommended_action: 'BUY' }),
      ': recommendations[1].recommended_action',
      'LONG_SHORT',
    ],
    ['a date twice', withRecord({ date: '2026-01-02' }), ': recommendations[1]', 'again'],
    ['no such day', withRecord({ date: '2026-02-30' }), ': recommendations[1].date', 'YYYY-MM-DD'],
  ])('with %s is refused at its member', async (_, body, where, says) => {
    const file = written(body);
    const outcome: unknown = await readPairScriptFile(file).catch((error: unknown) => error);
    expect(isFailure(outcome, 'InvalidInput')).toBe(true);
    const failure = outcome as TapefoldError;
    expect(failure.where).toBe(`${file}${where}`);
    expect(failure.message).toContain(says);
  });

  it.each([[0], ['typed wrong'], [null]])('omits a price if it has %s', async (price) => {
    const file = written(withRecord({ price: { AAPL: price, MSFT: 470 } }));
    const { decisions } = await readPairScriptFile(file);
    const said = decisions.get(requireCivilDate('2026-01-05', 'test'));
    expect(said).toMatchObject({ action: 'SHORT_LONG', prices: { MSFT: 470 } });
    expect(said?.prices).not.toHaveProperty('AAPL');
  });

  it('is refused when a leg is not of the pool', async () => {
    const script = await readPairScriptFile(written(result));
    expect(() => pairScriptAgent(script, ['AAPL', 'NVDA'])).toThrow(
      expect.objectContaining({ where: `${script.file}: right` }),
    );
  });
});
