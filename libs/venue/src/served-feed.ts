/** A merged stream of facts on its way to clients: stored for REST, altered by the fault plan, sent, and logged. */

import type { FactColumns, Instrument, TapeHeader } from '#contracts';
import { microsPerMinute, type Instant } from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { DocumentStore } from '#market-data/dataset/dataset';
import { FaultLine, type Step } from './faults/fault-line.js';
import type { FaultPlan } from './faults/fault-plan.js';
import { FeedServer, type FeedServerOptions } from './feed-server.js';
import type { Ledger } from './ledger.js';
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
import { ServedFacts, type ServedFact } from './served/served-fact.js';
import { newsBody } from './text-rest.js';

export interface ServedFeedOptions extends Omit<
  FeedServerOptions,
  'rest' | 'history' | 'slowMs' | 'onConnection'
> {
  readonly header: Pick<TapeHeader, 'calendar' | 'barFrequency'> & {
    readonly instruments: readonly Instrument[];
  };
  readonly documents: DocumentStore;
  readonly barMinutes: number;
  readonly times: ShownTimes;
  readonly faults: FaultPlan;
  readonly ledger: Ledger;
}

interface ServedCounts {
  /** Facts of the data that the protocol can express. */
  readonly facts: number;
  /** Messages sent, counted once per connection. */
  readonly sent: number;
  readonly omitted: number;
  readonly connections: number;
  /** Current position in the data, in its own time; null before the first fact. */
  readonly at: Instant | null;
}

export class ServedFeed {
  private facts = 0;
  private sent = 0;
  private omitted = 0;
  private at: Instant | null = null;
  private silentUntilMs = -Infinity;

  private constructor(
    readonly server: FeedServer,
    private readonly history: ReleasedHistory,
    private readonly faults: FaultLine,
    private readonly served: ServedFacts,
    private readonly options: ServedFeedOptions,
  ) {}

  static async listen(options: ServedFeedOptions): Promise<ServedFeed> {
    const { header, times, faults, ledger, documents } = options;
    const calendar = calendarOf(header.calendar);
    const history = new ReleasedHistory();
    const { instruments, barFrequency } = header;
    const barLength = options.barMinutes * microsPerMinute;
    const rest = new MarketRest({ history, calendar, barFrequency, barLength });
    const onConnection = (event: 'connected' | 'closed', path: string, code?: number): void =>
      ledger.write({ event, path, ...(code === undefined ? {} : { code }) });
    const { slowMs } = faults;
    const server = await FeedServer.listen({ ...options, rest, history, slowMs, onConnection });
    const line = new FaultLine(faults, history, times.instant);
    const bars = { calendar, barFrequency, barLength };
    const facts = new ServedFacts({ instruments, ...bars, documents, times });
    return new ServedFeed(server, history, line, facts, options);
  }

  get counts(): ServedCounts {
    const { facts, sent, omitted, at } = this;
    return { facts, sent, omitted, connections: this.server.connections.size, at };
  }

  /** Facts from before the start: available in REST, but never streamed. */
  keep(facts: FactColumns, from: number, to: number): void {
    for (let row = from; row < to; row++) {
      this.reach(facts.knowledgeTime[row] as number);
      const fact = this.served.at(facts, row);
      if (fact?.is === 'row') this.history.add(fact.row);
      else if (fact?.is === 'news') this.history.addNews(fact.news);
      else if (fact?.is === 'action') this.history.actions.push(fact.action);
    }
  }

  /** Releases rows [from, to) of a batch. Returns a promise if it has to wait for a client. */
  publish(facts: FactColumns, from = 0, to = facts.count): void | Promise<void> {
    for (let row = from; row < to; row++) {
      const at = facts.knowledgeTime[row] as number;
      if (at !== this.at) this.take(this.faults.reach(at));
      this.reach(at);
      const fact = this.served.at(facts, row);
      if (fact === undefined) continue;
      this.facts++;
      this.take(this.stepsOf(fact, at));
    }
    this.options.ledger.flush();
    return this.flush();
  }

  /** The end of the data: REST and connections stay open. */
  end(): void | Promise<void> {
    this.take(this.faults.end());
    this.options.ledger.write({ event: 'ended' });
    this.options.ledger.flush();
    return this.flush();
  }

  async close(): Promise<void> {
    await this.server.close();
    this.options.ledger.close();
  }

  private reach(at: Instant): void {
    this.at = at;
    this.history.now = this.options.times.instant(at);
  }

  private stepsOf(fact: ServedFact, at: Instant): Step[] {
    switch (fact.is) {
      case 'row':
        return this.faults.row(fact.row, at);
      case 'news': {
        const { news } = fact;
        this.history.addNews(news);
        const body = newsBody(news, true);
        return this.faults.message(new OutgoingMessage('n', news.symbols, at, () => body));
      }
      case 'status': {
        const body = statusBody(fact.status);
        const { symbol } = fact.status;
        return this.faults.message(new OutgoingMessage('s', [symbol], at, () => body));
      }
      case 'action':
        this.history.actions.push(fact.action);
        return [];
      case 'correction':
        return this.corrected(fact, at);
    }
  }

  /** A correction contained in the data, as in recordings. */
  private corrected(
    { correction }: Extract<ServedFact, { is: 'correction' }>,
    at: Instant,
  ): Step[] {
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
      return this.faults.message(rowMessage(row, at));
    }
    if (change === 'cancelled') {
      this.history.remove(row);
      return of === 'trade' ? this.faults.message(cancellingMessage(row, at)) : [];
    }
    this.history.amend(row);
    return this.faults.message(amendingMessage(row, before, at));
  }

  private take(steps: readonly Step[]): void {
    for (const step of steps) this.takeStep(step);
  }

  private takeStep(step: Step): void {
    const { ledger } = this.options;
    if (step.do === 'send') this.send(step);
    else if (step.do === 'omit') {
      this.omitted++;
      ledger.write({ event: 'omitted', why: step.why, message: step.message });
    } else if (step.do === 'silence') {
      this.silentUntilMs = this.options.nowMs() + step.seconds * 1000;
      ledger.write({ event: 'silent', seconds: step.seconds });
    } else if (step.do === 'disconnect') {
      void this.flush();
      this.server.disconnect(step.refuseSeconds);
      ledger.write({ event: 'disconnected', seconds: step.refuseSeconds });
    } else {
      void this.flush();
      this.server.restart(step.downSeconds);
      ledger.write({ event: 'restarted', seconds: step.downSeconds });
    }
  }

  private send({ message, fault }: Extract<Step, { do: 'send' }>): void {
    const { ledger, nowMs } = this.options;
    const details = { ...(fault !== undefined && { fault }), message };
    if (nowMs() < this.silentUntilMs) {
      this.omitted++;
      ledger.write({ event: 'omitted', why: 'silenced', ...details });
      return;
    }
    let to = 0;
    for (const connection of this.server.connections) to += connection.offer(message) ? 1 : 0;
    this.sent += to;
    ledger.write({ event: 'sent', to, ...details });
  }

  private flush(): void | Promise<void> {
    let waits: Promise<void>[] | undefined;
    for (const connection of this.server.connections) {
      const wait = connection.flush();
      if (wait !== undefined) (waits ??= []).push(wait);
    }
    return waits === undefined ? undefined : Promise.all(waits).then(() => undefined);
  }
}
