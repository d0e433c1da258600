/** Shows that the peeker, which asks every tool for the future of real data sets, gets nothing of it. */

import { describe, expect, it } from 'vitest';
import { openMarket, parseAsOf } from '#backtest';
import { peek, type PeekedMarket } from '#red-team';
import { hedgingTools, marketTools, tradingTools } from '#tools';

const dataFolder = process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set';

async function peeked(data: string, dates: readonly string[]): Promise<PeekedMarket[]> {
  const whole = await openMarket(data);
  const end = whole.at('end').view;
  return Promise.all(
    dates.map(async (date) => {
      const { view, time } = whole.at(parseAsOf(date));
      const cut = await openMarket(data, { through: time });
      return { time, view, cut: cut.at('end').view, end };
    }),
  );
}

describe('the peeker', () => {
  it.each([
    ['djia-2025', ['2025-03-03', '2025-06-16']],
    ['herculean-2026', ['2025-12-31', '2026-02-02']],
  ])('reads no byte of the future of %s', async (name, dates) => {
    const markets = await peeked(`${dataFolder}/${name}`, dates);
    const sets = [tradingTools, hedgingTools, marketTools];
    const rows = peek(markets, { sets, seed: 1, questions: 300 });
    console.log(rows.map((r) => `${r.tool} ${r.questions} ${r.answered} ${r.bytes} ${JSON.stringify(r.leak)}`).join('\n'));
    expect(rows.filter(({ bytes }) => bytes > 0)).toEqual([]);
  });
});
