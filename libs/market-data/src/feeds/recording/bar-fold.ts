/** Bars of a feed: new ones, those that came behind their place, and those that say something else than before. */

import { factKinds, type BarValues } from '#contracts';
import type { Instant } from '#values';
import type { SessionCalendar } from '../../calendar/session-calendar.js';
import type { FeedDescription } from '../feed-description.js';
import type { FeedItem } from '../feed-item.js';
import type { Arrival } from './arrival.js';
import type { FoldCounts } from './fold-counts.js';
import { isSoundBar, standing } from './item-rules.js';
import { contentOf, groupOf, RecentKeys } from './recent-keys.js';

type BarItem = Extract<FeedItem, { kind: 'bar' | 'dailyBar' }>;

const barsKept = 1 << 17;

export interface BarFoldOptions {
  readonly description: FeedDescription;
  readonly calendar: SessionCalendar;
  readonly counts: FoldCounts;
  readonly instruments: number;
}

export class BarFold {
  private readonly keys = new RecentKeys(barsKept);
  /** End of the newest bar, by instrument. */
  private readonly last: Float64Array;

  constructor(private readonly options: BarFoldOptions) {
    this.last = new Float64Array(options.instruments).fill(-Infinity);
  }

  take(item: BarItem, instrument: number, arrival: Arrival): void {
    const { keys } = this;
    const { counts } = this.options;
    if (!this.isWanted(item, arrival.receivedAt)) {
      counts.unused++;
      return;
    }
    if (!isSoundBar(item)) throw new RangeError('a bar that cannot be');
    const end = this.endOf(item);
    const isRevision = item.kind === 'bar' && item.isRevision;
    const content = contentOfBar(item);
    const group = groupOf(instrument, 'bar');
    const known = keys.ofNumber(group, end);
    // What was revised is negative: the first version may still come a second time.
    if (Math.abs(known) === content || (known < 0 && !isRevision)) {
      counts.duplicates++;
      return;
    }
    if (arrival.isHistory && Number.isNaN(known) && end <= keys.forgottenTo) {
      counts.forgotten++;
      return;
    }
    const isNew = end > standing(this.last[instrument] as number, end, arrival);
    keys.put(group, isRevision || !Number.isNaN(known) ? -content : content, end);
    if (isNew) return this.push(item, instrument, end, arrival);
    const isReplaced = isRevision || !Number.isNaN(known);
    if (isReplaced) counts.corrections++;
    else counts.late++;
    arrival.out.room().pushFact({
      kind: factKinds.correction,
      instrument,
      knowledgeTime: arrival.receivedAt,
      eventTime: end,
      payload: {
        kind: 'correction',
        symbol: item.symbol,
        of: 'bar',
        change: isReplaced ? 'replaced' : 'late',
        eventTime: end,
        id: null,
        bar: valuesOf(item),
        trade: null,
      },
    });
  }

  /** A feed may give bars that the description did not ask for, and daily bars of a session that has not closed. */
  private isWanted(item: BarItem, receivedAt: Instant): boolean {
    const { description, calendar } = this.options;
    if (description.bars !== undefined) return false;
    if (item.kind === 'bar') return description.frequency === 'intraday';
    return (
      description.frequency === 'daily' &&
      calendar.isSession(item.session) &&
      calendar.closeOf(item.session) <= receivedAt
    );
  }

  private endOf(item: BarItem): Instant {
    return item.kind === 'bar' ? item.end : this.options.calendar.closeOf(item.session);
  }

  private push(item: BarItem, instrument: number, end: Instant, arrival: Arrival): void {
    this.last[instrument] = end;
    const { open, high, low, close, volume, vwap } = item;
    arrival.out.room().pushBar({
      instrument,
      knowledgeTime: arrival.receivedAt,
      eventTime: end,
      open,
      high,
      low,
      close,
      adjClose: item.kind === 'dailyBar' ? (item.adjClose ?? NaN) : NaN,
      volume: volume ?? NaN,
      vwap: vwap ?? NaN,
    });
  }
}

function contentOfBar({ open, high, low, close, volume, vwap }: BarValues): number {
  return contentOf(open, high, low, close, volume ?? NaN, vwap ?? NaN);
}

const valuesOf = ({ open, high, low, close, volume, vwap }: BarValues): BarValues => ({
  open,
  high,
  low,
  close,
  volume,
  vwap,
});
