/** What to ask the vendor's history for: all that a span may lack, and the corporate actions of the days to come. */

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

/** Symbols a question: what an address can hold. */
const symbolsMax = 100;
/** How far ahead actions are asked for: they are listed by the day on which they are paid or booked. */
const daysAhead = 90;

/** Of `delayed_sip` the history is that of the SIP; the test stream has none. */
const feedOfHistory = (feed: string): string => (feed === 'delayed_sip' ? 'sip' : feed);

/** Whether the vendor keeps anything of this feed. */
export const hasHistory = ({ feed }: Pick<AlpacaConnection, 'feed'>): boolean => feed !== 'test';

/** The tables of history that bring the channels again. What was revised is in the bars. */
function tablesOf({ channels, feed }: Asked): HistoryTable[] {
  const isWanted = (table: HistoryTable): boolean =>
    channels.includes(table) || (table === 'bars' && channels.includes('updatedBars'));
  return hasHistory({ feed }) ? historyTables.filter(isWanted) : [];
}

/** The questions for what a span may lack. Its ends are widened by what rounding may have taken. */
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
  // A day in each time zone.
  if (table === 'dailyBars') return from - 36 * 60 * microsPerMinute;
  return from - 1;
}

/** A bar that ends later was not finished then: the stream brings it. */
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

/** Where corporate actions are, and where they were before. */
export const actionPaths = ['/v1/corporate-actions', '/v1beta1/corporate-actions'] as const;

/** The questions for actions whose ex date is `from` or later. Crypto has none. */
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

/** How long before the open actions are asked for, milliseconds. */
const leadMs = 30 * 60_000;

/** When to ask for actions next, milliseconds since 1970: half an hour before the next open that is further away. */
export function nextActionsAt(calendar: SessionCalendar, nowMs: number): number {
  let session = calendar.sessionOnOrAfter(calendar.dateOf(nowMs * 1000));
  while (calendar.openOf(session) / 1000 - leadMs <= nowMs)
    session = calendar.sessionOnOrAfter(session + 1);
  return calendar.openOf(session) / 1000 - leadMs;
}
