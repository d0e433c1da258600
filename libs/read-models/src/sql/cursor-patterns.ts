/** Cursor patterns of each list, for the schemas of requests: every matching text is accepted. */

import { cursorPattern } from '../tables/page.js';
import { decisionList } from './read-decisions.js';
import type { Table } from '../tables/table.js';
import { audit, projections, tokens } from '../tables/tables.js';

/** Lists of everything, and lists within a run or a tape, whose id is not part of the cursor. */
const ofAll = ({ name, keys }: Table): RegExp => cursorPattern(name, keys);
const within = ({ name, keys }: Table): RegExp => cursorPattern(name, keys.slice(1));

export const cursorPatterns = {
  submissions: ofAll(projections.submissions),
  runs: ofAll(projections.runs),
  tapes: ofAll(projections.tapes),
  deadLetters: ofAll(projections.deadLetters),
  tokens: ofAll(tokens),
  audit: ofAll(audit),
  decisions: cursorPattern(decisionList.name, decisionList.keys),
  calls: within(projections.toolCalls),
  refusals: within(projections.refusals),
  orders: within(projections.orders),
  denials: within(projections.denials),
  fills: within(projections.fills),
  positions: within(projections.positions),
  equity: within(projections.equity),
  documents: within(projections.documents),
} as const;

export type ListName = keyof typeof cursorPatterns;
