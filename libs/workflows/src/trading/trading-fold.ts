/** A trading run's figures as a fold over its journal: coverage, marks, and orders. */

import { corruptJournal, invariant } from '#values';
import { isDecision, type JournalEvent, type JournalEventOf } from '#contracts';
import { tradingTermsOf, type TradingTerms } from '#contracts/trading-terms';
import type { Performance } from '#metrics';
import { AnswerLabels } from '../answer-labels.js';
import { CoverageFold } from '../coverage-fold.js';
import type { WorkflowFold } from '../workflow.js';
import { elapsedSessions } from './elapsed-sessions.js';
import { MarkFold } from './mark-fold.js';
import { OrderFold, type PositionChange } from './order-fold.js';

export class TradingFold {
  readonly coverage = new CoverageFold();
  readonly answers = new AnswerLabels();
  readonly marks = new MarkFold();
  records = 0;
  rowsDropped = 0;
  /** Losses of a live feed that concern the symbols of the run. */
  feedGaps = 0;
  closed: JournalEventOf<'RunClosed'> | undefined;
  /** Receives each position change once it is settled; set before the first event. */
  onPositionChange: ((change: PositionChange) => void) | undefined;
  standing?: WorkflowFold['standing'];
  private started:
    | {
        readonly symbols: readonly string[];
        readonly terms: TradingTerms;
        readonly orders: OrderFold;
      }
    | undefined;

  /** Takes the next event of the journal. `CorruptJournal` where it is not a trading journal from its start. */
  take(event: JournalEvent): void {
    this.records++;
    if (!isDecision(event)) {
      this.takeOther(event);
      return;
    }
    this.coverage.take(event);
    this.answers.take(event);
  }

  get orders(): OrderFold {
    return this.start.orders;
  }

  /** What the metrics are computed from. */
  performance(): Performance {
    const { terms, orders } = this.start;
    const { marks } = this;
    const dates = [...marks.dates.toArray()];
    return {
      dates,
      elapsedSessions: elapsedSessions(dates, terms.sessionsPerYear),
      equity: marks.equity.toArray(),
      startingCapital: terms.capital,
      basis: terms.policy.basis,
      sessionsPerYear: terms.sessionsPerYear,
      gross: marks.grossRatios(),
      net: marks.netRatios(),
      ...marks.atBars(),
      turnover: orders.turnover,
      tripProfits: orders.trips.profits.toArray(),
      positionsOpened: orders.trips.opened,
      fills: orders.fills,
      fees: orders.account.fees,
    };
  }

  private takeOther(event: JournalEvent): void {
    switch (event.type) {
      case 'RunOpened':
        this.open(event);
        return;
      case 'MarkTaken':
        this.marks.take(event, this.orders.account);
        this.orders.take(event);
        return;
      case 'BarsMarked':
        this.marks.takeBars(event);
        return;
      case 'RowDropped':
        this.rowsDropped++;
        return;
      case 'FeedGap':
        if (this.concerns(event.symbols)) this.feedGaps++;
        return;
      case 'RunClosed':
        this.orders.settleChange();
        this.closed = event;
        return;
      default:
        this.orders.take(event);
    }
  }

  /** A gap without symbols may concern all of them. */
  private concerns(symbols: readonly string[]): boolean {
    const own = this.start.symbols;
    return symbols.length === 0 || symbols.some((symbol) => own.includes(symbol));
  }

  private get start() {
    const { started } = this;
    if (started !== undefined) return started;
    throw corruptJournal('the journal does not start with RunOpened', { where: 'record 1' });
  }

  private open(event: JournalEventOf<'RunOpened'>): void {
    invariant(this.records === 1, 'RunOpened is the first record');
    const terms = tradingTermsOf(event);
    const { symbols } = event;
    if (symbols.length === 1) this.answers.symbol = symbols[0];
    const { size } = terms.policy;
    const isDirectional = symbols.length === 1 && (size === 'all-in' || typeof size === 'object');
    const { reasons } = this.coverage;
    const { onPositionChange: onChange } = this;
    const ofOrders = { symbols, capital: terms.capital, isDirectional, reasons, onChange };
    const orders = new OrderFold(ofOrders);
    this.started = { symbols, terms, orders };
  }
}
