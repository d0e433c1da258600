/** Positions in names of channels, and the newest of each way. */

import { expect, it } from 'vitest';
import { ChannelPositions, partsOfChannel } from './channel-position.js';

it.each([
  ['live', 'live', undefined],
  ['file@12', 'file', '12'],
  ['file@', 'file', ''],
  ['@12', '', '12'],
  ['file@1@2', 'file', '1@2'],
])('%s is a way and its position', (channel, way, position) => {
  expect(partsOfChannel(channel)).toEqual({ way, position });
});

it('the newest of each way counts', () => {
  const positions = new ChannelPositions();
  for (const channel of ['a@1', 'b@7', 'a@2', 'a', 'c']) positions.take(channel);
  expect(['a', 'b', 'c'].map((way) => positions.of(way))).toEqual(['2', '7', undefined]);
});

it('of at most 100,000 ways, which still advance', () => {
  const positions = new ChannelPositions();
  for (let way = 0; way <= 100_000; way++) positions.take(`${way}@1`);
  positions.take('7@2');
  const found = [7, 99_999, 100_000].map((way) => positions.of(String(way)));
  expect(found).toEqual(['2', '1', undefined]);
});
