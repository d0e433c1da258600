/** A merged stream of facts on its way to clients: stored for REST, and sent. */

import type { Correction, FactColumns, Instrument, TapeHeader } from '#contracts';
import { microsPerMinute, type Instant } from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { DocumentStore } from '#market-data/dataset/dataset';
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
    const calendar = calendarOf(header.calendar);
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
  private release(facts: FactColumns, row: number): OutgoingMessage | undefined {
    const at = facts.knowledgeTime[row] as number;
    this.at = at;
    this.history.now = this.times.instant(at);
    const fact = this.served.at(facts, row);
    if (fact === undefined) return undefined;
    this.facts++;
    switch (fact.is) {
      case 'row':
        this.history.add(fact.row);
        return rowMessage(fact.row, at);
      case 'news': {
        const { news } = fact;
        this.history.addNews(news);
        return new OutgoingMessage('n', news.symbols, at, () => newsBody(news, true));
      }
      case 'status': {
        const { status } = fact;
        return new OutgoingMessage('s', [status.symbol], at, () => statusBody(status));
      }
      case 'action':
        this.history.actions.push(fact.action);
        return undefined;
      case 'correction':
        return this.corrected(fact.correction, at);
    }
  }

  /** A correction contained in the data, as in recordings. */
  private corrected(correction: Correction, at: Instant): OutgoingMessage | undefined {
    const { of, symbol, eventTime, bar, trade, change } = correction;
    const time = this.served.timeOf(of, eventTime);
    const kind = of === 'trade' ? 'trades' : 'bars';
    const series = this.history.of(kind, symbol);
    const place = series?.find(time) ?? -1;
    const before = place < 0 ? undefined : series?.valuesAt(place);
    const id = before?.[2] ?? 0;
    const values =
      trade === null
        ? bar === null
          ? (before ?? [])
          : [bar.open, bar.high, bar.low, bar.close, bar.volume ?? 0, bar.vwap ?? 0]
        : [trade.price, trade.size, id];
    const row: ServedRow = { kind, symbol, time, values };
    if (change === 'late' || before === undefined) {
      this.history.add(row);
      return rowMessage(row, at);
    }
    if (change === 'cancelled') {
      this.history.remove(row);
      return of === 'trade' ? cancellingMessage(row, at) : undefined;
    }
    this.history.amend(row);
    return amendingMessage(row, before, at);
  }

  private send(message: OutgoingMessage): void {
    for (const connection of this.server.connections)
      this.sent += connection.offer(message) ? 1 : 0;
  }
}
