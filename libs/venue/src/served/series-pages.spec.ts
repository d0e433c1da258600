/** REST pages contain each row once, whatever their size. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Series } from './series.js';
import { pageOf, type Page } from './series-pages.js';

const rows = fc.array(fc.record({ time: fc.nat(20), id: fc.nat(1000) }), { maxLength: 40 });

function seriesOf(list: readonly { time: number; id: number }[]): Series {
  const series = new Series(3);
  for (const { time, id } of list) series.insert(time, [1, 2, id]);
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
          const series = [['A', seriesOf(a)] as const, ['B', seriesOf(b)] as const];
          const [start = 0, end = 0] = range;
          const got: string[] = [];
          let token: Page['next'] = null;
          do {
            const page = pageOf('trades', series, { start, end, limit, sort, token });
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
    const series = seriesOf([1, 2, 2, 3].map((time, id) => ({ time, id })));
    const request = { start: 0, end: Infinity, limit: 2, sort: 'asc' as const };
    const first = pageOf('trades', [['A', series]], { ...request, token: null });
    series.insert(4, [1, 2, 9]);
    const second = pageOf('trades', [['A', series]], { ...request, limit: 9, token: first.next });
    expect(second.rows.get('A')?.map(({ values }) => values[2])).toEqual([2, 3, 9]);
  });
});

describe('a series', () => {
  it('forgets its older half', () => {
    const series = seriesOf([1, 2, 3, 4, 5].map((time) => ({ time, id: time })));
    expect(series.forgetHalf()).toBe(2);
    expect([series.count, series.timeAt(0), series.valuesAt(0)]).toEqual([3, 3, [1, 2, 3]]);
  });
});
