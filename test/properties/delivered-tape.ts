/**
 * A generated market as a tape: sources, chunks and batches are random, since none of
 * them may matter.
 */

import fc from 'fast-check';
import { FactColumns, factKinds, rankOfKind, type FactSource } from '#contracts';
import { Tape, type FactStream } from '#tape';
import type { Market, MarketFact } from './generated-market.js';

export interface Delivery {
  readonly batchFacts: number;
  readonly chunkFacts: number;
  /** Sources answer with promises. */
  readonly waits: boolean;
}

export const deliveries: fc.Arbitrary<Delivery> = fc.record({
  batchFacts: fc.oneof(
    { arbitrary: fc.constantFrom(1, 2, 3, 7, 64, 1024), weight: 60 },
    { arbitrary: fc.constant(65_536), weight: 1 },
  ),
  chunkFacts: fc.constantFrom(1, 3, 100),
  waits: fc.boolean(),
});

/**
 * `onEnd` is called when its hash is asked for: every run has taken all of it by then, and none
 * has been closed.
 */
export function deliveredTape(market: Market, delivery: Delivery, onEnd: () => void): FactStream {
  const { batchFacts } = delivery;
  const tape = new Tape(market.header, sourcesOf(market.facts, delivery), { batchFacts });
  return {
    header: tape.header,
    next: () => tape.next(),
    get facts() {
      return tape.facts;
    },
    hash: () => {
      onEnd();
      return tape.hash();
    },
    close: () => tape.close(),
  };
}

/**
 * One source a kind of fact, and one a symbol for bars, as data sets have them. News
 * is a live feed.
 */
function sourcesOf(facts: readonly MarketFact[], delivery: Delivery): FactSource[] {
  const lists = new Map<number, MarketFact[]>();
  for (const fact of facts) {
    const own = fact.kind === factKinds.bar ? fact.instrument : 0;
    const rank = rankOfKind[fact.kind] * 65_536 + own;
    const list = lists.get(rank);
    if (list === undefined) lists.set(rank, [fact]);
    else list.push(fact);
  }
  return [...lists].map(([rank, list]) => listSource(rank, list, delivery));
}

function listSource(
  rank: number,
  facts: readonly MarketFact[],
  { chunkFacts, waits }: Delivery,
): FactSource {
  const chunk = new FactColumns(Math.min(chunkFacts, facts.length));
  let next = 0;
  const pull = (): FactColumns | null => {
    if (next === facts.length) return null;
    chunk.clear();
    while (chunk.count < chunk.capacity && next < facts.length) {
      pushFact(chunk, facts[next++] as MarketFact);
    }
    return chunk;
  };
  return {
    name: `source ${rank}`,
    rank,
    live: facts[0]?.kind === factKinds.news,
    pull: waits ? () => Promise.resolve(pull()) : pull,
    close: () => undefined,
  };
}

function pushFact(columns: FactColumns, fact: MarketFact): void {
  const { kind, instrument, time, eventTime, bar, trade, quote, payload } = fact;
  if (payload !== undefined) {
    columns.pushFact({ kind, instrument, knowledgeTime: time, eventTime, payload });
    return;
  }
  const place = { instrument, knowledgeTime: time, eventTime };
  if (trade !== undefined) return columns.pushTrade({ ...place, ...trade });
  if (quote !== undefined) return columns.pushQuote({ ...place, ...quote });
  const row = columns.count++;
  columns.kind[row] = kind;
  columns.instrument[row] = instrument;
  columns.knowledgeTime[row] = time;
  columns.eventTime[row] = eventTime;
  for (const [name, value] of Object.entries(bar ?? {})) {
    columns[name as keyof NonNullable<typeof bar>][row] = value;
  }
}
