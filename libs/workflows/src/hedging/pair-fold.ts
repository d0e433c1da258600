/**
 * The legs of a pair as a fold over a hedging journal: what each brought, and how often the
 * position was flipped.
 */

import { NumberColumn } from '#values';
import type { FillEvent, JournalEvent, JournalEventOf } from '#contracts';
import type { Pair } from '#agents';
import type { Figures } from '#contracts/result/figures';
import { figureOf, noMark } from '#metrics/sample/figure';
import { knownMean } from '#metrics/sample/return-sample';
import { TradingFold } from '../trading/folds/trading-fold.js';

type Leg = keyof Pair;

/** Money in the run's currency. */
interface PairFigures extends Pair {
  /**
   * Price moves and dividends of each leg, less its fees and, while it was short, its borrowing
   * cost.
   */
  readonly contributions: Readonly<Record<Leg, number>>;
  /** Cost of borrowing, part of the contributions. */
  readonly borrow: number;
  /** Mean over all marks of the absolute, and of the signed, value of both legs over equity. */
  readonly meanGross: number | null;
  readonly meanNet: number | null;
  /** Marks at which the position was open. */
  readonly sessionsInPosition: number;
  /** Number of times that one direction directly followed the other. */
  readonly flips: number;
}

class PairFold {
  /** Null until a decision has chosen it. */
  pair: Pair | null = null;
  /** Money of each leg up to the last mark, at which it is valued. */
  contributions: Readonly<Record<Leg, number>> = { left: 0, right: 0 };
  /** Not positive. */
  borrow = 0;
  /**
   * The same at each mark, from the first on, 0 before there is a pair; `side` is 1 while the left
   * leg is long, -1 while it is short, 0 while nothing is held.
   */
  readonly course: Readonly<Record<Leg | 'side', NumberColumn>> = {
    left: new NumberColumn(),
    right: new NumberColumn(),
    side: new NumberColumn(),
  };
  sessionsInPosition = 0;
  flips = 0;
  private readonly cash: Record<Leg, number> = { left: 0, right: 0 };
  private closedBy = 0;

  /** Takes the next event; `sharesOf` gives the positions after it. */
  take(event: JournalEvent, sharesOf: (symbol: string) => number): void {
    switch (event.type) {
      case 'PairDecided':
        this.pair ??= { left: event.left, right: event.right };
        return;
      case 'OrderFilled':
      case 'OrderPartlyFilled':
        this.takeFill(event);
        return;
      case 'DividendBooked':
        this.add(event.symbol, event.cash);
        return;
      case 'BorrowCharged':
        this.borrow += event.cash;
        if (this.pair !== null) this.cash[this.isLong(sharesOf) ? 'right' : 'left'] += event.cash;
        return;
      case 'MarkTaken':
        this.takeMark(event, sharesOf);
        this.course.left.push(this.contributions.left);
        this.course.right.push(this.contributions.right);
        this.course.side.push(this.pair === null ? 0 : Math.sign(sharesOf(this.pair.left)));
        return;
      default:
    }
  }

  private takeFill(fill: FillEvent): void {
    this.add(fill.symbol, -(fill.shares * fill.price + fill.fee));
    if (fill.symbol !== this.pair?.left) return;
    // A flip closes and opens a leg by one order.
    if (fill.purpose === 'close') this.closedBy = fill.order;
    else if (fill.purpose === 'open' && fill.order === this.closedBy) this.flips++;
  }

  /** Two legs go opposite ways, so gross and net value tell the value of each. */
  private takeMark(
    { gross, net }: JournalEventOf<'MarkTaken'>,
    sharesOf: (symbol: string) => number,
  ): void {
    if (this.pair === null) return;
    if (gross > 0) this.sessionsInPosition++;
    const long = (gross + net) / 2;
    const short = (net - gross) / 2;
    const isLong = this.isLong(sharesOf);
    this.contributions = {
      left: this.cash.left + (isLong ? long : short),
      right: this.cash.right + (isLong ? short : long),
    };
  }

  private isLong(sharesOf: (symbol: string) => number): boolean {
    return this.pair !== null && sharesOf(this.pair.left) > 0;
  }

  private add(symbol: string, cash: number): void {
    if (symbol === this.pair?.left) this.cash.left += cash;
    else if (symbol === this.pair?.right) this.cash.right += cash;
  }
}

/**
 * A hedging run's figures as a fold over its journal: those of every run that trades, and
 * those of its pair.
 */
export class HedgingFold extends TradingFold {
  readonly legs = new PairFold();

  override take(event: JournalEvent): void {
    super.take(event);
    this.legs.take(event, this.sharesOf);
  }

  override get chosen(): Pair | null {
    return this.legs.pair;
  }

  /** None where no pair was chosen. The beta to an index is for those who have the data set. */
  override ownFigures(): Figures {
    const pair = this.pairFigures();
    if (pair === null) return {};
    const { contributions, borrow, meanGross, meanNet, sessionsInPosition, flips } = pair;
    return {
      leftContribution: figureOf(contributions.left),
      rightContribution: figureOf(contributions.right),
      borrow: figureOf(borrow),
      meanGross: meanGross === null ? noMark : figureOf(meanGross),
      meanNet: meanNet === null ? noMark : figureOf(meanNet),
      sessionsInPosition: figureOf(sessionsInPosition),
      flips: figureOf(flips),
    };
  }

  /** Null where no pair was chosen. */
  pairFigures(): PairFigures | null {
    const { pair, contributions, borrow, sessionsInPosition, flips } = this.legs;
    if (pair === null) return null;
    return {
      ...pair,
      contributions,
      borrow,
      meanGross: knownMean([...this.marks.gross.toArray()]),
      meanNet: knownMean([...this.marks.net.toArray()]),
      sessionsInPosition,
      flips,
    };
  }

  private readonly sharesOf = (symbol: string): number => {
    const { numberOf, shares } = this.orders.account;
    return shares[numberOf.get(symbol) ?? -1] ?? 0;
  };
}
