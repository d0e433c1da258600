/** Reads a feed's description from its file: each error says in plain words what is valid. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readFeedDescription } from './read-feed-description.js';

const folder = mkdtempSync(join(tmpdir(), 'read-feed-description-'));
afterAll(() => rmSync(folder, { recursive: true }));

const coins = `name: coins
calendar: 24/7
currency: USD
symbols: [BTC-USD]
feed: { kind: coinbase }
`;
const read = (text: string): unknown => {
  const file = join(folder, 'feed.yaml');
  writeFileSync(file, text);
  return readFeedDescription(file);
};

it('is read with its defaults', () => {
  expect(read(coins)).toMatchObject({ name: 'coins', frequency: 'intraday', closeDelayMs: 5000 });
});

it.each([
  [
    'a kind of feed that there is not',
    coins.replace('coinbase', 'coinbas'),
    'line 5: feed.kind: expected one of alpaca, coinbase, kafka, poll, webhook, file, yahoo; ' +
      'found "coinbas"',
  ],
  [
    'a calendar that there is not',
    coins.replace('24/7', 'NYSE'),
    'line 2: calendar: expected XNYS, 24/5, 24/7, or the MIC of another exchange, such as XFRA ' +
      'or XTKS; found "NYSE"',
  ],
  [
    'a file of sessions',
    coins.replace('24/7', '{ file: sessions.csv }'),
    'or the MIC of another exchange, such as XFRA or XTKS; found {"file":"sessions.csv"}',
  ],
  [
    'a scenario',
    'name: paper\ndata: ./feed.yaml\nagents: []\n',
    'this is a scenario; run it with `tapefold live`',
  ],
])('%s is refused', (_, text, message) => {
  expect(() => read(text)).toThrow(message);
});

it('that is not there, or is a folder, is refused by its path', () => {
  for (const path of [join(folder, 'none.yaml'), folder]) {
    expect(() => readFeedDescription(path)).toThrow(
      `${path}: no such file; expected a YAML file that describes a feed`,
    );
  }
});

it('may have a member that a scenario has, beside its feed', () => {
  expect(() => read(`${coins}agents: []\n`)).toThrow(/agents/);
  expect(() => read(`${coins}agents: []\n`)).not.toThrow(/tapefold live/);
});
