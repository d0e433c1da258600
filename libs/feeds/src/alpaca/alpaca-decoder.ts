/** Decodes everything the vendor sends: stream messages, pages of history, lists of corporate actions. */

import { invalidInput, isFailure, printable } from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { FeedDescription } from '../port/feed-description.js';
import type { FeedItem } from '../port/feed-item.js';
import type { DataFrame, FeedDecoder } from '../port/feed.js';
import { actionItem } from './action-items.js';
import { meaningOf, type HistoryTable } from './channels.js';
import { article, dailyBar, minuteBar, quote, streamItem, trade } from './stream-items.js';
import type { StreamContext } from './stream-items.js';
import { decodeValue, isRecord, messagesOf, type VendorMessage } from './vendor-message.js';

type Described = Pick<FeedDescription, 'calendar' | 'currency' | 'currencies'>;

/** A function of the frame and the description: it keeps no state between frames. */
export function alpacaDecoder({ calendar: name, currency, currencies }: Described): FeedDecoder {
  const calendar = calendarOf(name);
  const currencyOf = (symbol: string): string => currencies[symbol] ?? currency;
  return {
    isHistory: (channel) => meaningOf(channel)?.kind === 'history',
    decode(frame) {
      const { channel, bytes, receivedAt } = frame;
      const meaning = meaningOf(channel);
      const items: FeedItem[] = [];
      const context = { receivedAt, calendar };
      if (meaning === undefined) throw notOurs(frame);
      if (meaning.kind === 'stream') {
        for (const message of messagesOf(bytes, meaning.encoding)) {
          add(items, () => streamItem(message, context));
        }
      } else if (meaning.kind === 'history') {
        historyItems(pageOf(bytes), meaning.table, context, items);
      } else {
        const lists = pageOf(bytes)['corporate_actions'] ?? {};
        for (const [kind, message] of membersOf(lists)) {
          add(items, () => actionItem(kind, message, { from: meaning.from, currencyOf }));
        }
      }
      return items;
    },
  };
}

/** An unreadable item does not affect the rest of the frame. */
function add(items: FeedItem[], read: () => FeedItem | undefined): void {
  try {
    const item = read();
    if (item !== undefined) items.push(item);
  } catch (error) {
    if (!isFailure(error, 'InvalidInput')) throw error;
    const reason = printable(error.message, 300);
    items.push({ kind: 'complaint', code: 'unreadable', reason, fatal: false });
  }
}

const notOurs = ({ channel }: DataFrame) =>
  invalidInput('a frame of another feed', {
    where: 'alpaca',
    expected: 'a channel of this feed',
    found: printable(channel, 64),
  });

function pageOf(bytes: Uint8Array): VendorMessage {
  const page = decodeValue(bytes, 'json');
  if (isRecord(page)) return page;
  throw invalidInput('a page of history is not an object', { where: 'alpaca' });
}

/** Members of lists by their names: symbols, or kinds of actions. */
function* membersOf(lists: unknown): Generator<readonly [string, unknown]> {
  if (!isRecord(lists)) return;
  for (const [name, list] of Object.entries(lists)) {
    if (Array.isArray(list)) for (const member of list) yield [name, member];
  }
}

/** Members of a page of history are named as in the stream, except the symbol, which is the key of their list. */
function historyItems(
  page: VendorMessage,
  table: HistoryTable,
  context: StreamContext,
  items: FeedItem[],
): void {
  if (table === 'news') {
    const articles: unknown = page['news'];
    for (const message of Array.isArray(articles) ? articles : []) {
      add(items, () => article(recordOf(message)));
    }
    return;
  }
  const read = {
    bars: (message: VendorMessage, symbol: string) => minuteBar(message, symbol, false),
    dailyBars: (message: VendorMessage, symbol: string) => dailyBar(message, symbol, context),
    trades: trade,
    quotes: quote,
  }[table];
  for (const [symbol, message] of membersOf(page[table === 'dailyBars' ? 'bars' : table])) {
    add(items, () => read(recordOf(message), symbol));
  }
}

function recordOf(message: unknown): VendorMessage {
  if (isRecord(message)) return message;
  throw invalidInput('a member of a page is not an object', { where: 'alpaca' });
}
