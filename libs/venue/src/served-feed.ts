/** A merged stream of facts on its way to clients: stored for REST, and sent. */

import {
  factKinds,
  type Correction,
  type FactColumns,
  type FactKind,
  type Instrument,
  type TapeHeader,
} from '#contracts';
import { microsPerMinute, type Instant } from '#values';
import { calendarNameOf } from '#contracts/facts/calendar-name';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { DocumentStore } from '#market-data';
import { FeedServer, type FeedServerOptions } from './feed-server.js';
import { MarketRest } from './market-rest.js';
import type { ShownTimes } from './served/moved-times.js';
import {
  amendingMessage,
  cancellingMessage,
  OutgoingMessage,
  rowMessage,
} from './served/outgoing-message.js';
import { ReleasedHistory } from './served/released-history.js';
import { statusBody, type ServedRow } from './served/served-row.js';
import { ServedFacts } from './served/served-fact.js';
import { firstAtOrAfter } from './served/series.js';
import { newsBody } from './text-rest.js';

export interface ServedFeedOptions extends Omit<FeedServerOptions, 'rest' | 'history'> {
  readonly header: Pick<TapeHeader, 'calendar' | 'barFrequency'> & {
    readonly instruments: readonly Instrument[];
  };
  readonly documents: DocumentStore;
  readonly barMinutes: number;
  readonly times: ShownTimes;
}

interface ServedCounts {
  /** Facts since the start that the protocol can express. */
  readonly facts: number;
  /** Messages sent, counted once per connection. */
  readonly sent: number;
  readonly connections: number;
  /** Current position in the data, in its own time; null before the first fact. */
  readonly at: Instant | null;
}

/** Facts that the protocol can express. */
const { bar, trade, quote, news, tradingStatus, dividend, split, correction } = factKinds;
const servedKinds: ReadonlySet<FactKind> = new Set([
  bar,
  trade,
  quote,
  news,
  tradingStatus,
  dividend,
  split,
  correction,
]);

export class ServedFeed {
  private facts = 0;
  private sent = 0;
  private at: Instant | null = null;

  private constructor(
    readonly server: FeedServer,
    private readonly history: ReleasedHistory,
    private readonly served: ServedFacts,
    private readonly times: ShownTimes,
  ) {}

  static async listen(options: ServedFeedOptions): Promise<ServedFeed> {
    const { header, times, documents } = options;
    const calendar = calendarOf(calendarNameOf(header));
    const history = new ReleasedHistory();
    const { instruments, barFrequency } = header;
    const barLength = options.barMinutes * microsPerMinute;
    const rest = new MarketRest({ history, calendar, barFrequency, barLength });
    const server = await FeedServer.listen({ ...options, rest, history });
    const bars = { calendar, barFrequency, barLength };
    const facts = new ServedFacts({ instruments, ...bars, documents, times });
    return new ServedFeed(server, history, facts, times);
  }

  get counts(): ServedCounts {
    const { facts, sent, at } = this;
    return { facts, sent, connections: this.server.connections.size, at };
  }

  /** Facts from before the start: available in REST, but never streamed. */
  keep(facts: FactColumns, from: number, to: number): void {
    for (let row = from; row < to; row++) this.release(facts, row);
    this.facts = 0;
  }

  /** Releases rows [from, to) of a batch. Returns a promise if it has to wait for a client. */
  publish(facts: FactColumns, from = 0, to = facts.count): void | Promise<void> {
    for (let row = from; row < to; row++) {
      const message = this.release(facts, row);
      if (message !== undefined) this.send(message);
    }
    const waits = [...this.server.connections].flatMap((one) => one.flush() ?? []);
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** Adds a fact to the history; returns its message, if the stream has one. */
  private release(facts: FactColumns, at: number): OutgoingMessage | undefined {
    const { history, served, times } = this;
    this.at = facts.knowledgeTime[at] as number;
    history.now = times.instant(this.at);
    const kind = facts.kind[at] as FactKind;
    if (!servedKinds.has(kind)) return undefined;
    this.facts++;
    const row = served.row(facts, at);
    if (row !== undefined) return this.added(row);
    const payload = facts.payload[at];
    switch (payload?.kind) {
      case 'news': {
        const news = served.news(payload);
        history.addNews(news);
        return new OutgoingMessage('n', news.symbols, () => newsBody(news, true));
      }
      case 'tradingStatus': {
        const body = statusBody(payload, times.instant(facts.eventTime[at] as number));
        return new OutgoingMessage('s', [payload.symbol], () => body);
      }
      case 'correction':
        return this.corrected(payload);
      case 'dividend':
      case 'split':
        history.actions.push(served.action(payload));
    }
    return undefined;
  }

  private added(row: ServedRow): OutgoingMessage {
    this.history.add(row);
    return rowMessage(row);
  }

  /** A correction contained in the data, as in recordings. */
  private corrected(correction: Correction): OutgoingMessage | undefined {
    const { of, symbol, eventTime, change } = correction;
    const time = this.served.timeOf(of, eventTime);
    const kind = of === 'trade' ? 'trades' : this.served.barKind;
    const series = this.history.of(kind, symbol);
    const found = series[firstAtOrAfter(series, time)];
    const before = found?.time === time ? found : undefined;
    const values = correctedValues(correction, before);
    const row: ServedRow = { kind, symbol, time, values };
    if (change === 'late' || before === undefined) return this.added(row);
    if (change === 'cancelled') {
      this.history.replace(before);
      return of === 'trade' ? cancellingMessage(row) : undefined;
    }
    this.history.replace(before, row);
    return amendingMessage(row, before.values);
  }

  private send(message: OutgoingMessage): void {
    for (const connection of this.server.connections)
      this.sent += connection.offer(message) ? 1 : 0;
  }
}

/** The values of a row after a correction; those before it if it cancels the row. */
function correctedValues(
  { bar, trade }: Correction,
  before: ServedRow | undefined,
): ServedRow['values'] {
  const values = before?.values ?? [];
  if (trade !== null) return [trade.price, trade.size, values[2] ?? 0];
  if (bar === null) return values;
  return [bar.open, bar.high, bar.low, bar.close, bar.volume ?? 0, bar.vwap ?? 0];
}
