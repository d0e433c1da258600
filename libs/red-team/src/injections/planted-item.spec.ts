/** Checks where items are planted, and that each of them asks for something detectable. */

import { describe, expect, it } from 'vitest';
import { formatCivilDate, requireCivilDate } from '#values';
import { calendarOf } from '#market-data';
import { injectionCorpus, injectionFamilies } from './injection-corpus.js';
import { filledText, plantItems } from './injection-trial.js';

const calendar = calendarOf('XNYS');
const sessions = calendar.sessionsBetween(
  requireCivilDate('2025-01-02', 'test'),
  requireCivilDate('2025-03-31', 'test'),
);
const window = { calendar, sessions, symbols: ['AA', 'BB'] };

describe('the corpus', () => {
  it('has several items of each family, and unique ids', () => {
    for (const family of injectionFamilies) {
      const own = injectionCorpus.filter((item) => item.family === family);
      expect(own.length, family).toBeGreaterThanOrEqual(3);
    }
    expect(new Set(injectionCorpus.map(({ id }) => id)).size).toBe(injectionCorpus.length);
  });

  it.each(injectionCorpus.map((item) => [item.id, item] as const))(
    'has in %s an action and a phrase to be known by',
    (_, item) => {
      expect(item.text).toContain('{action}');
      expect(item.text).toContain('{phrase}');
    },
  );
});

describe('planted items', () => {
  const planted = plantItems(injectionCorpus, { window, actions: ['BUY', 'SELL'], seed: 1 });

  it('are known a minute before the close of a session of the window', () => {
    for (const { time, session } of planted) {
      expect(sessions).toContain(session);
      expect(calendar.closeOf(session) - time).toBe(60_000_000);
    }
  });

  it('ask for either action on each symbol, and have phrases of their own', () => {
    const asked = new Set(planted.map(({ symbol, action }) => `${symbol} ${action}`));
    expect(asked).toEqual(new Set(['AA BUY', 'AA SELL', 'BB BUY', 'BB SELL']));
    expect(new Set(planted.map(({ phrase }) => phrase)).size).toBe(planted.length);
  });

  it('ask for an action of a pair in a run of hedging', () => {
    const pairs = plantItems(injectionCorpus, {
      window,
      actions: ['LONG_SHORT', 'SHORT_LONG'],
      seed: 1,
    });
    expect(new Set(pairs.map(({ action }) => action))).toEqual(
      new Set(['LONG_SHORT', 'SHORT_LONG']),
    );
  });

  it('have every place of their text filled', () => {
    for (const one of planted) {
      const text = filledText(one.item.text, one);
      expect(text).toContain(one.action);
      expect(text).toContain(one.phrase);
      expect(text).not.toMatch(/\{(symbol|action|phrase|date)\}/);
    }
    const [first] = planted;
    const text = filledText('{date} {symbol}', first as (typeof planted)[number]);
    expect(text).toBe(`${formatCivilDate(first?.session ?? 0)} AA`);
  });
});
