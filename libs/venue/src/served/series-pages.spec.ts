/** REST pages contain each row once, whatever their size. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insertRow } from './series.js';
import type { ServedRow } from './served-row.js';
import { ReleasedHistory } from './released-history.js';
import { pageOf, type Page } from './series-pages.js';

const rows = fc.array(fc.record({ time: fc.nat(20), id: fc.nat(1000) }), { maxLength: 40 });

const rowOf = (symbol: string, time: number, id: number): ServedRow => {
  return { kind: 'trades', symbol, time, values: [1, 2, id] };
};

function seriesOf(symbol: string, list: readonly { time: number; id: number }[]): ServedRow[] {
  const series: ServedRow[] = [];
  for (const { time, id } of list) insertRow(series, rowOf(symbol, time, id));
  return series;
}

describe('pages', () => {
  it('of any size hold each row in the range once, by symbol and time', () => {
    const bounds = fc
      .tuple(fc.nat(20), fc.nat(20))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
    const sorts = fc.constantFrom('asc' as const, 'desc' as const);
    fc.assert(
      fc.property(
        rows,
        rows,
        bounds,
        fc.integer({ min: 1, max: 9 }),
        sorts,
        (a, b, range, limit, sort) => {
          const series = [['A', seriesOf('A', a)] as const, ['B', seriesOf('B', b)] as const];
          const [start = 0, end = 0] = range;
          const got: string[] = [];
          let token: Page['next'] = null;
          do {
            const page = pageOf(series, { start, end, limit, sort, token });
            const found = [...page.rows.values()].flat();
            expect(found.length).toBeLessThanOrEqual(limit);
            got.push(...found.map(({ symbol, time, values }) => `${symbol} ${time} ${values[2]}`));
            token = page.next;
          } while (token !== null);
          const wanted = [...[a, b].entries()].flatMap(([which, list]) => {
            const inRange = list.filter(({ time }) => time >= start && time <= end);
            const inOrder = inRange.sort((one, other) => one.time - other.time);
            if (sort === 'desc') inOrder.reverse();
            return inOrder.map(({ time, id }) => `${'AB'[which]} ${time} ${id}`);
          });
          expect(got).toEqual(wanted);
        },
      ),
    );
  });

  it('continue where they stopped while rows come in behind', () => {
    const series = seriesOf(
      'A',
      [1, 2, 2, 3].map((time, id) => ({ time, id })),
    );
    const request = { start: 0, end: Infinity, limit: 2, sort: 'asc' as const };
    const first = pageOf([['A', series]], { ...request, token: null });
    insertRow(series, rowOf('A', 4, 9));
    const second = pageOf([['A', series]], { ...request, limit: 9, token: first.next });
    expect(second.rows.get('A')?.map(({ values }) => values[2])).toEqual([2, 3, 9]);
  });
});

describe('the history', () => {
  it('forgets the older half of each series when it is full', () => {
    const history = new ReleasedHistory(5);
    for (const time of [1, 2, 3, 4, 5, 6]) history.add(rowOf('A', time, time));
    expect(history.of('trades', 'A').map(({ time }) => time)).toEqual([3, 4, 5, 6]);
  });
});
