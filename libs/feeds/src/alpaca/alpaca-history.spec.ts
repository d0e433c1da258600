/** What is requested from the history, and when. */

import { describe, expect, it } from 'vitest';
import { formatInstant, parseCivilDate, parseInstant } from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import { actionQuestions, nextActionsAt, questionsOf } from './alpaca-history.js';
import type { AlpacaConnection } from './channels.js';

const at = (text: string): number => parseInstant(text) as number;
const span = { symbol: null, from: at('2026-04-01T14:30:20.5Z'), to: at('2026-04-01T14:32:00Z') };
const asking = (feed: string, ...channels: AlpacaConnection['channels']) => ({ feed, channels });

describe('the questions for a span', () => {
  it('ask for minutes that were finished, at the feed that was recorded', () => {
    expect(questionsOf(asking('iex', 'bars', 'trades'), span, ['A', 'B'])).toEqual([
      {
        path: '/v2/stocks/bars',
        channel: 'rest.bars',
        query: {
          symbols: 'A,B',
          start: '2026-04-01T14:29:00Z',
          end: '2026-04-01T14:31:00Z',
          limit: '10000',
          feed: 'iex',
          timeframe: '1Min',
        },
      },
      {
        path: '/v2/stocks/trades',
        channel: 'rest.trades',
        query: {
          symbols: 'A,B',
          start: '2026-04-01T14:30:20.499999Z',
          end: '2026-04-01T14:32:00.000001Z',
          limit: '10000',
          feed: 'iex',
        },
      },
    ]);
  });

  it('ask for one symbol when one is missing, for revised bars as for bars, and for articles', () => {
    const asked = asking('delayed_sip', 'updatedBars', 'dailyBars', 'quotes', 'news', 'statuses');
    const questions = questionsOf(asked, { ...span, symbol: 'B' }, ['A', 'B']);
    expect(questions.map(({ channel }) => channel)).toEqual([
      'rest.bars',
      'rest.dailyBars',
      'rest.quotes',
      'rest.news',
    ]);
    expect(questions.every(({ query }) => query['symbols'] === 'B')).toBe(true);
    expect(questions[0]?.query['feed']).toBe('sip');
    expect(questions[3]?.query).toMatchObject({ limit: '50', include_content: 'true' });
  });

  it('ask crypto elsewhere and without a feed, and the test stream nothing', () => {
    const [crypto] = questionsOf(asking('crypto', 'bars'), span, ['BTC/USD']);
    expect(crypto?.path).toBe('/v1beta3/crypto/us/bars');
    expect(crypto?.query).not.toHaveProperty('feed');
    expect(questionsOf(asking('test', 'bars'), span, ['FAKEPACA'])).toEqual([]);
    expect(questionsOf(asking('iex', 'statuses', 'actions'), span, ['A'])).toEqual([]);
  });

  it('ask for many symbols in pieces that fit into an address', () => {
    const symbols = Array.from({ length: 250 }, (_, index) => `S${index}`);
    const questions = questionsOf(asking('iex', 'bars'), span, symbols);
    expect(questions.flatMap(({ query }) => query['symbols']?.split(','))).toEqual(symbols);
    expect(questions).toHaveLength(3);
  });
});

describe('corporate actions', () => {
  const from = parseCivilDate('2026-04-01') as number;

  it('are asked for from a day on, for as long as they are announced', () => {
    expect(actionQuestions(asking('iex', 'actions'), ['A'], from)).toEqual([
      {
        path: '/v1/corporate-actions',
        channel: 'rest.actions.2026-04-01',
        query: { symbols: 'A', start: '2026-04-01', end: '2026-06-30', limit: '1000' },
      },
    ]);
    expect(actionQuestions(asking('iex', 'bars'), ['A'], from)).toEqual([]);
    expect(actionQuestions(asking('crypto', 'actions'), ['BTC/USD'], from)).toEqual([]);
  });

  it.each([
    ['2026-04-01T10:00:00Z', '2026-04-01T13:00:00Z'],
    ['2026-04-01T13:00:00Z', '2026-04-02T13:00:00Z'],
    ['2026-04-01T15:00:00Z', '2026-04-02T13:00:00Z'],
    // Good Friday and a weekend.
    ['2026-04-02T15:00:00Z', '2026-04-06T13:00:00Z'],
  ])('are asked for again half an hour before the open: at %s for %s', (now, next) => {
    const found = nextActionsAt(calendarOf('XNYS'), at(now) / 1000);
    expect(formatInstant(found * 1000)).toBe(next);
  });
});
