/** The conversation with the vendor, message by message, without a socket. */

import { decode, encode } from '@msgpack/msgpack';
import { describe, expect, it } from 'vitest';
import { alpacaConversation } from './alpaca-conversation.js';
import type { AlpacaConnection } from './channels.js';
import { streamsOf } from './subscription.js';
import type { Encoding } from './vendor-message.js';

interface Asked {
  readonly encoding?: Encoding;
  readonly symbols?: readonly string[];
  readonly channels?: AlpacaConnection['channels'];
  readonly feed?: string;
}

function talk({
  encoding = 'json',
  symbols = ['AAPL'],
  channels = ['trades'],
  feed = 'iex',
}: Asked) {
  const sent: unknown[] = [];
  let ready = 0;
  const [stream] = streamsOf({ feed, channels });
  const credentials = { key: 'the-key', secret: 'the-secret' };
  const conversation = alpacaConversation(
    { stream: stream!, symbols, encoding, credentials },
    {
      send: (message) =>
        sent.push(typeof message === 'string' ? JSON.parse(message) : decode(message)),
      ready: () => ready++,
    },
  );
  const say = (...messages: unknown[]): string | undefined => {
    const isText = encoding === 'json';
    const bytes = isText ? Buffer.from(JSON.stringify(messages)) : encode(messages);
    const channel = conversation.channelOf(bytes, isText);
    conversation.received?.(bytes, isText);
    return channel;
  };
  const welcome = (): void => {
    say({ T: 'success', msg: 'connected' });
    say({ T: 'success', msg: 'authenticated' });
  };
  return { say, welcome, sent, isReady: () => ready };
}

describe('the talk with the vendor', () => {
  it.each(['json', 'msgpack'] as const)('goes from welcome to data in %s', (encoding) => {
    const { say, sent, isReady } = talk({ encoding });
    expect(say({ T: 'success', msg: 'connected' })).toBe(`data.${encoding}`);
    expect(sent).toEqual([{ action: 'auth', key: 'the-key', secret: 'the-secret' }]);
    say({ T: 'success', msg: 'authenticated' });
    expect(sent[1]).toMatchObject({ action: 'subscribe', trades: ['AAPL'], quotes: [], bars: [] });
    expect(isReady()).toBe(0);
    say({ T: 'subscription', trades: ['AAPL'] });
    expect(isReady()).toBe(1);
  });

  it('sends nothing before the welcome, and nothing twice', () => {
    const { say, sent, isReady } = talk({});
    say({ T: 'success', msg: 'authenticated' }, { T: 'subscription', trades: ['AAPL'] });
    expect(sent).toEqual([]);
    say({ T: 'success', msg: 'connected' }, { T: 'success', msg: 'connected' });
    say({ T: 'success', msg: 'authenticated' }, { T: 'success', msg: 'authenticated' });
    say({ T: 'subscription', trades: ['AAPL'] }, { T: 'subscription', trades: ['AAPL'] });
    expect(sent).toHaveLength(2);
    expect(isReady()).toBe(1);
  });

  it('waits for each piece of a long subscription to be confirmed', () => {
    const symbols = Array.from({ length: 10_000 }, (_, index) => `SYM${index}`);
    const { say, welcome, sent, isReady } = talk({ symbols, channels: ['trades', 'bars'] });
    welcome();
    for (let piece = 1; piece <= 25; piece++) {
      expect(sent).toHaveLength(1 + piece);
      expect(JSON.stringify(sent.at(-1)).length).toBeLessThan(16_000);
      const confirmed = symbols.slice(0, piece * 400);
      say({ T: 'subscription', trades: confirmed, bars: confirmed });
    }
    expect(isReady()).toBe(1);
  });

  it('asks a stream of crypto for the channels that it has, and one of news for news', () => {
    const crypto = talk({ feed: 'crypto', channels: ['trades', 'statuses'], symbols: ['BTC/USD'] });
    crypto.welcome();
    expect(crypto.sent[1]).toEqual({
      action: 'subscribe',
      trades: ['BTC/USD'],
      quotes: [],
      bars: [],
      updatedBars: [],
      dailyBars: [],
      orderbooks: [],
    });
    const news = talk({ channels: ['news'] });
    news.welcome();
    expect(news.sent[1]).toEqual({ action: 'subscribe', news: ['AAPL'] });
  });

  it('ends when a symbol is not confirmed, and names it', () => {
    const { say, welcome } = talk({ symbols: ['AAPL', 'NOSUCH'] });
    welcome();
    expect(() => say({ T: 'subscription', trades: ['AAPL'] })).toThrow(
      expect.objectContaining({ code: 'InvalidInput', found: '1, without NOSUCH' }),
    );
  });

  it('takes a star for all symbols', () => {
    const { say, welcome, isReady } = talk({});
    welcome();
    say({ T: 'subscription', trades: ['*'] });
    expect(isReady()).toBe(1);
  });

  it.each([
    [400, 'InvalidInput'],
    [402, 'InvalidInput'],
    [404, 'Unavailable'],
    [405, 'InvalidInput'],
    [406, 'Unavailable'],
    [407, 'Unavailable'],
    [408, 'InvalidInput'],
    [409, 'InvalidInput'],
    [410, 'InvalidInput'],
    [500, 'Unavailable'],
    [599, 'Unavailable'],
  ])('knows what to do about error %s', (code, failure) => {
    const { say, welcome } = talk({});
    welcome();
    expect(() => say({ T: 'error', code, msg: 'said' })).toThrow(
      expect.objectContaining({ code: failure }),
    );
  });

  it.each([400, 402, 408, 409, 410])('says for error %i what was asked for', (code) => {
    const { say, welcome } = talk({});
    welcome();
    let found: unknown;
    try {
      say({ T: 'error', code, msg: 'said' });
    } catch (error) {
      found = error;
    }
    expect(found).toMatchObject({
      where: 'feed',
      found: expect.stringMatching(/^\d+ symbols in trades of [/]v2[/]iex$/),
      message: expect.stringContaining(`the vendor said ${code}: `),
    });
    expect(found).not.toHaveProperty('expected', expect.any(String));
  });

  it('is not put off by an error that changes nothing', () => {
    const { say, welcome, isReady } = talk({});
    welcome();
    say({ T: 'error', code: 403, msg: 'already authenticated' });
    say({ T: 'subscription', trades: ['AAPL'] });
    expect(isReady()).toBe(1);
  });

  it('names the limit and what was asked for', () => {
    const symbols = Array.from({ length: 500 }, (_, index) => `SYM${index}`);
    const { say, welcome } = talk({ symbols });
    welcome();
    say({ T: 'subscription', trades: symbols.slice(0, 400) });
    expect(() => say({ T: 'error', code: 405, msg: 'symbol limit exceeded' })).toThrow(
      /symbol limit exceeded.*400 were accepted before.*500 symbols in trades of [/]v2[/]iex/,
    );
  });

  it('finds an error among data, without parsing long messages', () => {
    const { say, welcome } = talk({});
    welcome();
    say({ T: 'subscription', trades: ['AAPL'] });
    say({ T: 't', S: 'AAPL' });
    say({ T: 'n', headline: `no error ${'x'.repeat(2000)}` });
    expect(() => say({ T: 'error', code: 407, msg: 'slow client' })).toThrow(/407: slow client/);
  });

  it('keeps an answer that repeats a credential out of the recording, and out of errors', () => {
    const { say } = talk({});
    say({ T: 'success', msg: 'connected' });
    expect(say({ T: 'success', msg: 'no the-secret' })).toBeUndefined();
    const refused = (): unknown => say({ T: 'error', code: 402, msg: 'the-key is not the-secret' });
    expect(refused).toThrow(/[*]{3} is not [*]{3}/);
    expect(refused).not.toThrow(/the-key/);
  });

  it('leaves unreadable messages to the decoder', () => {
    const { say, sent } = talk({});
    say(null, 7, 'text', { T: 'success' });
    expect(sent).toEqual([]);
  });
});
