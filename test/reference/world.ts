/**
 * A world: market data, a policy and decisions, in the form that `reference/README.md` describes.
 */

import type { ExecutionPolicyInput } from '#contracts/scenario/execution-policy';

/** Stamp, open, high, low, close, volume; null if the volume is unknown. */
export type WorldBar = readonly [string, number, number, number, number, number | null];

export interface WorldTable {
  readonly frequency: 'daily' | 'weekly' | 'monthly' | 'intraday';
  readonly stamp: 'session' | 'start' | 'end';
  /** Length of an intraday bar; null if the data set does not give it. */
  readonly minutes: number | null;
  readonly zone: string;
  readonly bars: readonly WorldBar[];
  /** Ex date, declaration date or null, amount. */
  readonly dividends: readonly (readonly [string, string | null, number])[];
  /** Date, from, to. */
  readonly splits: readonly (readonly [string, number, number])[];
}

export interface WorldOrder {
  readonly id?: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly type: 'market' | 'limit' | 'stop' | 'stop-limit' | 'trailing-stop';
  readonly shares?: number;
  readonly notional?: number;
  readonly limit?: number;
  readonly stop?: number;
  readonly trailPercent?: number;
  readonly trailAmount?: number;
  readonly stopLoss?: number;
  readonly takeProfit?: number;
  readonly timeInForce?: 'day' | 'gtc';
  readonly group?: string;
}

export type WorldDecision =
  | { readonly kind: 'action'; readonly symbol: string; readonly action: 'BUY' | 'SELL' | 'HOLD' }
  | { readonly kind: 'target'; readonly positions: Readonly<Record<string, number>> }
  | {
      readonly kind: 'weights';
      readonly weights: Readonly<Record<string, number>>;
      readonly rest?: 'keep' | 'flat';
    }
  | {
      readonly kind: 'orders';
      readonly orders: readonly WorldOrder[];
      readonly cancel: readonly string[];
    };

export interface World {
  readonly calendar: string;
  readonly data: Readonly<Record<string, WorldTable>>;
  readonly window: { readonly from: string; readonly to: string };
  readonly decide: 'session' | 'bar';
  readonly capital: number;
  readonly portfolio: boolean;
  readonly policy: ExecutionPolicyInput;
  readonly decisions: readonly { readonly at: string; readonly decision: WorldDecision }[];
}

/** What a world becomes, in the words of the reference. */
export interface Outcome {
  /** Symbol and knowledge time of each bar up to the end of the window. */
  readonly bars: readonly Readonly<Record<string, string>>[];
  readonly fills: readonly OutcomeFill[];
  readonly endings: readonly OutcomeEnding[];
  readonly marks: readonly OutcomeMark[];
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly drawdown: Readonly<Record<string, string | number | null>> | null;
  /** Statistics of the closed trades. */
  readonly trades: Readonly<Record<string, number | null>>;
}

export interface OutcomeFill {
  readonly at: string;
  /**
   * `decision:index` or `decision:SYMBOL`, and behind it `:stop`, `:trail` or `:target` for exits.
   */
  readonly order: string;
  readonly symbol: string;
  /** Signed. */
  readonly shares: number;
  readonly price: number;
  readonly fee: number;
  readonly reason: string;
}

export interface OutcomeEnding {
  readonly at: string;
  readonly order: string;
  readonly why: string;
}

export interface OutcomeMark {
  readonly at: string;
  /** The session whose close it is. */
  readonly session: string | null;
  readonly equity: number;
  readonly cash: number;
  readonly positions: Readonly<Record<string, number>>;
}
