/** Charts and figures keep extremes, use round values, and always look the same. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { civilDate, formatCivilDate } from '#values';
import { dateTicks, logTicks, roundStep, valueTicks } from './axis-ticks.js';
import { dateAxis } from './date-axis.js';
import { downsample, spread } from './downsample.js';
import { formatFigure, formatNumber, formatQuantity, formatTick } from '../words/figure-format.js';
import { escapeHtml, jsonForScript, markup } from '../html/html.js';
import { lineChart } from './line-chart.js';
import { shadeOf } from '../table/curve-tables.js';
import { monthlyReturns, periodEnds } from '../table/period-returns.js';

describe('a thinned curve', () => {
  it('keeps first, last, lowest and highest, in order, within its bound', () => {
    const series = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), {
      minLength: 1,
      maxLength: 400,
    });
    fc.assert(
      fc.property(series, fc.integer({ min: 4, max: 60 }), (values, pointsMax) => {
        const kept = downsample(Float64Array.from(values), pointsMax);
        const shown = kept.map((index) => values[index] as number);
        expect(kept.length).toBeLessThanOrEqual(Math.min(pointsMax, values.length));
        expect(kept[0]).toBe(0);
        expect(kept.at(-1)).toBe(values.length - 1);
        expect([...kept]).toEqual([...new Set(kept)].toSorted((a, b) => a - b));
        expect(Math.max(...shown)).toBe(Math.max(...values));
        expect(Math.min(...shown)).toBe(Math.min(...values));
      }),
      { numRuns: 500 },
    );
  });

  it('spreads positions evenly', () => {
    expect(spread(11, 3)).toEqual([0, 5, 10]);
    expect(spread(2, 9)).toEqual([0, 1]);
  });
});

describe('an axis', () => {
  it.each([
    [0.9, 1],
    [1.1, 2],
    [2.2, 2.5],
    [3, 5],
    [700, 1000],
  ])('has for a step of %d the round step %d', (step, round) => {
    expect(roundStep(step)).toBe(round);
  });

  it('is marked inside its range, at most as often as asked', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e7, max: 1e7, noNaN: true }),
        fc.double({ min: 0.01, max: 1e6, noNaN: true }),
        fc.integer({ min: 2, max: 12 }),
        (low, reach, countMax) => {
          const ticks = valueTicks(low, low + reach, countMax);
          const { values } = ticks;
          expect(values.length).toBeLessThanOrEqual(countMax);
          for (const value of values) {
            expect(value).toBeGreaterThanOrEqual(low - reach * 1e-6);
            expect(value).toBeLessThanOrEqual(low + reach * 1.000001);
          }
        },
      ),
    );
  });

  it('has a few marks inside any two doubles', () => {
    const edges = [0, 5e-324, 1e-310, 2 ** -1022, 1000, 1e300, Number.MAX_VALUE];
    const double = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(...edges, ...edges.map((edge) => -edge)),
    );
    const near = fc
      .tuple(double, fc.integer({ min: 0, max: 40 }))
      .map(([value, roundings]) => [value, value * (1 - roundings * Number.EPSILON)] as const);
    const ends = fc.oneof(fc.tuple(double, double), near);
    fc.assert(
      fc.property(ends, fc.integer({ min: 2, max: 12 }), ([one, other], countMax) => {
        const low = Math.min(one, other);
        const high = Math.max(one, other);
        const { step, values } = valueTicks(low, high, countMax);
        expect(step).toBeGreaterThan(0);
        expect(values.length).toBeLessThanOrEqual(countMax);
        const room = 1e-6 * step;
        for (const [at, value] of values.entries()) {
          expect(Number.isFinite(value)).toBe(true);
          expect(value).toBeGreaterThanOrEqual(low - room);
          expect(value).toBeLessThanOrEqual(high + room);
          if (at > 0) expect(value).toBeGreaterThan(values[at - 1]!);
        }
      }),
      { numRuns: 2000 },
    );
    expect(() => valueTicks(0, Infinity, 5)).toThrow('an axis has finite ends');
  });

  it.each([
    [900, 120_000, 6, [1_000, 10_000, 100_000]],
    [90, 1_000, 6, [100, 200, 500, 1_000]],
    [1, 1e12, 4, [1, 1e4, 1e8, 1e12]],
    [90_000, 160_000, 5, [100_000, 120_000, 140_000, 160_000]],
  ])(
    'has on a logarithmic scale from %d to %d, of at most %d marks, %j',
    (low, high, most, marks) => {
      expect(logTicks(low, high, most)).toEqual(marks);
    },
  );

  it('marks dates where a month or a quarter begins', () => {
    const days = Array.from({ length: 366 }, (_, day) =>
      formatCivilDate(civilDate(2024, 1, 1) + day),
    );
    const months = dateTicks(days, 12).map(({ index }) => days[index]?.slice(5));
    expect(months).toContain('02-01');
    expect(months).toContain('11-01');
    const quarters = dateTicks(days, 5).map(({ index }) => days[index]?.slice(5));
    expect(quarters).toEqual(expect.arrayContaining(['04-01', '07-01', '10-01']));
    expect(quarters.length).toBeLessThanOrEqual(5);
  });
});

describe('a chart', () => {
  const drawn = (values: readonly number[], include: number, unit: 'money' | 'percent') =>
    lineChart({
      id: 'x',
      title: 't',
      description: 'd',
      axis: dateAxis(values.map((_, at) => `2025-01-0${at + 1}`)),
      height: 240,
      pointsMax: 60,
      unit,
      include,
      lines: [
        {
          label: 'a',
          tone: 'tone-0',
          positions: [...values.keys()],
          values: Float64Array.from(values),
        },
      ],
    }).text;

  it('has equal ratios at equal distances on a logarithmic scale', () => {
    const values = Float64Array.of(100, 1_000, 10_000);
    const { text } = lineChart({
      id: 'x',
      title: 't',
      description: 'd',
      height: 240,
      pointsMax: 60,
      unit: 'money',
      include: 100,
      log: true,
      axis: dateAxis(['a', 'b', 'c']),
      lines: [{ label: '', tone: 'tone-0', positions: [0, 1, 2], values }],
    });
    const heights = [...text.matchAll(/<text x="-8" y="([\d.]+)">([\d,]+)</g)];
    expect(heights.map(([, , label]) => label)).toEqual(['100', '1,000', '10,000']);
    const [low, middle, high] = heights.map(([, y]) => Number(y)) as [number, number, number];
    expect(low - middle).toBeCloseTo(middle - high, 0);
    expect(low).toBe(250);
  });

  it('draws rounding noise as a flat line', () => {
    const flat = drawn([1000, 1000, 1000], 1000, 'money');
    expect(drawn([1000, 1000, 999.9999999999999], 1000, 'money')).toBe(flat);
    const whole = drawn([0, 0, 0], 0, 'percent');
    expect(drawn([0, 0, -1.1102230246251565e-16], 0, 'percent')).toBe(whole);
  });

  it('places a curve of the least doubles', () => {
    expect(drawn([5e-324], 0, 'money')).not.toContain('NaN');
    expect(drawn([1e-322, 5e-324], 5e-324, 'money')).not.toContain('NaN');
  });

  it('places any finite curve', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(double, { minLength: 1, maxLength: 5 }), double, (values, include) => {
        for (const unit of ['money', 'percent'] as const) {
          expect(drawn(values, include, unit)).not.toMatch(/NaN|Infinity/);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a number', () => {
  it.each([
    ['signed-percent', 0.0422, '+4.22%'],
    ['signed-percent', -0.1, '−10.00%'],
    ['percent', 0.5, '50.00%'],
    ['ratio', 0.849, '0.85'],
    ['count', 1204, '1,204'],
    ['money', 104223.1, '104,223.10'],
  ] as const)('of kind %s is %d as %s', (kind, value, text) => {
    expect(formatFigure(value, kind)).toBe(text);
  });

  it('has no sign when it rounds to nothing, and no needless digits', () => {
    expect(formatNumber(-0.0001, 2)).toBe('0.00');
    expect(formatQuantity(12.5)).toBe('12.5');
    expect(formatTick(104_000, 2000)).toBe('104,000');
  });
});

describe('returns of periods', () => {
  const dates = ['2024-01-30', '2024-01-31', '2024-02-29', '2024-03-28', '2024-04-30'];

  it('end with the last mark of each month', () => {
    expect(periodEnds(dates, 24).map(({ index }) => index)).toEqual([1, 2, 3, 4]);
  });

  it('compound to the cumulative return', () => {
    const years = monthlyReturns(dates, Float64Array.of(101, 102, 99, 110, 121), 100);
    const [year] = years;
    const product = (year?.months ?? []).reduce<number>(
      (whole, month) => whole * (1 + (month ?? 0)),
      1,
    );
    expect(product).toBeCloseTo(1.21, 12);
    expect(year?.total).toBeCloseTo(0.21, 12);
  });

  it('are shaded by size, with what rounds to nothing even', () => {
    expect(shadeOf(0.000001)).toBe('even');
    expect(shadeOf(0.5)).toBe('gain-4');
    expect(shadeOf(-0.5)).toBe('loss-4');
  });
});

describe('text in a page', () => {
  it('is escaped, and unprintable characters become visible', () => {
    expect(escapeHtml('<a href="x">&\'')).not.toMatch(/[<>"']/);
    expect(escapeHtml('a\u0000b\u202ec')).toBe('a\ufffdb\ufffdc');
    expect(markup`<p>${'<b>'}</p>`.text).toBe('<p>&lt;b&gt;</p>');
  });

  it('cannot end its script element', () => {
    expect(jsonForScript({ name: '</script>\u2028' }).text).not.toMatch(/<|\u2028/);
  });
});
