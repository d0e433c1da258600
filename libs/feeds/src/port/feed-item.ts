/** What a frame of any feed says, decoded: not yet a fact, as nobody has asked whether it is new, late or whole. */

import type { CivilDate, Instant } from '#values';
import type { BarValues, Dividend, Split } from '#contracts';

/**
 * A place in a numbered stream of a feed: numbers grow by one from item to item, so that one that is missing is a gap,
 * and one that was there a duplicate.
 */
export interface Numbered {
  readonly stream: string;
  readonly number: number;
}

/** Items of one symbol. `at` is the time that the vendor gives, microseconds. */
export type FeedItem =
  /** A bar of [start, end). Prices in the instrument's currency. */
  | ({
      readonly kind: 'bar';
      readonly symbol: string;
      readonly start: Instant;
      readonly end: Instant;
      /** The vendor says that it replaces a bar that it gave before. */
      readonly isRevision: boolean;
      /** Whether the bar is over, where the vendor says so. */
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
      /** The vendor's, unique for a symbol; null where it gives none. */
      readonly id: string | null;
      readonly price: number;
      readonly size: number;
      readonly numbered?: Numbered;
    }
  /** The best bid and ask; null where a side has no offer. */
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
  /** A trade was something else, or `trade` null: never happened. */
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
  /** The feed lives, and says how far a stream has come. */
  | { readonly kind: 'heartbeat'; readonly at: Instant; readonly last?: Numbered }
  /** So many messages, or elements of a list, that no mapping of the description takes. */
  | { readonly kind: 'unmapped'; readonly count: number }
  /** The feed complains; `fatal` where asking again is of no use. */
  | {
      readonly kind: 'complaint';
      readonly code: string;
      readonly reason: string;
      readonly fatal: boolean;
    };
