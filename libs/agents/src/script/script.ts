/** A script: actions that were decided elsewhere, by session date and symbol. */

import { formatCivilDate, invalidInput, type CivilDate } from '#values';
import type { Action } from '#contracts';

/** One row of a script. */
export interface ScriptRow {
  readonly date: CivilDate;
  readonly symbol: string;
  readonly action: Action;
  /** File and line, or file and member, for error texts. */
  readonly where: string;
}

/** Session date → symbol → action. */
export type Script = ReadonlyMap<CivilDate, ReadonlyMap<string, Action>>;

/** Orders rows by date and symbol; two rows for one date and symbol are an `InvalidInput` error. */
export function scriptOfRows(rows: Iterable<ScriptRow>): Script {
  const script = new Map<CivilDate, Map<string, Action>>();
  for (const { date, symbol, action, where } of rows) {
    let actions = script.get(date);
    if (actions === undefined) script.set(date, (actions = new Map()));
    if (actions.has(symbol)) {
      throw invalidInput('a second row for the same date and symbol', {
        where,
        expected: 'one row for each date and symbol',
        found: `${formatCivilDate(date)} ${symbol} again`,
      });
    }
    actions.set(symbol, action);
  }
  return script;
}
