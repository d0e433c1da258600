/** A script: actions that were decided elsewhere, by session date and symbol. */

import { formatCivilDate, invalidInput, type CivilDate } from '#values';
import type { Action } from '#contracts';

/** One row of a script. */
export interface ScriptRow {
  readonly date: CivilDate;
  readonly symbol: string;
  readonly action: Action;
  /** What the price was taken to be; nothing fills at it. */
  readonly price?: number | undefined;
  /** File and line, or file and member, for error texts. */
  readonly where: string;
}

/** What a row says of its date and symbol. */
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
