/**
 * What to request from the vendor's history: all that a span may lack, and the corporate actions of
 * the days ahead.
 */

import {
  formatCivilDate,
  formatInstant,
  microsPerMinute,
  type CivilDate,
  type Instant,
} from '#values';
import type { SessionCalendar } from '#market-data/calendar/session-calendar';
import type { MissedSpan } from '../port/feed.js';
import {
  actionsChannel,
  historyChannel,
  historyTables,
  type AlpacaConnection,
  type HistoryTable,
} from './channels.js';
import type { Question } from './rest-request.js';
import { isCrypto, piecesOf } from './subscription.js';

type Asked = Pick<AlpacaConnection, 'feed' | 'channels'>;

/** Symbols per request: as many as fit in a URL. */
const symbolsMax = 100;
/**
 * How far ahead actions are requested: they are listed by the day on which they are paid or booked.
 */
const daysAhead = 90;

/** The history of `delayed_sip` is that of the SIP; the test stream has no history. */
const feedOfHistory = (feed: string): string => (feed === 'delayed_sip' ? 'sip' : feed);

/** Whether the vendor keeps a history of this feed. */
export const hasHistory = ({ feed }: Pick<AlpacaConnection, 'feed'>): boolean => feed !== 'test';

/** The history tables that cover the channels. Revisions are already in the bars. */
function tablesOf({ channels, feed }: Asked): HistoryTable[] {
  const isWanted = (table: HistoryTable): boolean =>
    channels.includes(table) || (table === 'bars' && channels.includes('updatedBars'));
  return hasHistory({ feed }) ? historyTables.filter(isWanted) : [];
}

/** The requests for what a span may lack. Its ends are widened to allow for rounding. */
export function questionsOf(
  asked: Asked,
  { symbol, from, to }: MissedSpan,
  symbols: readonly string[],
): Question[] {
  const pieces = piecesOf(symbol === null ? symbols : [symbol], symbolsMax);
  return tablesOf(asked).flatMap((table) =>
    pieces.map((piece) => ({
      path: pathOf(asked, table),
      channel: historyChannel(table),
      query: {
        symbols: piece.join(','),
        start: formatInstant(startOf(table, from)),
        end: formatInstant(endOf(table, to)),
        ...queryOf(asked, table),
      },
    })),
  );
}

/** Bars are stamped with their start: the one that was open at `from` began before it. */
function startOf(table: HistoryTable, from: Instant): Instant {
  if (table === 'bars') return (Math.floor(from / microsPerMinute) - 1) * microsPerMinute;
  // One day covers every time zone.
  if (table === 'dailyBars') return from - 36 * 60 * microsPerMinute;
  return from - 1;
}

/** A bar that ends later was unfinished then: the stream delivers it. */
const endOf = (table: HistoryTable, to: Instant): Instant =>
  table === 'bars' ? to - microsPerMinute : to + 1;

function pathOf(asked: Asked, table: HistoryTable): string {
  if (table === 'news') return '/v1beta1/news';
  const name = table === 'dailyBars' ? 'bars' : table;
  return isCrypto(asked) ? `/v1beta3/crypto/us/${name}` : `/v2/stocks/${name}`;
}

function queryOf(asked: Asked, table: HistoryTable): Readonly<Record<string, string>> {
  if (table === 'news') return { limit: '50', sort: 'asc', include_content: 'true' };
  const ofStocks = isCrypto(asked) ? {} : { feed: feedOfHistory(asked.feed) };
  const limited = { limit: '10000', ...ofStocks };
  if (table === 'bars') return { ...limited, timeframe: '1Min' };
  return table === 'dailyBars' ? { ...limited, timeframe: '1Day' } : limited;
}

/** The path of corporate actions, and its earlier one. */
export const actionPaths = ['/v1/corporate-actions', '/v1beta1/corporate-actions'] as const;

/** The requests for actions whose ex date is `from` or later. Crypto has no actions. */
export function actionQuestions(
  asked: Asked,
  symbols: readonly string[],
  from: CivilDate,
): Question[] {
  if (!asked.channels.includes('actions') || isCrypto(asked) || !hasHistory(asked)) return [];
  return piecesOf(symbols, symbolsMax).map((piece) => ({
    path: actionPaths[0],
    channel: actionsChannel(from),
    query: {
      symbols: piece.join(','),
      start: formatCivilDate(from),
      end: formatCivilDate(from + daysAhead),
      limit: '1000',
    },
  }));
}

/** How long before the open actions are requested, milliseconds. */
const leadMs = 30 * 60_000;

/**
 * When to request actions next, milliseconds since 1970: half an hour before the next open that
 * is further away.
 */
export function nextActionsAt(calendar: SessionCalendar, nowMs: number): number {
  let session = calendar.sessionOnOrAfter(calendar.dateOf(nowMs * 1000));
  while (calendar.openOf(session) / 1000 - leadMs <= nowMs)
    session = calendar.sessionOnOrAfter(session + 1);
  return calendar.openOf(session) / 1000 - leadMs;
}
