/** What the numbers of a file say about its price basis: splits and dividends beside the closes. */

import { excerpt, formatCivilDate, invalidInput, type CivilDate } from '#values';
import type { PriceBasis } from '#contracts';

/** A row of a symbol; `NaN` and 1 where the file has no number. */
export interface PricedRow {
  readonly line: number;
  readonly symbol: string;
  readonly date: CivilDate;
  readonly close: number;
  readonly adjusted: number;
  /** Half a unit in the last place of the least precise of the two, relative to it. */
  readonly error: number;
  /** New shares for one old share. */
  readonly split: number;
  /** Cash per share. */
  readonly dividend: number;
}

export interface SplitRow {
  readonly symbol: string;
  readonly date: CivilDate;
  readonly from: number;
  readonly to: number;
}

export interface DividendRow {
  readonly symbol: string;
  readonly date: CivilDate;
  readonly amount: number;
}

interface Columns {
  readonly file: string;
  /** The column with split factors, as the file names it. */
  readonly split?: string | undefined;
  /** Whether the basis is declared to be raw: then nothing is refused. */
  readonly isDeclared: boolean;
}

/**
 * Splits change share counts by these factors or more; smaller steps of the adjusted closes
 * are dividends.
 */
const splitMin = 1.2;
/** Steps are read as splits if they differ from one by no more than this. */
const tolerance = 0.002;
/** Rounding above this hides what a step is. */
const errorMax = 0.02;
/** Splits that are usual, besides whole numbers for one. */
const usualSplits = [
  [3, 2],
  [4, 3],
  [5, 4],
  [6, 5],
  [5, 2],
  [5, 3],
  [7, 2],
  [8, 5],
] as const;
const wholeMax = 200;

/** Adds the rows of a file in its order, rising or falling, and concludes from all of them. */
export class BasisEvidence {
  readonly dividends: DividendRow[] = [];
  private readonly rawSplits: SplitRow[] = [];
  /** Splits that the closes do not show: they are adjusted. */
  private readonly hidden: SplitRow[] = [];
  private readonly last = new Map<string, PricedRow>();

  constructor(private readonly columns: Columns) {}

  /** Throws `InvalidInput` at a step that is neither a split nor a dividend. */
  add(row: PricedRow): void {
    const { symbol, date, dividend } = row;
    if (dividend > 0) this.dividends.push({ symbol, date, amount: dividend });
    if (!(row.close > 0)) return;
    const before = this.last.get(symbol);
    this.last.set(symbol, row);
    if (before === undefined || before.date === date) return;
    this.compare(
      ...((before.date < date ? [before, row] : [row, before]) as [PricedRow, PricedRow]),
    );
  }

  private compare(before: PricedRow, after: PricedRow): void {
    const step = stepOf(before, after);
    const jump = after.close / before.close;
    if (after.split === 1 && !isSplitStep(step, before, after)) return;
    const ratio = after.split === 1 ? this.inferred(step, before, after) : fractionOf(after.split);
    if (ratio === undefined) return this.refuseStep(after, step, jump);
    const [to, from] = ratio;
    const isStepped = Number.isNaN(step) ? undefined : shareOf(1 / step, to / from) > 0.5;
    const isJump = jumpsBy(jump, to / from) ?? isStepped ?? this.isOfRaw;
    // Either the ratio steps without the closes, or the closes jump without the ratio.
    if (isStepped !== undefined && isStepped !== isJump) this.refuseStep(after, step, jump, ratio);
    const split = { symbol: after.symbol, date: after.date, from, to };
    (isJump || this.columns.isDeclared ? this.rawSplits : this.hidden).push(split);
  }

  /** Where no column has the splits, a step by a usual factor is one. */
  private inferred(step: number, before: PricedRow, after: PricedRow) {
    if (this.columns.split !== undefined) return undefined;
    return usualSplit(step, tolerance + before.error + after.error);
  }

  /**
   * yfinance lists splits beside closes that know them; other vendors write the factors
   * of raw closes.
   */
  private get isOfRaw(): boolean {
    const { split } = this.columns;
    return split !== undefined && !/stock ?splits/i.test(split);
  }

  private refuseStep(
    { line, date }: PricedRow,
    step: number,
    jump: number,
    ratio?: readonly number[],
  ): void {
    if (this.columns.isDeclared) return;
    const factor = (value: number): string => String(Number(value.toPrecision(4)));
    const split = ratio === undefined ? '' : `a split of ${ratio.join(':')}, `;
    throw invalidInput('closes, adjusted closes and splits contradict each other', {
      where: `${this.columns.file} line ${line}`,
      expected:
        'adjusted closes over closes that change by a split where the closes jump, else by ' +
        'dividends; or priceBasis, declared with --price-basis',
      found:
        `on ${formatCivilDate(date)} ${split}a ratio × ` +
        `${factor(step)}, closes × ${factor(jump)}`,
    });
  }

  /** The splits of raw closes. */
  get splits(): readonly SplitRow[] {
    return this.rawSplits;
  }

  /**
   * Throws `InvalidInput` if some splits are in the closes and others are not. Undefined:
   * nothing tells.
   */
  conclude(): readonly [PriceBasis, why: string] | undefined {
    const { file, split, isDeclared } = this.columns;
    const raw = this.rawSplits[0];
    const hidden = this.hidden[0];
    if (isDeclared) return ['raw', '--price-basis'];
    if (hidden && (raw || this.isOfRaw)) {
      throw invalidInput('closes and splits contradict each other', {
        where: file,
        expected: 'closes that jump at each split; or priceBasis, declared with --price-basis',
        found: `${excerpt(split ?? 'a split')} on ${formatCivilDate(hidden.date)}, and no jump`,
      });
    }
    if (raw) return ['raw', `the closes, which jump at the split of ${formatCivilDate(raw.date)}`];
    return this.isOfRaw ? ['raw', `the column ${excerpt(split ?? '')}`] : undefined;
  }
}

/** The change of adjusted closes over closes; NaN if there are none, or if rounding hides it. */
function stepOf(before: PricedRow, after: PricedRow): number {
  if (!(before.error + after.error < errorMax)) return NaN;
  return after.adjusted / after.close / (before.adjusted / before.close);
}

/** Whether the dividend of the row explains the step. */
function isDividend(step: number, before: PricedRow, { dividend }: PricedRow): boolean {
  return dividend > 0 && Math.abs(Math.log(step * (1 - dividend / before.close))) < 0.05;
}

/** How much of a split by `factor` a change of the closes shows: 1 all of it, 0 none. */
const shareOf = (jump: number, factor: number): number => -Math.log(jump) / Math.log(factor);

/** Whether closes jump by a split; undefined if the moves of a day may be as large. */
function jumpsBy(jump: number, factor: number): boolean | undefined {
  if (Math.abs(Math.log(factor)) < Math.log(splitMin)) return undefined;
  const shown = shareOf(jump, factor);
  return shown > 0.25 && shown < 0.75 ? undefined : shown >= 0.75;
}

/** New and old shares of a usual split with this factor, forward or reverse. */
function usualSplit(factor: number, error: number): readonly [number, number] | undefined {
  const forward = Math.max(factor, 1 / factor);
  const isNear = (to: number, from: number): boolean =>
    Math.abs(Math.log((forward * from) / to)) <= error;
  const whole = Math.round(forward);
  const found =
    whole <= wholeMax && isNear(whole, 1)
      ? ([whole, 1] as const)
      : usualSplits.find(([to, from]) => isNear(to, from));
  return found && factor < 1 ? [found[1], found[0]] : found;
}

/** New and old shares in small numbers if there are some: 0.333333 is one for three. */
export function fractionOf(factor: number): readonly [number, number] {
  for (let from = 1; from <= 100; from++) {
    const to = Math.round(factor * from);
    if (to > 0 && Math.abs(to / from - factor) <= 1e-5 * factor) return [to, from];
  }
  return [factor, 1];
}

/** Whether the ratio of the closes steps as at a split, and not as at a dividend. */
function isSplitStep(step: number, before: PricedRow, after: PricedRow): boolean {
  const isStep = Math.abs(Math.log(step)) >= Math.log(splitMin);
  return isStep && !isDividend(step, before, after);
}
