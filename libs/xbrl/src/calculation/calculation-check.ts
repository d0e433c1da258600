/** The result for one total in one context: consistent, inconsistent, or why it was not checked. */

import type { Big } from 'big.js';
import type { Interval } from './interval.js';

/** XBRL 2.1, 5.2.5.2, or Calculations 1.1 read as rounding or as truncation. */
export type CalculationMode = '1.0' | '1.1-round' | '1.1-truncate';

export interface CalculationCheck {
  readonly role: string;
  readonly concept: string;
  readonly contextKey: string;
  readonly unitKey: string;
  /** The line of the total, in the instance. */
  readonly line: number;
  readonly outcome: Outcome;
  /**
   * Children with a fact, in the order of the network; a child of two relationships
   * is listed twice.
   */
  readonly contributing: readonly Contribution[];
  /** Children without a value here; they count as zero. */
  readonly missing: readonly string[];
}

export interface Contribution {
  readonly concept: string;
  readonly weight: Big;
  /** As filed; of duplicates, the one with the most decimals. */
  readonly value: Big;
  readonly line: number;
}

export type Outcome = Compared | Unbound;

export interface Compared {
  readonly verdict: 'consistent' | 'inconsistent';
  /** In 1.0 rounded to the decimals of the total, in 1.1 as filed. */
  readonly reported: Big;
  /**
   * In 1.0 the sum of the rounded parts, rounded as the total is; in 1.1 the sum of the
   * parts as filed.
   */
  readonly computed: Big;
  /** For 1.1: the compared intervals. */
  readonly intervals?: { readonly reported: Interval; readonly computed: Interval };
}

export interface Unbound {
  readonly verdict: 'not-bound' | 'not-checked';
  readonly reason: Reason;
  /** The total or the children that are the reason; empty when no child has a fact. */
  readonly concepts: readonly string[];
}

/**
 * Not bound: `nil-total`, `no-contribution`, `duplicate` (1.0). Not checked: `excess-digits`,
 * `conflicting-duplicates`, `no-accuracy` (1.1), `out-of-reach` (numbers of more than two
 * thousand places).
 */
export type Reason =
  | 'nil-total'
  | 'no-contribution'
  | 'duplicate'
  | 'excess-digits'
  | 'conflicting-duplicates'
  | 'no-accuracy'
  | 'out-of-reach';
