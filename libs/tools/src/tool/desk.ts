/** What tools need from the run whose decision is due. */

import { excerpt, formatCivilDate, invalidInput, invariant } from '#values';
import type { RunDesk, ToolContext, TradingDesk } from './tool.js';

/** The desk of a tool that is served only with one. */
export function deskOf({ desk }: ToolContext): TradingDesk {
  invariant(desk !== null && 'account' in desk, 'such a tool is served within a run that trades');
  return desk as TradingDesk;
}

/** Throws `InvalidInput` unless the decision is for the session in which it is due. */
export function requireOwnSession({ view }: ToolContext, target: string): void {
  const session = view.session === null ? 'no session' : formatCivilDate(view.session);
  if (target === session) return;
  throw invalidInput('not the session of this decision', {
    where: 'target_date',
    expected: session,
    found: excerpt(target),
  });
}

/** Throws `InvalidInput` unless the run trades the symbol. */
export function requireOwnSymbol({ symbols }: RunDesk, symbol: string, where: string): void {
  if (symbols.includes(symbol)) return;
  throw invalidInput('not a symbol of this run', {
    where,
    expected: `one of ${excerpt(symbols.join(', '), 200)}`,
    found: excerpt(symbol),
  });
}
