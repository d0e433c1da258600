/** Facts as text for comparison: everything that a tape states about each. */

import { canonicalJson, formatInstant } from '#values';
import { barColumns, factKinds, noInstrument, type FactColumns, type FactSource } from '#contracts';

const names = new Map(Object.entries(factKinds).map(([name, kind]) => [kind as number, name]));

/** `2026-03-02T10:00:01Z trade 0 at 2026-03-02T10:00:00Z [NaN,…] payload`. */
export function factWords(facts: FactColumns, row: number): string {
  const known = facts.knowledgeTime[row] as number;
  const event = facts.eventTime[row] as number;
  const instrument = facts.instrument[row] as number;
  const values = barColumns.map((column) => facts[column][row]);
  const payload = facts.payload[row];
  return [
    formatInstant(known),
    names.get(facts.kind[row] as number),
    instrument === noInstrument ? '-' : instrument,
    `at ${formatInstant(event)}`,
    values.every(Number.isNaN) ? '' : JSON.stringify(values),
    payload === undefined ? '' : canonicalJson(payload),
  ]
    .filter((word) => word !== '')
    .join(' ');
}

/** Appends all facts of a source to `into` as they arrive, until its end. */
export async function readFacts(source: FactSource, into: string[]): Promise<void> {
  for (;;) {
    const chunk = await source.pull();
    if (chunk === null) return;
    for (let row = 0; row < chunk.count; row++) into.push(factWords(chunk, row));
  }
}
