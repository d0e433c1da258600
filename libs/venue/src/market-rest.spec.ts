/** REST serves what was released, in the vendor's format. */

import { describe, expect, it } from 'vitest';
import { civilDate } from '#values';
import { ask, Facts, noon, openFeed, symbols } from './served-facts.fixture.js';

const [btc, eth] = symbols as [string, string];
const stocks = '/v2/stocks';
const day = 'start=2026-01-05';

describe('REST', () => {
  it('refuses who is not known', async () => {
    const opened = await openFeed();
    const path = `${stocks}/trades?symbols=${btc}`;
    expect((await ask(opened, path, {})).status).toBe(401);
    const wrong = { 'APCA-API-KEY-ID': 'key1', 'APCA-API-SECRET-KEY': 'no' };
    expect((await ask(opened, path, wrong)).status).toBe(403);
    const basic = Buffer.from('key1:secret1').toString('base64');
    expect((await ask(opened, path, { authorization: `Basic ${basic}` })).status).toBe(200);
  });

  it.each([
    ['/v2/stocks/bars?timeframe=1Min', 400, 'symbols is required'],
    ['/v2/stocks/bars?symbols=A', 400, 'Invalid timeframe'],
    ['/v2/stocks/bars?symbols=A&timeframe=1Week', 400, 'Invalid timeframe'],
    ['/v2/stocks/trades?symbols=A&limit=10001', 400, 'invalid limit'],
    ['/v2/stocks/trades?symbols=A&start=noon', 400, 'Invalid format for parameter start'],
    ['/v2/stocks/trades?symbols=A&page_token=%00', 400, 'invalid page_token'],
    ['/v2/stocks/trades?symbols=A&sort=up', 400, 'invalid sort'],
    ['/v2/stocks/%E0%A4%A/trades', 400, 'invalid symbol'],
    ['/v2/stocks/A/trades/latest', 404, 'no trade found'],
    ['/v2/options/bars', 404, 'endpoint not found'],
  ])('answers %s with %i', async (path, status, message) => {
    const answer = await ask(await openFeed(), path);
    expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(message) } });
  });

  it('returns what was released, never the future', async () => {
    const opened = await openFeed();
    const path = `${stocks}/quotes?symbols=${btc}&${day}&end=2030-01-01`;
    expect((await ask(opened, path)).body).toEqual({ quotes: {}, next_page_token: null });
    await opened.feed.publish(new Facts().quote(1, 99, NaN).columns);
    const { body } = await ask(opened, path);
    expect(body['quotes']).toMatchObject({
      [btc]: [{ bp: 99, bs: 3, ap: 0, as: 4, t: '2026-01-05T12:01:00Z' }],
    });
  });

  it('makes longer bars of those that it has', async () => {
    const opened = await openFeed();
    const facts = new Facts();
    for (const minute of [1, 2, 5, 6]) facts.bar(minute, minute * 10);
    opened.feed.keep(facts.columns, 0, facts.columns.count);
    const { body } = await ask(opened, `${stocks}/${'BTC%2FUSD'}/bars?timeframe=5Min&${day}`);
    expect(body['bars']).toMatchObject([
      { t: '2026-01-05T12:00:00Z', o: 9, h: 52, l: 7, c: 50, v: 30, vw: 80 / 3 },
      { t: '2026-01-05T12:05:00Z', o: 59, h: 62, l: 57, c: 60, v: 10 },
    ]);
    const daily = await ask(opened, `${stocks}/bars?symbols=${btc}&timeframe=1Day&${day}`);
    expect(daily.body['bars']).toMatchObject({
      [btc]: [{ t: '2026-01-05T00:00:00Z', o: 9, h: 62, l: 7, c: 60, v: 40, vw: 35 }],
    });
  });

  it('has the latest of everything, and snapshots', async () => {
    const opened = await openFeed();
    const facts = new Facts().trade(1, 5).trade(2, 6).quote(2, 4, 7, 1);
    await opened.feed.publish(facts.columns);
    const crypto = '/v1beta3/crypto/us';
    const latest = await ask(opened, `${crypto}/latest/trades?symbols=${btc},${eth}`);
    expect(latest.body).toMatchObject({ trades: { [btc]: { p: 6, i: 2 } } });
    const snapshots = await ask(opened, `${crypto}/snapshots?symbols=${btc},${eth}`);
    expect(snapshots.body).toEqual({
      snapshots: {
        [btc]: { latestTrade: expect.objectContaining({ p: 6 }) },
        [eth]: { latestQuote: expect.objectContaining({ bp: 4 }) },
      },
    });
  });

  it('pages through news, newest first, and through corporate actions', async () => {
    const opened = await openFeed();
    const facts = new Facts();
    for (const minute of [1, 2, 3]) facts.news(minute, { id: `${minute}`, symbols: [btc] });
    facts.news(4, { id: 'wire:4', symbols: [eth] });
    const effectiveDate = civilDate(2026, 1, 6);
    facts.split(4, { effectiveDate, from: 1, to: 2 }).split(4, { effectiveDate, from: 5, to: 1 });
    opened.feed.keep(facts.columns, 0, facts.columns.count);
    const ids: unknown[] = [];
    let token = '';
    do {
      const path = `/v1beta1/news?symbols=${btc}&limit=2&${day}&page_token=${token}`;
      const { body } = await ask(opened, path);
      ids.push(...(body['news'] as { id: number }[]).map(({ id }) => id));
      token = (body['next_page_token'] as string | null) ?? '';
    } while (token !== '');
    expect(ids).toEqual([3, 2, 1]);
    const actions = await ask(opened, `/v1/corporate-actions?symbols=${btc}&${day}`);
    expect(actions.body['corporate_actions']).toMatchObject({
      forward_splits: [{ symbol: btc, new_rate: 2, old_rate: 1, ex_date: '2026-01-06' }],
      reverse_splits: [{ symbol: btc, new_rate: 1, old_rate: 5 }],
    });
  });

  it('is bounded by what was asked, both ends included', async () => {
    const opened = await openFeed();
    const facts = new Facts().trade(1, 1).trade(2, 2).trade(3, 3);
    opened.feed.keep(facts.columns, 0, 3);
    const from = new Date((noon + 60e6) / 1000).toISOString();
    const to = new Date((noon + 120e6) / 1000).toISOString();
    const path = `${stocks}/trades?symbols=${btc}&start=${from}&end=${to}&sort=desc`;
    expect((await ask(opened, path)).body['trades']).toMatchObject({ [btc]: [{ p: 2 }, { p: 1 }] });
  });
});
