/** Which members a mapping fills, for each kind of item: required and optional ones. */

/** At least one of `oneOf` is required. */
export interface MappingMembers {
  readonly required: readonly string[];
  readonly oneOf?: readonly string[];
  readonly optional: readonly string[];
}

const prices = ['open', 'high', 'low', 'close'] as const;
const place = ['stream', 'number'] as const;

/**
 * Members are named as those of `FeedItem`. A bar is given by `start`, `end` or both; `minutes` is
 * its length if one is missing. `halted` is true or false. A correction without `price` means that
 * the trade never happened.
 */
export const mappingMembers = {
  bar: {
    required: ['symbol', ...prices],
    oneOf: ['start', 'end'],
    optional: ['minutes', 'volume', 'vwap', 'isRevision', 'isClosed'],
  },
  dailyBar: {
    required: ['symbol', 'session', ...prices],
    optional: ['volume', 'vwap', 'adjClose'],
  },
  trade: { required: ['symbol', 'at', 'price', 'size'], optional: ['id', ...place] },
  quote: {
    required: ['symbol', 'at'],
    oneOf: ['bid', 'ask'],
    optional: ['bidSize', 'askSize', ...place],
  },
  tradeCorrection: { required: ['symbol', 'at', 'id'], optional: ['price', 'size'] },
  status: { required: ['symbol', 'at', 'halted'], optional: ['code', 'reason'] },
  news: {
    required: ['id', 'publishedAt', 'title'],
    optional: ['symbols', 'summary', 'source', 'url', 'body'],
  },
  dividend: {
    required: ['symbol', 'exDate', 'amount'],
    optional: ['declaredDate', 'recordDate', 'payDate', 'currency', 'type'],
  },
  split: { required: ['symbol', 'effectiveDate', 'from', 'to'], optional: [] },
  heartbeat: { required: ['at'], optional: [...place] },
} as const satisfies Record<string, MappingMembers>;

export type MappedKind = keyof typeof mappingMembers;

export const mappedKinds = Object.keys(mappingMembers) as MappedKind[];
