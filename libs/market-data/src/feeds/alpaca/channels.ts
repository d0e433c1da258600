/** Names of the ways by which bytes come from the vendor. They stand in recordings: what one meant, it always means. */

import { formatCivilDate, parseCivilDate, type CivilDate } from '#values';
import type { FeedConnectionOf } from '../feed-description.js';
import type { Encoding } from './vendor-message.js';

export type AlpacaConnection = FeedConnectionOf<'alpaca'>;
export type DataChannel = AlpacaConnection['channels'][number];

/** Of the history over REST. */
export type HistoryTable = 'bars' | 'dailyBars' | 'trades' | 'quotes' | 'news';

/** What a channel says about the bytes that come by it. */
export type ChannelMeaning =
  | { readonly kind: 'stream'; readonly encoding: Encoding }
  | { readonly kind: 'history'; readonly table: HistoryTable }
  /** Corporate actions; those with an earlier ex date were not asked for. */
  | { readonly kind: 'actions'; readonly from: CivilDate };

/** `data` and `news` are two streams of one vocabulary. */
export const streamChannel = (stream: 'data' | 'news', encoding: Encoding): string =>
  `${stream}.${encoding}`;
export const historyChannel = (table: HistoryTable): string => `rest.${table}`;
export const actionsChannel = (from: CivilDate): string => `rest.actions.${formatCivilDate(from)}`;

const streams: Readonly<Record<string, Encoding>> = {
  'data.msgpack': 'msgpack',
  'data.json': 'json',
  'news.msgpack': 'msgpack',
  'news.json': 'json',
};
const histories: Readonly<Record<string, HistoryTable>> = {
  'rest.bars': 'bars',
  'rest.dailyBars': 'dailyBars',
  'rest.trades': 'trades',
  'rest.quotes': 'quotes',
  'rest.news': 'news',
};
const actionsPrefix = 'rest.actions.';

/** Undefined for a channel of something else. */
export function meaningOf(channel: string): ChannelMeaning | undefined {
  const encoding = streams[channel];
  if (encoding !== undefined) return { kind: 'stream', encoding };
  const table = histories[channel];
  if (table !== undefined) return { kind: 'history', table };
  if (!channel.startsWith(actionsPrefix)) return undefined;
  const from = parseCivilDate(channel.slice(actionsPrefix.length));
  return from === undefined ? undefined : { kind: 'actions', from };
}
