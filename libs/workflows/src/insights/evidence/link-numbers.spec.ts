/** The linker on numbers whose source is known, and its precision and recall on planted ones. */

import { expect, test } from 'vitest';
import { seededRandom } from '#values';
import { linkerOf, visit } from './link-numbers.js';

const call = (tool: string, result: unknown) => ({ tool, args: {}, result, error: null });
const calls = [
  call('get_weekly_metrics', {
    week_close: 1430.2943,
    weekly_return_pct: -7.65,
    rsi_14: 36.41,
    cmf_20day: -0.0712,
    weekly_volatility: 10.12,
    relative_return_1w_pct: 2.18,
    volume_ratio: 2.3814,
  }),
  call('list_news', [
    {
      id: 77,
      date: '2026-01-28',
      highlights_chars: 512,
      highlights_preview: 'Revenue rose 16.9% to $62.0 billion.',
    },
    { id: 78, date: '2026-01-29', 'a/b': 'Margins fell 140 basis points; the fine is $3,250,000.' },
  ]),
  call('submit_answer', { echo: 99.99 }),
];

test.each<[string, (string | null)[]]>([
  ['It closed at $1,430.29, a 7.65% decline.', ['0/week_close', '0/weekly_return_pct']],
  ['It closed at $1,430, down 7.7 percent.', ['0/week_close', '0/weekly_return_pct']],
  ['It fell by 7.66%.', [null]],
  ['It rose 7.65%.', [null]],
  [
    'The return was −7.65% against +2.18% of its peers.',
    ['0/weekly_return_pct', '0/relative_return_1w_pct'],
  ],
  ['The return was 7.65%.', [null]],
  [
    'RSI (14) of 36.41; the 20-day MA, 52-week high, S&P 500, 200 DMA and MACD (12, 26, 9.0) ' +
      'are names.',
    ['0/rsi_14'],
  ],
  ['Money flow of -0.071 and 2.4x volume.', ['0/cmf_20day', '0/volume_ratio']],
  ['It fell 7.65% and 140 basis points.', ['0/weekly_return_pct', '1/1/a~1b']],
  ['Returns of -7.65% and 2.18%.', ['0/weekly_return_pct', '0/relative_return_1w_pct']],
  ['Money flow of 0.0712.', [null]],
  ['Revenue of $62 billion (up 16.9%).', ['1/0/highlights_preview', '1/0/highlights_preview']],
  ['Revenue of $62,000 million, or 61.9 billion.', ['1/0/highlights_preview', null]],
  ['Margins lost 1.4%; a fine of $3.25M.', ['1/1/a~1b', '1/1/a~1b']],
  ['A price of $10.12, and RSI of 10.12%.', [null, '0/weekly_volatility']],
  ['On January 28, 2026 (2026-01-28), in Q4 2025 and FY26, news 512 had 77 words: 99.99.', [null]],
  ['1. First\n2. Second in 2025\nVolatility fell to 10.12%.', ['0/weekly_volatility']],
])('%s', (prose, sources) => {
  const linked = linkerOf(calls)(prose);
  expect(linked.map(({ source }) => source && `${source.call}${source.path}`)).toEqual(sources);
  for (const { text, offset } of linked)
    expect(prose.slice(offset, offset + text.length)).toBe(text);
});

const closes = [{ close: 12.34 }, { close: 12.34 }, { close: 12.34 }];

test.each<[string, unknown[], string, string]>([
  ['members', [{ zulu: 12.34, alpha: 12.34, mike: 12.34 }], 'at $12.34', '0/zulu'],
  ['items of a list', [closes], 'at $12.34', '0/0/close'],
  ['a parent and its child', [{ low: 12.34, rows: closes }], 'at $12.34', '0/low'],
  ['a child and a later member', [{ rows: closes, low: 12.34 }], 'at $12.34', '0/rows/0/close'],
  ['texts', [{ one: 'It paid $12.34.', two: 'It paid $12.34.' }], 'at $12.34', '0/one'],
  ['calls', [{ rsi: 50 }, { close: 12.34 }, { last: 12.34 }], 'at $12.34', '1/close'],
  ['values that round to it alike', [{ one: 12.344, two: 12.344 }], 'at $12.34', '0/one'],
  ['a percentage and a plain value', [{ a_pct: 12.34, b: 12.34 }], 'at 12.34', '0/b'],
])('links a number that several %s hold to the first of them', (_, results, prose, source) => {
  const [linked] = linkerOf(results.map((result) => call('get', result)))(prose);
  expect(`${linked?.source?.call}${linked?.source?.path}`).toBe(source);
});

test('links a number to the nearest value, before and after it', () => {
  const nearest = (prose: string, ...values: number[]): string | undefined =>
    linkerOf([call('get', values)])(prose)[0]?.source?.path;
  expect(nearest('at $12.34', 12.3351, 12.3399, 12.3449)).toBe('/1');
  expect(nearest('at $12.34', 12.3449, 12.3412, 12.3351)).toBe('/1');
  expect(nearest('at $12.34', 12.3349, 12.3451)).toBeUndefined();
});

test('visits a result from its root, parents before children, in their order', () => {
  const result = { b: [1, { c: 2 }], a: { 'x/y': 3, 'p~q': null } };
  const paths = [...visit(result)].map(({ path }) => path);
  expect(paths).toEqual(['', '/b', '/b/0', '/b/1', '/b/1/c', '/a', '/a/x~1y', '/a/p~0q']);
});

/**
 * Weeks of prices, metrics and news, drawn with a seed, and a report whose numbers are from
 * them or invented.
 */
function planted(seed: number) {
  const { next } = seededRandom(seed);
  const draw = (low: number, high: number, decimals: number): number =>
    Number((low + next() * (high - low)).toFixed(decimals));
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
  const change = (value: number): string => {
    const size = Math.abs(value).toFixed(2);
    if (next() < 0.4) return `a return of ${value.toFixed(2)}%`;
    return value < 0
      ? pick([`it fell ${size}%`, `a ${size}% decline`, `stood ${size} percent lower`])
      : pick([`it rose ${size}%`, `a gain of ${size}%`, `stood ${size}% above it`]);
  };
  const price = (value: number): string => {
    const [whole, cents] = value.toFixed(2).split('.') as [string, string];
    const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
    return pick([`the close was $${grouped}.${cents}`, `near ${whole}.${cents}`]);
  };
  const money = (value: number): string =>
    pick([
      `sales of $${(value / 1e9).toFixed(2)} billion`,
      `$${(value / 1e6).toFixed(0)} million in cash`,
    ]);
  const ratio = (value: number): string =>
    pick([`a beta of ${value.toFixed(2)}`, `${value.toFixed(2)}x volume`]);
  const rows = Array.from({ length: 20 }, () => ({
    open: draw(90, 2000, 4),
    adj_close: draw(90, 2000, 4),
  }));
  const pcts = Array.from({ length: 20 }, () => draw(-60, 60, 2));
  const ratios = Array.from({ length: 4 }, () => draw(0.1, 4, 4));
  const sales = Array.from({ length: 10 }, () => Math.round(draw(1e9, 5e11, 0) / 1e7) * 1e7);
  const calls = [
    call('get_prices', rows),
    call('get_weekly_metrics', {
      ...Object.fromEntries(pcts.slice(0, 10).map((value, at) => [`m${at}_pct`, value])),
      ...Object.fromEntries(ratios.map((value, at) => [`ratio${at}`, value])),
    }),
    call('get_news_by_id', {
      highlights: [
        ...pcts.slice(10).map(change),
        ...sales.map((value) => `sales of $${(value / 1e9).toFixed(2)} billion`),
      ].join('; '),
    }),
  ];
  const kinds = [
    [change, () => pick(pcts), () => draw(-60, 60, 2)],
    [price, () => pick(rows).adj_close, () => draw(90, 2000, 2)],
    [money, () => pick(sales), () => draw(1e9, 5e11, 0)],
    [ratio, () => pick(ratios), () => draw(4.5, 90, 2)],
  ] as const;
  const sentences = Array.from({ length: 200 }, () => {
    const [write, held, invented] = pick(kinds);
    const isHeld = next() < 0.5;
    return { isHeld, text: `In the 20-day window ${write(isHeld ? held() : invented())}.` };
  });
  return { calls, sentences };
}

test('links planted numbers with a precision and a recall of at least 0.98', () => {
  const counts = { right: 0, wrong: 0, missed: 0, all: 0 };
  for (let seed = 1; seed <= 20; seed++) {
    const { calls: own, sentences } = planted(seed);
    const linked = linkerOf(own)(sentences.map(({ text }) => text).join('\n'));
    expect(linked).toHaveLength(sentences.length);
    for (const [at, { source }] of linked.entries()) {
      const { isHeld } = sentences[at]!;
      if (source !== null) counts[isHeld ? 'right' : 'wrong']++;
      else if (isHeld) counts.missed++;
      counts.all++;
    }
  }
  const { right, wrong, missed, all } = counts;
  expect(all).toBe(4000);
  expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.98);
  expect(right / (right + missed)).toBeGreaterThanOrEqual(0.98);
});

test('takes time that the lengths of prose and results bound', () => {
  const pieces = [
    '1',
    '1,',
    '1,234.5 ',
    '7.65% ',
    '$',
    '-',
    '.5',
    '(1, ',
    'fell ',
    '20-day ',
    '§',
    ' and 2%',
    'Q1 ',
  ];
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(200_000 / piece.length));
    expect(linkerOf([call('get_filing_section', { content: text })])(text)).toBeInstanceOf(Array);
  }
  const deep = JSON.parse(`${'['.repeat(5000)}1.25${']'.repeat(5000)}`) as unknown;
  expect(linkerOf([call('any', deep)])('It is 1.25.')[0]!.source?.path).toBe('/0'.repeat(5000));
});
