/** The part of a data set on which agents are tried. */

import { formatCivilDate, invalidInput, type CivilDate } from '#values';
import { openDataset } from '#feeds';
import type { SessionCalendar } from '#market-data';
import { resolveReference } from '#backtest';

export interface TriedWindow {
  /** The data set, for a scenario to name. */
  readonly data: string;
  readonly symbols: readonly string[];
  readonly from: string;
  readonly to: string;
  /** All of its sessions. */
  readonly sessions: readonly CivilDate[];
  readonly calendar: SessionCalendar;
}

/**
 * A trial takes a year at most: it should end soon, and more data would hardly narrow
 * the intervals.
 */
const sessionsMax = 260;

/**
 * The last year in which every one of `symbols` has prices; by default, of the first `symbolsMax`
 * with prices. `InvalidInput` if there is no such time.
 */
export async function tryWindow(
  reference: string,
  { symbols, symbolsMax }: { symbols?: readonly string[] | undefined; symbolsMax: number },
): Promise<TriedWindow> {
  const data = resolveReference(reference, process.cwd());
  const dataset = await openDataset(data);
  try {
    const covered = (await dataset.coverage()).flatMap((one) =>
      one.firstSession === null || one.lastSession === null
        ? []
        : [{ symbol: one.symbol, first: one.firstSession, last: one.lastSession }],
    );
    const tried = covered.filter(({ symbol }) => symbols?.includes(symbol) ?? true);
    const missing = symbols?.find((symbol) => !tried.some((one) => one.symbol === symbol));
    const chosen = symbols === undefined ? tried.slice(0, symbolsMax) : tried;
    const first = Math.max(...chosen.map((one) => one.first));
    const last = Math.min(...chosen.map((one) => one.last));
    if (missing !== undefined || chosen.length === 0 || first > last) {
      throw invalidInput('there is no time at which all symbols have prices', {
        where: missing === undefined ? 'data' : 'symbols',
        expected:
          'symbols of the data set with prices of the same sessions; name some with --symbols',
        found: missing ?? dataset.name,
      });
    }
    const { calendar } = dataset;
    const sessions = calendar.sessionsBetween(first, last).slice(-sessionsMax);
    return {
      data,
      sessions,
      calendar,
      symbols: chosen.map(({ symbol }) => symbol),
      from: formatCivilDate(sessions[0] as CivilDate),
      to: formatCivilDate(sessions.at(-1) as CivilDate),
    };
  } finally {
    await dataset.close();
  }
}
