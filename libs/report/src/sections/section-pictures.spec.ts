/** Pictures of sections: positions of points, omissions, and that no text becomes markup. */

import { describe, expect, it } from 'vitest';
import {
  calculationTreesSchema,
  candlesSchema,
  curvesSchema,
  priceMarksSchema,
  radarSchema,
  tilesSchema,
  type Radar,
} from '#contracts/result/report-pictures';
import { dataSection } from './data-section.js';
import { exampleTaskResult } from '../example-task-result.fixture.js';
import { renderReport } from '../pages/render-report.js';

const hostile = `<script>"&'`;
const escaped = '&lt;script&gt;&quot;&amp;&#39;';
const bare = { title: 'Scores', text: [], table: null };

const radarOf = (values: (number | null)[], max: number, title = 'one'): Radar => ({
  axes: values.map((_, at) => ({ title: `axis ${at}`, max })),
  series: [{ title, values }],
});
const drawn = (radar: Radar): string => dataSection({ ...bare, radar }, 's').content.text;
const dotsIn = (svg: string) =>
  [...svg.matchAll(/<circle class="dot" cx="([^"]+)" cy="([^"]+)" r="4"><title>([^<]*)</g)].map(
    ([, x, y, words]) => [Number(x), Number(y), words],
  );
const curvesIn = (svg: string) =>
  [...svg.matchAll(/<path class="curve tone-0" d="(M-?\d[^"]*L[^"]*)"/g)].map(([, path]) => path);

describe('a radar', () => {
  it('has a point a value, clockwise from the top, its share of 120 from the middle', () => {
    const svg = drawn(radarOf([5, 2.5, 1, 0], 5));
    expect(dotsIn(svg)).toEqual([
      [0, -120, 'one, axis 0: 5 of 5'],
      [60, 0, 'one, axis 1: 2.5 of 5'],
      [0, 24, 'one, axis 2: 1 of 5'],
      [0, 0, 'one, axis 3: 0 of 5'],
    ]);
    expect(curvesIn(svg)).toEqual(['M0 -120L60 0L0 24L0 0Z']);
    expect(svg).toContain('<path class="fill tone-0"');
  });

  it('leaves a gap at null: no point, no line to it, no area', () => {
    const svg = drawn(radarOf([5, null, 5, 2.5], 5));
    expect(dotsIn(svg).map(([x, y]) => [x, y])).toEqual([
      [0, -120],
      [0, 120],
      [-60, 0],
    ]);
    expect(curvesIn(svg)).toEqual(['M0 120L-60 0M-60 0L0 -120']);
    expect(svg).not.toContain('class="fill');
    const alone = drawn(radarOf([5, null, null], 5));
    expect([dotsIn(alone).length, curvesIn(alone)]).toEqual([1, []]);
    expect(dotsIn(drawn(radarOf([null, null, null], 5)))).toEqual([]);
  });

  it('keeps a value beyond its axis at the rim, and says it', () => {
    expect(dotsIn(drawn(radarOf([7, -1, 0], 5))).slice(0, 2)).toEqual([
      [0, -120, 'one, axis 0: 7 of 5'],
      [0, 0, 'one, axis 1: −1 of 5'],
    ]);
  });

  it('has rings at round values when axes are alike, at quarters elsewhere', () => {
    const ringsOf = (svg: string) =>
      svg.slice(svg.indexOf('<g class="rings">'), svg.indexOf('</g>', svg.indexOf('rings')));
    const labels = [...ringsOf(drawn(radarOf([1, 2, 3], 10))).matchAll(/>(\d+)</g)];
    expect(labels.map(([, label]) => label)).toEqual(['2', '4', '6', '8', '10']);
    const mixed = radarOf([1, 2, 3], 10);
    mixed.axes[1]!.max = 4;
    const rings = ringsOf(drawn(mixed));
    expect([rings.match(/<path/g)?.length, rings.includes('<text')]).toEqual([4, false]);
  });

  it.each([3, 5, 8, 11, 12])('names %i axes so that no title reaches another', (count) => {
    const title = 'W'.repeat(40);
    const radar = radarOf(Array(count).fill(1), 5);
    const svg = drawn({ ...radar, axes: radar.axes.map((axis) => ({ ...axis, title })) });
    const pattern =
      /<text class="axis" x="([^"]+)" y="([^"]+)" dy=".32em" text-anchor="(\w+)">([^<]*)</g;
    // 24 letters of 7 units each, in lines of 14.
    const boxes = [...svg.matchAll(pattern)].map(([, x, y, anchor, shown]) => {
      expect(shown).toBe(`${'W'.repeat(23)}…`);
      const left = Number(x) - { start: 0, middle: 84, end: 168 }[anchor as 'start'];
      return { left, right: left + 168, y: Number(y) };
    });
    expect(boxes).toHaveLength(count);
    const overlaps = boxes.filter((one, at) =>
      boxes
        .slice(at + 1)
        .some(
          (other) =>
            Math.abs(one.y - other.y) < 14 && one.left < other.right && other.left < one.right,
        ),
    );
    expect(overlaps).toEqual([]);
    expect(svg.split(`<title>${title}</title>`)).toHaveLength(count + 1);
  });

  it('is next to its table, and has 3 to 12 axes', () => {
    const table = exampleTaskResult().sections[0]!.table;
    const both = dataSection({ ...bare, table, radar: radarOf([1, 2, 3], 5) }, 's').content.text;
    expect(both.indexOf('<table')).toBeGreaterThan(both.indexOf('<div class="pictured">'));
    for (const [axes, isRadar] of [
      [2, false],
      [3, true],
      [12, true],
      [13, false],
    ] as const) {
      expect(radarSchema.safeParse(radarOf(Array(axes).fill(1), 5)).success).toBe(isRadar);
    }
  });
});

const points: [string, number][] = [
  ['2024-01-02', 10],
  ['2024-01-03', 12],
  ['2024-01-05', 11],
];
const mark = (date: string, tone: 'up' | 'down' | 'flat', text = `on ${date}`) => {
  return { date, tone, text, label: tone.toUpperCase() };
};
const charted = (...marks: ReturnType<typeof mark>[]): string =>
  dataSection({ ...bare, priceMarks: [{ title: 'ALDR', points, marks }] }, 's').content.text;
const usesIn = (svg: string) =>
  [...svg.matchAll(/<use href="#(\w+)" x="([\d.]+%)" y="\d+"><title>([^<]*)</g)].map((m) =>
    m.slice(1),
  );

const nodes = [
  { depth: 0, label: 'x:Total', weight: null, value: '-1234567.0125' },
  { depth: 1, label: 'x:Part', weight: '-1', value: '1000' },
  { depth: 2, label: 'x:Deep', weight: '1', value: '999' },
  { depth: 1, label: `${'y'.repeat(40)}${'z'.repeat(20)}`, weight: '0.5', value: null },
];
const treeDrawn = (of = nodes, title = 'one'): string =>
  dataSection({ ...bare, calculationTrees: [{ title, text: 'A sum.', nodes: of }] }, 's').content
    .text;

describe('a calculation', () => {
  it('has a line a node: label, weight and value, thousands apart, and says what is missing', () => {
    const lines = [...treeDrawn().matchAll(/<g class="(\w*)">(.*?)<\/g>/gs)].map(
      ([, look, line]) => {
        const texts = [...line!.matchAll(/<text x="(\d+)" y="(\d+)"[^>]*>([^<]*)/g)];
        return [look, ...texts.map(([, x, y, words]) => [Number(x), Number(y), words])];
      },
    );
    expect(lines).toEqual([
      ['', [0, 12, 'x:Total'], [638, 12, '−1,234,567.0125']],
      ['', [20, 36, 'x:Part'], [470, 36, '× −1'], [638, 36, '1,000']],
      ['', [40, 60, 'x:Deep'], [470, 60, '× 1'], [638, 60, '999']],
      [
        'missing',
        [20, 84, `${'y'.repeat(25)}…${'y'.repeat(5)}${'z'.repeat(20)}`],
        [470, 84, '× 0.5'],
        [638, 84, 'missing'],
      ],
    ]);
  });

  it('has a branch from each node to the one above it', () => {
    const branches = [...treeDrawn().matchAll(/<path class="\w*" d="([^"]+)"/g)];
    expect(branches.map(([, path]) => path)).toEqual([
      'M10 20V36H16',
      'M30 44V60H36',
      'M10 20V84H16',
    ]);
  });

  it('is next to its table; a section has at most 12', () => {
    const table = exampleTaskResult().sections[0]!.table;
    const tree = { title: '', text: '', nodes };
    const both = dataSection({ ...bare, table, calculationTrees: [tree] }, 's').content.text;
    expect(both.indexOf('<table')).toBeGreaterThan(both.indexOf('<div class="pictured">'));
    expect(calculationTreesSchema.safeParse(Array(12).fill(tree)).success).toBe(true);
    expect(calculationTreesSchema.safeParse(Array(13).fill(tree)).success).toBe(false);
  });

  it('is no markup', () => {
    const svg = treeDrawn([{ depth: 0, label: hostile, weight: hostile, value: hostile }], hostile);
    expect(svg).not.toContain('<script');
    // Caption, name of the scrolled part, title; label, weight, value.
    expect(svg.split(escaped)).toHaveLength(1 + 3 + 3);
  });
});

describe('prices with marks', () => {
  it('have signs at the dates, or at the session after a day without one', () => {
    const marks = [
      mark('2024-01-02', 'up'),
      mark('2024-01-03', 'flat'),
      mark('2024-01-04', 'down'),
    ];
    expect(usesIn(charted(...marks))).toEqual([
      ['up', '0%', 'on 2024-01-02'],
      ['flat', '50%', 'on 2024-01-03'],
      ['down', '100%', 'on 2024-01-04'],
    ]);
  });

  it('omit marks before the first price or after the last', () => {
    expect(usesIn(charted(mark('2024-01-01', 'up'), mark('2024-01-06', 'down')))).toEqual([]);
  });

  it('name in one legend the labels of each tone, once', () => {
    const svg = charted(mark('2024-01-02', 'down'), mark('2024-01-03', 'down'));
    const legend = svg.slice(svg.indexOf('<ul'), svg.indexOf('</ul>'));
    expect(legend.match(/<li>/g)).toHaveLength(1);
    expect(legend).toMatch(/<use href="#down"[^>]*\/><\/svg>DOWN<\/li>/);
  });

  it('are 20 pictures of 400 prices at most', () => {
    const long = { title: '', marks: [], points: Array(401).fill(points[0]) };
    expect(priceMarksSchema.safeParse([long]).success).toBe(false);
    expect(priceMarksSchema.safeParse([{ ...long, points: long.points.slice(1) }]).success).toBe(
      true,
    );
    expect(priceMarksSchema.safeParse(Array(21).fill({ ...long, points })).success).toBe(false);
  });
});

it('no text of a picture becomes markup', () => {
  const { axes } = radarOf([1, 2, 3], 5);
  const radar = {
    axes: [...axes, { title: hostile, max: 5 }],
    series: [{ title: hostile, values: [1, 2, 3, 4] }],
  };
  const marks = [{ ...mark('2024-01-02', 'up', hostile), label: hostile }];
  const sections = [{ ...bare, radar, priceMarks: [{ title: hostile, points, marks }] }];
  const page = renderReport({ result: { ...exampleTaskResult(), sections } });
  expect(page.match(/<script/g)).toHaveLength(1);
  // Legend, four points and an axis of the radar; the axis in the title of its point; legend, sign,
  // caption and name.
  expect(page.split(escaped)).toHaveLength(1 + 6 + 1 + 4);
});

describe('tiles, curves and candles', () => {
  const dates = ['2026-01-05', '2026-01-06', '2026-01-07'];

  it('are shown with their titles as texts', () => {
    const tiles = tilesSchema.parse([
      { title: hostile, value: 0.4256, format: 'percent', note: hostile },
      { title: 'Open', value: null, format: 'number' },
    ]);
    const html = dataSection({ ...bare, tiles }, 's').content.text;
    expect(html).toContain(`<dt>${escaped}</dt><dd>42.56%<small>${escaped}</small></dd>`);
    expect(html).toContain('<dt>Open</dt><dd>—</dd>');
    expect(html).not.toContain('<script>');
  });

  it('leave dates without a value out of a line', () => {
    const lines = [
      { title: 'gap', values: [1, null, 3] },
      { title: hostile, values: [null, null, null] },
    ];
    const curves = curvesSchema.parse([{ title: 'Values', format: 'number', dates, lines }]);
    const html = dataSection({ ...bare, curves }, 's').content.text;
    const [plot = ''] = /<path class="curve tone-0" d="M0 [^"]*"/.exec(html) ?? [];
    // From the first value, which is at the bottom, to the last, near the top.
    expect(plot).toBe('<path class="curve tone-0" d="M0 1000l2000-962"');
    expect(html).toContain('From 2026-01-05 to 2026-01-07: gap ends at 3;');
    expect(html).not.toContain('<script>');
  });

  it('draw longer periods where there are too many candles', () => {
    const days = Array.from({ length: 200 }, (_, day) =>
      new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    );
    const bars = days.map((_, at) => [10 + at, 12 + at, 9 + at, 11 + at]);
    const candles = candlesSchema.parse([{ title: 'ACME', dates: days, bars }]);
    const html = dataSection({ ...bare, candles }, 's').content.text;
    expect(html).toContain('ACME, one candle a week');
    expect(html).toContain('29 candles, one a week, from 2026-01-01 to 2026-07-19.');
  });

  it('refuse lines and bars that do not fit their dates', () => {
    const lines = [{ title: 'short', values: [1] }];
    expect(curvesSchema.safeParse([{ title: '', format: 'number', dates, lines }]).success).toBe(
      false,
    );
    expect(candlesSchema.safeParse([{ title: '', dates, bars: [[1, 1, 1, 1]] }]).success).toBe(
      false,
    );
    const twice = { title: '', dates: ['2026-01-05', '2026-01-05'], bars: [] };
    expect(candlesSchema.safeParse([twice]).success).toBe(false);
  });
});
