/** Checks a published table by what must hold for any strategy at the prices of its window. */

import { excerpt, type CivilDate } from '#values';
import type { Dataset } from '#market-data';
import {
  growthOf,
  growthOfPair,
  impossibilities,
  reachOf,
  type PublishedFigures,
  type Reach,
} from '#metrics';
import type { PublishedCell } from './published-table.js';
import { sessionCloses } from './session-closes.js';

export interface CheckedCell extends PublishedCell {
  /** Why it is impossible; empty if it is possible. */
  readonly reasons: readonly string[];
  /** Figures that are not numbers. */
  readonly unreadable: readonly string[];
}

interface CheckedTable {
  readonly cells: readonly CheckedCell[];
  /** Cells of windows that the data set does not cover. */
  readonly skipped: number;
}

/** Maximum cost of a trade, as a fraction of equity: the fee of Agent Market Arena. */
const cost = 0.0005;

/**
 * Checks the cells of windows that lie in the data set. A symbol that it lacks is checked
 * without prices.
 */
export async function checkPublished(
  cells: readonly PublishedCell[],
  dataset: Dataset,
): Promise<CheckedTable> {
  const covered = (await dataset.coverage()).filter(({ firstSession }) => firstSession !== null);
  const first = Math.min(...covered.map(({ firstSession }) => firstSession!));
  const last = Math.max(...covered.map(({ lastSession }) => lastSession!));
  const inside = cells.filter(({ from, to }) => from >= first && to <= last);
  const reaches = new Reaches(dataset);
  const checked: CheckedCell[] = [];
  for (const cell of inside) checked.push(await checkedCell(cell, reaches));
  return { cells: checked, skipped: cells.length - inside.length };
}

/**
 * As tables print it: a true minus, a percent sign, thousands separators; null for anything else.
 */
function numberOf(text: string): number | null {
  const cell = text.trim().replace(/^[\u2212\u2012\u2013\ufe63\uff0d]/, '-');
  const plain = cell.endsWith('%') ? cell.slice(0, -1).trimEnd() : cell;
  if (!/^[-+]?(\d+|\d{1,3}([,'’ \u00a0\u2009\u202f]\d{3})+)(\.\d+)?$/.test(plain)) return null;
  return Number(plain.replace(/[,'’\s]/g, ''));
}

async function checkedCell(cell: PublishedCell, reaches: Reaches): Promise<CheckedCell> {
  const { printed } = cell;
  const unreadable: string[] = [];
  const figure = (name: string): number | null => {
    const text = printed[name];
    if (text === undefined) return null;
    const value = numberOf(text);
    if (value === null) unreadable.push(`${name} is not a number: ${excerpt(text)}`);
    return value;
  };
  const figures: PublishedFigures = {
    cumulativeReturn: figure('CR'),
    sharpe: figure('SR'),
    maxDrawdown: figure('MDD'),
  };
  return { ...cell, unreadable, reasons: impossibilities(figures, await reaches.of(cell)) };
}

/** What strategies can reach, computed once for each subject and window. */
class Reaches {
  private readonly closes = new Map<string, Promise<ReadonlyMap<CivilDate, number>>>();
  private readonly known = new Map<string, Promise<Reach[]>>();

  constructor(private readonly dataset: Dataset) {}

  of(cell: PublishedCell): Promise<Reach[]> {
    const { symbol, from, to, printed } = cell;
    const subject = symbol === '' ? (printed['PAIR'] ?? '') : symbol;
    const key = [subject, symbol, from, to].join('\n');
    const found = this.known.get(key) ?? this.compute(cell, subject);
    this.known.set(key, found);
    return found;
  }

  private async compute({ symbol, from, to }: PublishedCell, subject: string): Promise<Reach[]> {
    const { symbols } = this.dataset;
    const [left = '', right] = subject.split('/');
    if (!symbols.includes(left)) return [];
    const leftCloses = await this.closesOf(left, from, to);
    if (symbol !== '') return [reachOf(leftCloses.size, growthOf([...leftCloses.values()]), cost)];
    // A leg that is not named may be any other symbol.
    const others = right === undefined ? symbols.filter((one) => one !== left) : [right];
    const reaches: Reach[] = [];
    for (const other of others.filter((one) => symbols.includes(one))) {
      const against = await this.closesOf(other, from, to);
      const sessions = [...leftCloses.keys()].filter((session) => against.has(session));
      const prices = [leftCloses, against].map((closes) =>
        sessions.map((session) => closes.get(session)!),
      );
      reaches.push(reachOf(sessions.length, growthOfPair(prices[0]!, prices[1]!), cost));
    }
    return reaches;
  }

  private closesOf(
    symbol: string,
    from: CivilDate,
    to: CivilDate,
  ): Promise<ReadonlyMap<CivilDate, number>> {
    const key = `${symbol}\n${from}\n${to}`;
    const window = { firstSession: from, lastSession: to };
    const found = this.closes.get(key) ?? sessionCloses(this.dataset, symbol, window);
    this.closes.set(key, found);
    return found;
  }
}
