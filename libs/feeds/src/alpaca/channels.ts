/**
 * Names of the vendor's channels. Recordings contain them, so the meaning of a name never changes.
 */

import { formatCivilDate, parseCivilDate, type CivilDate } from '#values';
import type { FeedConnectionOf } from '../port/feed-description.js';
import type { Encoding } from './vendor-message.js';

export type AlpacaConnection = FeedConnectionOf<'alpaca'>;
export type DataChannel = AlpacaConnection['channels'][number];

/** Tables of the history over REST. */
export const historyTables = ['bars', 'dailyBars', 'trades', 'quotes', 'news'] as const;
export type HistoryTable = (typeof historyTables)[number];

/** What a channel tells about its bytes. */
type ChannelMeaning =
  | { readonly kind: 'stream'; readonly encoding: Encoding }
  | { readonly kind: 'history'; readonly table: HistoryTable }
  /** Corporate actions; those with an earlier ex date were not requested. */
  | { readonly kind: 'actions'; readonly from: CivilDate };

/** `data` and `news` are two streams with one vocabulary. */
export const streamChannel = (stream: 'data' | 'news', encoding: Encoding): string =>
  `${stream}.${encoding}`;
export const historyChannel = (table: HistoryTable): string => `rest.${table}`;
export const actionsChannel = (from: CivilDate): string => `rest.actions.${formatCivilDate(from)}`;

const meanings = new Map<string, ChannelMeaning>(
  historyTables.map((table) => [historyChannel(table), { kind: 'history', table }]),
);
for (const encoding of ['msgpack', 'json'] as const) {
  for (const stream of ['data', 'news'] as const) {
    meanings.set(streamChannel(stream, encoding), { kind: 'stream', encoding });
  }
}
const actionsPrefix = 'rest.actions.';

/** Undefined for any other channel. */
export function meaningOf(channel: string): ChannelMeaning | undefined {
  const known = meanings.get(channel);
  if (known !== undefined || !channel.startsWith(actionsPrefix)) return known;
  const from = parseCivilDate(channel.slice(actionsPrefix.length));
  return from === undefined ? undefined : { kind: 'actions', from };
}
