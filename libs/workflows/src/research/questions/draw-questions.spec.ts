/**
 * Questions that are drawn of a market: their words and as-ofs, at the edges of what
 * the market has.
 */

import { describe, expect, it } from 'vitest';
import { civilDate, formatInstant, microsPerHour, startOfUtcDay } from '#values';
import { drawQuestions, type MarketOutline, type OutlinedEvent } from './draw-questions.js';

const first = civilDate(2024, 1, 1);
const sessionOf = (at: number): MarketOutline['sessions'][number] => {
  const date = first + at;
  const midnight = startOfUtcDay(date);
  return { date, open: midnight + 14 * microsPerHour, close: midnight + 21 * microsPerHour };
};

/** Hours after midnight of a day; days count from the first session. */
const eventOf = (
  what: OutlinedEvent['what'],
  symbol: string,
  [day, hour]: readonly [number, number],
): OutlinedEvent => {
  const date = first + day;
  return { what, symbol, date, knownAt: startOfUtcDay(date) + hour * microsPerHour };
};

/** `symbols` of them, each known from one session later than the one before it. */
function market(
  symbols: number,
  sessions: number,
  events: readonly OutlinedEvent[],
): MarketOutline {
  const names = Array.from({ length: symbols }, (_, at) => `S${at}`);
  return {
    symbols: names.map((symbol, at) => ({ symbol, first: first + at, last: first + sessions - 1 })),
    sessions: Array.from({ length: sessions }, (_, at) => sessionOf(at)),
    events,
  };
}

const events = [
  eventOf('news', 'S0', [1, 12]),
  eventOf('news', 'S1', [4, 22]),
  eventOf('filing', 'S2', [5, 13]),
  eventOf('news', 'S3', [7, 20]),
  eventOf('filing', 'S0', [9, 21]),
  eventOf('news', 'S1', [9, 22]),
];
const told = (outline: MarketOutline, seed: number, count: number): string[] =>
  drawQuestions(outline, seed, count).map(
    ({ id, instruction, knownAt }) => `${id}, ${formatInstant(knownAt)}: ${instruction}`,
  );

describe('drawn questions', () => {
  it('are these', async () => {
    const lines = [
      ...told(market(12, 10, events), 0, 6),
      ...told(market(3, 10, events), 1, 2),
      ...told(market(2, 40, [eventOf('news', 'S1', [30, 15])]), 2, 1),
    ];
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-drawn.txt');
  });

  it('have numbers of one width', () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      eventOf('news', `S${at % 12}`, [60 + at, 15]),
    );
    const ids = drawQuestions(market(12, 250, many), 0, 100).map(({ id }) => id);
    expect(ids.slice(0, 2)).toEqual(['stock-analysis-001', 'stock-analysis-002']);
    expect(ids).toContain('stock-analysis-100');
  });

  it.each<[string, MarketOutline, string]>([
    ['no session', market(3, 0, events), 'stock-analysis'],
    ['no event', market(3, 10, []), 'event-analysis'],
    [
      'events before the last four fifths alone',
      market(3, 10, events.slice(0, 1)),
      'event-analysis',
    ],
    ['one symbol', market(1, 10, [eventOf('news', 'S0', [5, 12])]), 'stock-selection'],
    ['filings alone', market(3, 10, [eventOf('filing', 'S0', [5, 12])]), 'expert-opinion'],
  ])('are refused for %s, by the first kind that lacks something', (_, outline, kind) => {
    expect(() => drawQuestions(outline, 0, 1)).toThrow(
      `${kind}: the data set is too small for so many questions; expected prices of two symbols, ` +
        'and news or filings, over more sessions; or fewer questions',
    );
  });
});
