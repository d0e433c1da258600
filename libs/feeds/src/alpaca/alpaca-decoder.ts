/**
 * Decodes everything the vendor sends: stream messages, pages of history, lists of
 * corporate actions.
 */

import { invalidInput, isFailure, printable } from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { FeedDescription } from '../port/feed-description.js';
import type { FeedItem } from '../port/feed-item.js';
import type { DataFrame, FeedDecoder } from '../port/feed.js';
import { actionItem } from './action-items.js';
import { meaningOf, type HistoryTable } from './channels.js';
import { streamItem } from './stream-items.js';
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
      if (meaning.kind !== 'actions') {
        const messages =
          meaning.kind === 'stream'
            ? messagesOf(bytes, meaning.encoding)
            : historyMessages(pageOf(bytes), meaning.table);
        for (const message of messages) add(items, () => streamItem(message, context));
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

/** Members of lists by their names: symbols, or kinds of actions. A single list has no name. */
function* membersOf(lists: unknown): Generator<readonly [string, unknown]> {
  let named;
  if (Array.isArray(lists)) {
    named = { '': lists };
  } else if (isRecord(lists)) {
    named = lists;
  } else {
    named = {};
  }
  for (const [name, list] of Object.entries(named)) {
    if (Array.isArray(list)) for (const member of list) yield [name, member];
  }
}

/** What the members of a table are called in the stream. */
const kinds = { bars: 'b', dailyBars: 'd', trades: 't', quotes: 'q', news: 'n' } as const;

/**
 * Members of a page of history are named as in the stream, except the symbol, which is the key
 * of their list.
 */
function* historyMessages(page: VendorMessage, table: HistoryTable): Generator<VendorMessage> {
  for (const [symbol, message] of membersOf(page[table === 'dailyBars' ? 'bars' : table])) {
    yield { ...(isRecord(message) ? message : {}), T: kinds[table], S: symbol };
  }
}
