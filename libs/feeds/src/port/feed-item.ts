/**
 * The decoded contents of a frame: not yet facts, since nothing has checked whether they are new,
 * late or complete.
 */

import type { CivilDate, Instant } from '#values';
import type { BarValues, Dividend, Split } from '#contracts';

/**
 * A position in a numbered stream of a feed: numbers increase by one per item, so a missing number
 * is a gap and a repeated one a duplicate.
 */
export interface Numbered {
  readonly stream: string;
  readonly number: number;
}

/** Items of one symbol. `at` is the vendor's time, microseconds. */
export type FeedItem =
  /** A bar of [start, end). Prices in the instrument's currency. */
  | ({
      readonly kind: 'bar';
      readonly symbol: string;
      readonly start: Instant;
      readonly end: Instant;
      /** The vendor states that it replaces an earlier bar. */
      readonly isRevision: boolean;
      /** Whether the bar is over, if the vendor says so. */
      readonly isClosed?: boolean | undefined;
    } & BarValues)
  /** A bar of a session. */
  | ({
      readonly kind: 'dailyBar';
      readonly symbol: string;
      readonly session: CivilDate;
    } & BarValues & {
        readonly adjClose: number | null;
      })
  | {
      readonly kind: 'trade';
      readonly symbol: string;
      readonly at: Instant;
      /** The vendor's id, unique per symbol; null if it gives none. */
      readonly id: string | null;
      readonly price: number;
      readonly size: number;
      readonly numbered?: Numbered;
    }
  /** The best bid and ask; null if a side has no offer. */
  | {
      readonly kind: 'quote';
      readonly symbol: string;
      readonly at: Instant;
      readonly bid: number | null;
      readonly bidSize: number | null;
      readonly ask: number | null;
      readonly askSize: number | null;
      readonly numbered?: Numbered;
    }
  /** A trade is corrected or, with `trade` null, never happened. */
  | {
      readonly kind: 'tradeCorrection';
      readonly symbol: string;
      readonly at: Instant;
      readonly id: string | null;
      readonly trade: { readonly price: number; readonly size: number } | null;
    }
  | {
      readonly kind: 'status';
      readonly symbol: string;
      readonly at: Instant;
      readonly halted: boolean;
      readonly code: string;
      readonly reason: string;
    }
  | {
      readonly kind: 'news';
      readonly id: string;
      readonly publishedAt: Instant;
      readonly symbols: readonly string[];
      readonly title: string;
      readonly summary: string;
      readonly source: string;
      readonly url: string;
      readonly body: string | null;
    }
  | { readonly kind: 'action'; readonly action: Dividend | Split }
  /** The feed is alive, and reports how far a stream has advanced. */
  | { readonly kind: 'heartbeat'; readonly at: Instant; readonly last?: Numbered }
  /** The number of messages, or elements of a list, that match no mapping of the description. */
  | { readonly kind: 'unmapped'; readonly count: number }
  /** The feed reports an error; `fatal` if a retry is useless. */
  | {
      readonly kind: 'complaint';
      readonly code: string;
      readonly reason: string;
      readonly fatal: boolean;
    };
