/**
 * The state of each run in a session that has not closed: a section of the page, and lines
 * for the terminal.
 */

import { printable } from '#values';
import { valueOf } from '#contracts/result/figures';
import type { Result } from '#contracts/result/result';
import { dataSection } from './data-section.js';
import { formatNumber, formatQuantity, listed } from '../words/figure-format.js';
import type { Section } from '../html/elements.js';
import { labelParts } from '../words/run-words.js';
import { wrapped } from '../words/terminal-columns.js';

const heads = ['Agent', 'Symbol', 'Equity', 'Profit', 'Since last close', 'Cash', 'Positions'];

/** Null if no session is open. */
export function openSession(result: Result): Section | null {
  const [text, ...rows] = rowsOf(result);
  const columns = heads.map(
    (title, at) => ({ title, format: at > 1 && at < 6 ? 'number' : 'text' }) as const,
  );
  if (text === undefined) return null;
  return dataSection({ title: 'Open session', text, table: { columns, rows } }, 'open');
}

export function openSessionLines(result: Result): readonly string[] {
  const lines = rowsOf(result).map((row) =>
    row.map((cell, at) => (at < 2 ? cell : `${heads[at]?.toLowerCase()} ${cell}`)).join(', '),
  );
  return lines.flatMap((line) => wrapped(printable(line, 2000)));
}

/** A sentence on the time, then the cells of each run; empty if no session is open. */
function rowsOf(result: Result): string[][] {
  const money = (value: number, signed = false): string => formatNumber(value, 2, signed);
  return result.runs.flatMap((run, number) => {
    if (run.open === undefined) return [];
    const { time, equity, profit, cash, positions, halted = [] } = run.open;
    const held = positions.map(({ symbol, shares, price }) => {
      return (
        `${formatQuantity(shares)} ${symbol} at ${formatQuantity(price)} = ` +
        `${money(shares * price)}`
      );
    });
    const stopped = halted.length > 0 ? [`trading halted: ${listed(halted)}`] : [];
    const state = [listed(held, '; ') || 'none', ...stopped].join('; ');
    const finalEquity = valueOf(run.figures, 'finalEquity');
    const since = finalEquity === null ? '—' : money(equity - finalEquity, true);
    const figures = [money(equity), money(profit, true), since, money(cash)];
    const row = [...labelParts(run, result), ...figures, state];
    const at = `Open session as of ${time.slice(0, 19).replace('T', ' ')} UTC`;
    const asOf = `${at}, in ${result.scenario.market?.currency}; not measured at a close.`;
    return number > 0 ? [row] : [[asOf], row];
  });
}
