/** The names of channels in recordings, and what each means. */

import { expect, it } from 'vitest';
import { civilDate } from '#values';
import {
  actionsChannel,
  historyChannel,
  historyTables,
  meaningOf,
  streamChannel,
} from './channels.js';

const from = civilDate(2026, 3, 2);

it.each([
  ['data.msgpack', { kind: 'stream', encoding: 'msgpack' }],
  ['data.json', { kind: 'stream', encoding: 'json' }],
  ['news.msgpack', { kind: 'stream', encoding: 'msgpack' }],
  ['news.json', { kind: 'stream', encoding: 'json' }],
  ['rest.bars', { kind: 'history', table: 'bars' }],
  ['rest.dailyBars', { kind: 'history', table: 'dailyBars' }],
  ['rest.trades', { kind: 'history', table: 'trades' }],
  ['rest.quotes', { kind: 'history', table: 'quotes' }],
  ['rest.news', { kind: 'history', table: 'news' }],
  ['rest.actions.2026-03-02', { kind: 'actions', from }],
  ['rest.actions.', undefined],
  ['rest.actions.2026-02-30', undefined],
  // As long as the name of actions, and none.
  ['rest.actionsX2026-03-02', undefined],
  ['rest.other', undefined],
  ['', undefined],
])('%s means %j', (channel, meaning) => {
  expect(meaningOf(channel)).toEqual(meaning);
});

it('names each as recordings have it', () => {
  expect(streamChannel('news', 'json')).toBe('news.json');
  expect(historyTables.map(historyChannel)).toEqual([
    'rest.bars',
    'rest.dailyBars',
    'rest.trades',
    'rest.quotes',
    'rest.news',
  ]);
  expect(actionsChannel(from)).toBe('rest.actions.2026-03-02');
});
