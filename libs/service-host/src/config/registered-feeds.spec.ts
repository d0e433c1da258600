/**
 * The register of feeds: descriptions by name, read without looking up any key, and refused by
 * file and line.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readFeedRegister } from './registered-feeds.js';

const coins = [
  'name: coins',
  'calendar: 24/7',
  'currency: USD',
  'symbols: [BTC-USD]',
  'feed: { kind: coinbase }',
];
const equities = [
  'name: equities',
  'calendar: XNYS',
  'currency: USD',
  'symbols: [AAPL]',
  'feed: { kind: alpaca, key: { env: NO_SUCH_KEY } }',
];

/** A folder with these files, given as lines; removed after the test. */
function folderOf(files: Readonly<Record<string, readonly string[]>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-feeds-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'feeds'));
  for (const [name, lines] of Object.entries(files)) {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  }
  return folder;
}

describe('readFeedRegister', () => {
  it('has no feeds when no file is named', async () => {
    expect([...(await readFeedRegister(undefined))]).toEqual([]);
  });

  it('reads descriptions from its own folder, and asks for no key', async () => {
    const folder = folderOf({
      'feeds.yaml': ['coins: ./feeds/coins.yaml', 'us: feeds/equities.yaml'],
      'feeds/coins.yaml': coins,
      'feeds/equities.yaml': equities,
    });
    const feeds = await readFeedRegister(join(folder, 'feeds.yaml'));
    expect([...feeds.keys()]).toEqual(['coins', 'us']);
    expect(feeds.get('us')).toMatchObject({
      name: 'us',
      directory: join(folder, 'feeds'),
      description: { name: 'equities', feed: { kind: 'alpaca' } },
    });
  });

  it.each([
    ['a register that is not there', {}, 'feeds.yaml'],
    ['a description that is not there', { 'feeds.yaml': ['coins: ./gone.yaml'] }, 'gone.yaml'],
    ['a name that is a path', { 'feeds.yaml': ['../coins: ./coins.yaml'] }, 'feeds.yaml'],
    [
      'a description that is wrong',
      { 'feeds.yaml': ['coins: ./coins.yaml'], 'coins.yaml': [...coins, 'speed: 2'] },
      'coins.yaml',
    ],
  ])('refuses %s, and names the file', async (_, files, where) => {
    const folder = folderOf(files);
    await expect(readFeedRegister(join(folder, 'feeds.yaml'))).rejects.toMatchObject({
      code: 'InvalidInput',
      message: expect.stringContaining(where),
    });
  });
});
