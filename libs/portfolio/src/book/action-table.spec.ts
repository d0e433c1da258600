/** BUY, SELL and HOLD under the four Agent Market Arena policies, from flat, long and short. */

import { describe, expect, it } from 'vitest';
import { story } from './book-story.fixture.js';
import { buy, hold, sell } from '../../test/decisions.js';
import { wantedDirection, type Direction } from './action-table.js';
import { resolvePolicy } from './policies.js';

/** Rows: the policy, then what BUY, SELL and HOLD want from flat, from long and from short. */
const table: [policy: string, flat: Wanted, long: Wanted, short: Wanted][] = [
  ['ama-normal-long-short', [1, -1, 0], [1, 0, 1], [1, -1, -1]],
  // A long-only book is never short; the column shows that only BUY would move it.
  ['ama-normal-long-only', [1, 0, 0], [1, 0, 1], [1, -1, -1]],
  ['ama-aggressive-long-short', [1, -1, 0], [1, -1, 0], [1, -1, 0]],
  ['ama-aggressive-long-only', [1, 0, 0], [1, 0, 0], [1, 0, 0]],
];
type Wanted = [buy: Direction, sell: Direction, hold: Direction];

const cells = table.flatMap(([policy, ...columns]) =>
  ([0, 1, -1] as const).flatMap((current, column) =>
    (['BUY', 'SELL', 'HOLD'] as const).map((action, row) => ({
      policy,
      current,
      action,
      wanted: columns[column]?.[row],
    })),
  ),
);

describe('wantedDirection', () => {
  it.each(cells)('$policy: $action from $current wants $wanted', (cell) => {
    const policy = resolvePolicy(cell.policy);
    expect(wantedDirection(cell.action, cell.current, policy)).toBe(cell.wanted);
  });
});

describe('actions on a book', () => {
  const positionsUnder = (policy: string): number[] => {
    const decisions = [hold, buy, hold, buy, sell, sell, hold, sell, buy, sell, hold];
    const sessions = decisions.map((decides) => ({ bars: 100, decides }));
    // The policy closes out the last session, hence one more session without a decision.
    const { events } = story({ policy }, [...sessions, { bars: 100 }]);
    return events.flatMap((event) => (event.type === 'MarkTaken' ? [Math.sign(event.net)] : []));
  };

  //                                  HOLD BUY HOLD BUY SELL SELL HOLD SELL BUY SELL
  //                                  HOLD, closed out
  it.each([
    ['ama-normal-long-short', [0, 1, 1, 1, 0, -1, -1, -1, 1, 0, 0, 0]],
    ['ama-normal-long-only', [0, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0]],
    ['ama-aggressive-long-short', [0, 1, 0, 1, -1, -1, 0, -1, 1, -1, 0, 0]],
    ['ama-aggressive-long-only', [0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0]],
  ])('%s holds what its table says, session by session', (policy, positions) => {
    expect(positionsUnder(policy)).toEqual(positions);
  });

  it('uses the pending position while the fill waits', () => {
    const { lines, accepted } = story({ policy: { fill: 'next-open', short: true } }, [
      { bars: 100, decides: buy },
      { decides: sell },
      { bars: 100 },
    ]);
    // SELL closes the long that BUY is about to open: its order is replaced, and nothing
    // remains to be done.
    expect(accepted).toEqual(['order 1: target AAA market']);
    expect(lines).toEqual(['cancel 1: replaced']);
  });
});
