/**
 * How the history of a faulty feed departs from that of the venue: rows that are missing,
 * wrong, or invented.
 */

import { parseInstant } from '#values';
import { bodyOf, type Market, type SeriesKind, type ServedRow } from '../served/served-row.js';

type Body = Readonly<Record<string, unknown>>;

const members: Readonly<Record<SeriesKind, readonly string[]>> = {
  bars: ['o', 'h', 'l', 'c', 'v', 'vw'],
  dailyBars: ['o', 'h', 'l', 'c', 'v', 'vw'],
  trades: ['p', 's', 'i'],
  quotes: ['bp', 'bs', 'ap', 'as'],
};

/** The row of a body in the vendor's format, as JSON. */
export function rowOf(kind: SeriesKind, symbol: string, body: Body): ServedRow {
  const time = parseInstant(String(body['t']), null) ?? NaN;
  return { kind, symbol, time, values: members[kind].map((name) => Number(body[name])) };
}

const keyOf = ({ kind, symbol, time, values }: ServedRow): string =>
  `${kind} ${symbol} ${time} ${kind === 'trades' ? values[2] : ''}`;

const rowsPath = /^[/](v2[/]stocks|v1beta3[/]crypto[/]us)[/](?:([^/]+)[/])?(bars|trades|quotes)$/;

export class HistoryChanges {
  private readonly changed = new Map<string, readonly ServedRow[]>();

  /** The history has `rows` in the place of this one. */
  put(row: ServedRow, rows: readonly ServedRow[]): void {
    this.changed.set(keyOf(row), rows);
  }

  /** The history has this row again as the data has it. */
  restore(row: ServedRow): void {
    this.changed.delete(keyOf(row));
  }

  /** What the history has in the place of this row of the data. */
  of(row: ServedRow): readonly ServedRow[] {
    return this.changed.get(keyOf(row)) ?? [row];
  }

  /**
   * A response of the venue to a request for rows with these changes; all others stay as they are.
   */
  applied({ pathname, searchParams }: URL, answer: Body): Body {
    const [, prefix, one, name = ''] = rowsPath.exec(pathname) ?? [];
    if (prefix === undefined || this.changed.size === 0) return answer;
    const market = prefix === 'v2/stocks' ? 'stocks' : 'crypto';
    const isDaily = name === 'bars' && searchParams.get('timeframe') === '1Day';
    const kind = isDaily ? 'dailyBars' : (name as SeriesKind);
    const rows = answer[name] as readonly Body[] | Record<string, readonly Body[]> | null;
    if (rows === null) return answer;
    if (one !== undefined) {
      const symbol = decodeURIComponent(one);
      return { ...answer, [name]: this.listed(kind, symbol, market, rows as readonly Body[]) };
    }
    const lists = Object.entries(rows as Record<string, readonly Body[]>)
      .map(([symbol, list]) => [symbol, this.listed(kind, symbol, market, list)] as const)
      .filter(([, list]) => list.length > 0);
    return { ...answer, [name]: Object.fromEntries(lists) };
  }

  private listed(
    kind: SeriesKind,
    symbol: string,
    market: Market,
    list: readonly Body[],
  ): readonly Body[] {
    return list.flatMap((body) => {
      const rows = this.changed.get(keyOf(rowOf(kind, symbol, body)));
      return rows?.map((row) => bodyOf(row, market)) ?? [body];
    });
  }
}
