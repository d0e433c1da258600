/**
 * A program that speaks MCP trades a pair: the system keeps its position, and refuses a
 * second first day.
 */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { file, folder, tapefold } from './command-line.fixture.js';
import { followRun, withTools } from './mcp-decisions.fixture.js';

const scenario = `name: served
data: synthetic-market
window: { from: 2022-02-01, to: 2022-02-04 }
workflow: hedging
symbols: [ALDR, BRKW, CNDR]
execution: pair-close
agents: [{ id: outside, kind: mcp }]
`;

interface Event {
  readonly type: string;
  readonly action?: string;
  readonly said?: number;
}

const legs = { left: 'ALDR', right: 'CNDR' } as const;
type Prices = Readonly<Record<string, number>>;

describe('a pair that is traded through tools', () => {
  it(
    'is chosen once, held by the system, and verified with its calls',
    { timeout: 300_000 },
    async () => {
      const home = folder();
      const out = join(home, 'out');
      const seen: unknown[] = [];
      const actions = ['LONG_SHORT', 'HOLD', 'SHORT_LONG', 'CLOSE'];
      const path = file(home, 'scenario.yaml', scenario);
      const run = await followRun([path, '--out', out], (due) =>
        withTools(due.url, async (asked) => {
          const action = actions.shift() ?? 'HOLD';
          const target_date = due.session;
          const pool = await asked('get_stock_pool', {});
          const { value } = await asked('get_pair_prices', { ...legs, target_date });
          const { prices } = value as { prices: Prices };
          const { ALDR: left_price = 0, CNDR: right_price = 0 } = prices;
          const decision = { target_date, left_price, right_price: right_price + 1, action };
          const other = { left: 'CNDR', right: 'ALDR', ...decision };
          const second =
            seen.length === 0 ? null : (await asked('submit_hedging_decision', other)).error;
          const made = await asked('submit_hedging_decision', { ...legs, ...decision });
          seen.push([(pool.value as { symbols: string[] }).symbols, second, made.error]);
        }),
      );
      expect(run.code, run.err).toBe(0);
      const refused = expect.stringContaining('the pair of a run is chosen once');
      const pool = ['ALDR', 'BRKW', 'CNDR'];
      expect(seen).toEqual([[pool, null, null], ...[1, 2, 3].map(() => [pool, refused, null])]);
      const { out: lines } = await tapefold('journal', join(out, 'runs', 'outside-pair'));
      const events = lines
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Event);
      const decided = events.filter(({ type }) => type === 'PairDecided');
      expect(decided.map(({ action }) => action)).toEqual([
        'LONG_SHORT',
        'HOLD',
        'SHORT_LONG',
        'CLOSE',
      ]);
      const notes = events.filter(({ type }) => type === 'PriceDisputed');
      expect(notes).toHaveLength(4);
      expect(notes.every((note) => 'symbol' in note && note.symbol === 'CNDR')).toBe(true);
      // Open, flip and close of two legs.
      expect(events.filter(({ type }) => type === 'OrderFilled')).toHaveLength(2 + 4 + 2);
      expect(await tapefold('verify', out)).toMatchObject({ code: 0, err: '' });
    },
  );
});
