/** The equity line of a run, folded from its journal. */

import { formatCivilDate } from '#values';
import type { JournalEvent } from '#contracts';
import { tradingTermsOf } from '#contracts/scenario/trading-terms';

/** Equity at the close of one session, after its fills. */
export interface EquityPoint {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Microseconds since 1970, UTC. */
  readonly time: number;
  /** In the run's currency, as is cash. */
  readonly equity: number;
  readonly cash: number;
}

export interface EquityLine {
  /** What the run started with; null before its first record. */
  readonly capital: number | null;
  readonly currency: string | null;
  readonly points: readonly EquityPoint[];
  readonly closed: boolean;
}

export const noEquity: EquityLine = { capital: null, currency: null, points: [], closed: false };

/** The line after one more event. Events come once each, in their order. */
export function evolveEquity(line: EquityLine, event: JournalEvent): EquityLine {
  switch (event.type) {
    case 'RunOpened': {
      const { capital, currency } = tradingTermsOf(event);
      return { ...line, capital, currency };
    }
    case 'MarkTaken': {
      const { session, time, equity, cash } = event;
      const point = { date: formatCivilDate(session), time, equity, cash };
      return { ...line, points: [...line.points, point] };
    }
    case 'RunClosed':
      return { ...line, closed: true };
    default:
      return line;
  }
}

/** The line of a whole journal, or of its first part. */
export function equityOf(events: Iterable<JournalEvent>): EquityLine {
  const points: EquityPoint[] = [];
  let rest = noEquity;
  for (const event of events) {
    // Updating the line at every mark would copy all points each time.
    const { points: added, ...others } = evolveEquity({ ...rest, points: [] }, event);
    points.push(...added);
    rest = { ...others, points: [] };
  }
  return { ...rest, points };
}
