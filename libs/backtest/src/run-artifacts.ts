/** The tables that people open: equity.csv and fills.csv, derived from the journal. */

import { formatCivilDate, formatInstant } from '#values';
import type { JournalEventOf } from '#contracts';
import { foldJournal, type FoldedJournal } from './fold-journal.js';
import { TradingFold, type TradingPlan } from '#workflows';
import type { RunIdentity } from './own-journal.js';
import { writeWhole, type RunFolder } from './run-folder.js';

/** A fill as people read it. */
export interface FillRow {
  /** Session of the fill; an instant where decisions are due at bars. */
  readonly date: string;
  readonly symbol: string;
  readonly shares: number;
  readonly price: number;
  readonly fee: number;
  readonly purpose: string;
}

/** Reads the journal, writes both tables, and gives the fold and the fills back. */
export function writeArtifacts(
  folder: RunFolder,
  run: RunIdentity & { readonly plan: TradingPlan },
  dateOf: (time: number) => number,
): FoldedJournal<TradingFold> & { fills: readonly FillRow[] } {
  const fills: FillRow[] = [];
  const { decide } = run.plan;
  const folded = foldJournal(folder.journal, run, new TradingFold(), (event) => {
    if (event.type !== 'OrderFilled') return;
    const date = decide === 'bar' ? formatInstant(event.time) : formatCivilDate(dateOf(event.time));
    fills.push(fillRow(event, date));
  });
  writeWhole(folder.equity, equityTable(folded));
  writeWhole(folder.fills, fillsTable(fills));
  return { ...folded, fills };
}

function fillRow(event: JournalEventOf<'OrderFilled'>, date: string): FillRow {
  const { symbol, shares, price, fee, purpose } = event;
  return { date, symbol, shares, price, fee, purpose };
}

function equityTable({ fold }: FoldedJournal<TradingFold>): string {
  const lines = ['date,equity,cash,exposure'];
  const { dates, equity, cash, net } = fold.marks;
  for (let mark = 0; mark < dates.length; mark++) {
    const whole = equity.at(mark);
    const exposure = whole === 0 ? '' : String(net.at(mark) / whole);
    lines.push(`${formatCivilDate(dates.at(mark))},${whole},${cash.at(mark)},${exposure}`);
  }
  return `${lines.join('\n')}\n`;
}

function fillsTable(fills: readonly FillRow[]): string {
  const lines = ['date,symbol,shares,price,fee,purpose'];
  for (const { date, symbol, shares, price, fee, purpose } of fills) {
    lines.push(`${date},${quoted(symbol)},${shares},${price},${fee},${purpose}`);
  }
  return `${lines.join('\n')}\n`;
}

/** RFC 4180; a leading sign would be a formula to a spreadsheet. */
function quoted(field: string): string {
  const safe = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
