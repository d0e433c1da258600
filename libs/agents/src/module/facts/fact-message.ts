/**
 * Facts on their way to a module's process: exact copies of the released rows, and of nothing else.
 */

import { FactColumns, type FactPayload } from '#contracts';
import { invariant } from '#values';

const columnNames = [
  'kind',
  'instrument',
  'knowledgeTime',
  'eventTime',
  'open',
  'high',
  'low',
  'close',
  'adjClose',
  'volume',
  'vwap',
] as const;

/** Columns of `count` rows; payloads with their rows. */
export interface FactMessage {
  readonly count: number;
  readonly columns: Readonly<
    Record<(typeof columnNames)[number], Uint8Array | Uint16Array | Float64Array>
  >;
  readonly payloads: readonly (readonly [row: number, payload: FactPayload])[];
}

/**
 * Rows [from, to) as a message. The columns are copies with buffers of their own: the structured
 * clone of a view would carry its whole buffer, later rows included.
 */
export function factMessage(facts: FactColumns, from = 0, to = facts.count): FactMessage {
  const payloads: [number, FactPayload][] = [];
  for (let row = from; row < to; row++) {
    const payload = facts.payload[row];
    if (payload !== undefined) payloads.push([row - from, payload]);
  }
  const copies = columnNames.map((name) => [name, facts[name].slice(from, to)] as const);
  return {
    count: to - from,
    columns: Object.fromEntries(copies) as FactMessage['columns'],
    payloads,
  };
}

/** The facts of a message. */
export function factsOf(message: FactMessage): FactColumns {
  const facts = new FactColumns(message.count);
  for (const name of columnNames) {
    const column = message.columns[name];
    invariant(column.length === message.count, 'the columns of a message have its length');
    facts[name].set(column);
  }
  for (const [row, payload] of message.payloads) facts.payload[row] = payload;
  facts.count = message.count;
  return facts;
}

/**
 * SHA-256 of the documents that a process needs for a fact. The inputs of a task go with
 * the question: those of all tasks on a tape would fill the memory of a process that is
 * asked some of them.
 */
export function documentsOf(payload: FactPayload): readonly string[] {
  if (payload.kind === 'news') return payload.body === null ? [] : [payload.body.sha256];
  if (payload.kind === 'filing') return payload.sections.map((section) => section.document.sha256);
  return [];
}
