/** What the agent of a finished run has said and asked, from the folder of the run. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instant } from '#values';
import { isDecision, type DecisionEvent } from '#contracts';
import { readJournal } from '#event-log';
import { callLines, parseCall, runFolder } from '#backtest';

export interface RunRecord {
  /** In their order; of a stretch of equal ones the last. */
  readonly decisions: readonly DecisionEvent[];
  /** What it gave as reasons, and what it asked tools with. */
  readonly rationales: readonly string[];
  readonly asked: readonly string[];
}

export function readRunRecord(path: string): RunRecord {
  const folder = runFolder(path);
  const decisions: DecisionEvent[] = [];
  readJournal(folder.journal, ({ event }) => void (isDecision(event) && decisions.push(event)));
  const rationales = decisions.flatMap((decision) => {
    if (!('rationale' in decision) || decision.rationale === null) return [];
    const file = join(folder.texts, `${decision.rationale}.txt`);
    return existsSync(file) ? [readFileSync(file, 'utf8')] : [];
  });
  const asked = (callLines(folder) ?? []).flatMap((line) => parseCall(line)?.arguments ?? []);
  return { decisions, rationales, asked };
}

/** What was decided about a symbol when a decision was next due: a direction, an action of a pair, or null. */
export function decidedAt({ decisions }: RunRecord, symbol: string, time: Instant): string | null {
  // A stretch stands at its last decision, so the one that covers the time is the first that does not lie before it.
  const event = decisions.find((one) => one.time >= time);
  if (event === undefined) return null;
  if (event.type === 'PairDecided') return event.action;
  if (event.type !== 'DecisionMade' && event.type !== 'DecisionsUnchanged') return null;
  const { decision } = event;
  switch (decision.kind) {
    case 'action':
      return decision.symbol === symbol ? decision.action : null;
    case 'target':
      return ofSign(decision.positions.find((one) => one.symbol === symbol)?.position);
    case 'weights':
      return ofSign(decision.weights.find((one) => one.symbol === symbol)?.weight);
    case 'orders':
      return decision.orders.find((one) => one.symbol === symbol)?.side.toUpperCase() ?? null;
    default:
      return decision satisfies never;
  }
}

/** The action that leads there: long is BUY, flat and short are SELL. */
const ofSign = (position: number | undefined): string | null =>
  position === undefined ? null : position > 0 ? 'BUY' : 'SELL';
