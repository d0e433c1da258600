/** A script: actions that were decided elsewhere, by session date and symbol, perhaps as CSV. */

import { excerpt, formatCivilDate, invalidInput, requireCivilDate, type CivilDate } from '#values';
import type { Action } from '#contracts';

/** One row of a script. */
interface ScriptRow {
  readonly date: CivilDate;
  readonly symbol: string;
  readonly action: Action;
  /** The price that the author assumed; nothing fills at it. */
  readonly price?: number | undefined;
  /** File and line, or file and member, for error texts. */
  readonly where: string;
}

/** Content of a row for its date and symbol. */
export type ScriptedAction = Pick<ScriptRow, 'action' | 'price'>;

/** Session date → symbol → action. */
export type Script = ReadonlyMap<CivilDate, ReadonlyMap<string, ScriptedAction>>;

/** Orders rows by date and symbol; two rows for one date and symbol are an `InvalidInput` error. */
export function scriptOfRows(rows: Iterable<ScriptRow>): Script {
  const script = new Map<CivilDate, Map<string, ScriptedAction>>();
  for (const { date, symbol, action, price, where } of rows) {
    let actions = script.get(date);
    if (actions === undefined) script.set(date, (actions = new Map()));
    if (actions.has(symbol)) {
      throw invalidInput('a second row for the same date and symbol', {
        where,
        expected: 'one row for each date and symbol',
        found: `${formatCivilDate(date)} ${symbol} again`,
      });
    }
    actions.set(symbol, { action, price });
  }
  return script;
}

/** The header of a script, exactly: other columns are those of signals. */
export const scriptHeader = 'date,symbol,action';
const symbolPattern = /^[^\s",]{1,32}$/;

/**
 * Parses `date,symbol,action` with exactly that header; dates `YYYY-MM-DD`, actions BUY, SELL or
 * HOLD in capitals, no quotes, LF or CRLF, in any order of rows. Everything else is an
 * `InvalidInput` error that names `file` and line.
 */
export function parseActionCsv(text: string, file: string): Script {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  if (lines[0] !== scriptHeader) {
    throw invalidInput('wrong header of a script', {
      where: `${file}:1`,
      expected: scriptHeader,
      found: lines[0] === undefined ? 'an empty file' : excerpt(lines[0]),
    });
  }
  return scriptOfRows(rowsOf(lines, file));
}

function* rowsOf(lines: readonly string[], file: string): Generator<ScriptRow> {
  for (let index = 1; index < lines.length; index++) {
    yield rowOf(lines[index] as string, `${file}:${index + 1}`);
  }
}

function rowOf(line: string, where: string): ScriptRow {
  const [date, symbol, action, ...rest] = line.split(',');
  if (date === undefined || symbol === undefined || action === undefined || rest.length > 0) {
    throw invalidInput('not a row of a script', {
      where,
      expected: `three fields: ${scriptHeader}`,
      found: excerpt(line),
    });
  }
  return {
    symbol: requireSymbol(symbol, where),
    action: requireAction(action, where),
    date: requireCivilDate(date, where),
    where,
  };
}

/** The text, if it can be a symbol; else throws `InvalidInput`. */
export function requireSymbol(text: string, where: string): string {
  if (symbolPattern.test(text)) return text;
  throw invalidInput('not a symbol', {
    where,
    expected: '1 to 32 characters without spaces and quotes',
    found: excerpt(text),
  });
}

/** The text, if it is an action in capitals; else throws `InvalidInput`. */
export function requireAction(text: string, where: string): Action {
  if (text === 'BUY' || text === 'SELL' || text === 'HOLD') return text;
  throw invalidInput('not an action', {
    where,
    expected: 'BUY, SELL or HOLD',
    found: excerpt(text),
  });
}
