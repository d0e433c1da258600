/** Decoders open from a description alone. */

import { expect, it } from 'vitest';
import { describedFeed, tradeMapping } from '../feed-description.fixture.js';
import { openDecoder, openFeed } from './open-feed.js';

const secret = '{env: NOBODY_SET_IT}';
const kinds = [
  `kind: alpaca\nkey: ${secret}\ncertificate: not/there.pem`,
  'kind: coinbase',
  `kind: kafka\nbrokers: [nobody:9092]\ntopic: t\nusername: ${secret}\npassword: ${secret}\n` +
    `${tradeMapping}`,
  `kind: poll\nurl: http://nobody.invalid/\nheaders: {authorization: ${secret}}\n${tradeMapping}`,
  `kind: webhook\nport: 0\nsecret: ${secret}\n${tradeMapping}`,
  `kind: file\npath: not/there.jsonl\n${tradeMapping}`,
  'kind: yahoo',
];

it.each(kinds)('a decoder needs no secret, no file and no network: %s', async (connection) => {
  const decoder = await openDecoder(describedFeed(connection));
  const frame = { kind: 'data', receivedAt: 1e15, channel: 'x', bytes: Buffer.from('{') } as const;
  expect(() => decoder.decode(frame)).toThrowError(
    expect.objectContaining({ code: 'InvalidInput' }),
  );
});

it.each(kinds.filter((text) => text.includes(secret)))(
  'a feed needs its secret: %s',
  async (connection) => {
    const context = { description: describedFeed(connection), directory: '.', env: {} };
    await expect(openFeed(context)).rejects.toMatchObject({ code: 'InvalidInput' });
  },
);

it('a kind of feed that does not exist is named, with those that do', () => {
  expect(() => describedFeed('kind: bloomberg')).toThrow(
    /feed[.]yaml line 6: feed[.]kind: expected one of alpaca, coinbase, kafka, .*bloomberg/,
  );
});

it('a mapping to a symbol that is not recorded is refused with its line', () => {
  const mapping = (to: string) =>
    `kind: file\npath: x\n${tradeMapping}    symbols:\n      XBT: ${to}`;
  expect(() => describedFeed(mapping('AAA'))).not.toThrow();
  expect(() => describedFeed(mapping('CCC'))).toThrow(
    /feed[.]yaml line 12: feed[.]mappings[.]0[.]symbols[.]XBT: expected one of the symbols of the feed/,
  );
});
