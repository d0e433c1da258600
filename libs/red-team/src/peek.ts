/**
 * The peeker: asks every tool for the future, and counts how much of it comes back. What belongs to the future is not
 * guessed at: each question is also put to a market that ends at the as-of, and where the answers differ, the answer
 * came from behind it. What a tool has from elsewhere is known by what it tells (`FutureMarks`).
 */

import { seededRandom, type Instant } from '#values';
import { Capability, type ToolSet } from '#tools';
import type { MarketView } from '#market-view';
import { futureFacts } from './future-facts.js';
import { FutureMarks } from './future-marks.js';
import { peekQuestions, type Question } from './peek-questions.js';

/** One market twice: whole, and cut off at the as-of. */
export interface PeekedMarket {
  readonly time: Instant;
  /** At the as-of, with everything later in the store behind it. */
  readonly view: MarketView;
  /** At the same as-of of a store that ends there. */
  readonly cut: MarketView;
  /** Behind the last fact: what the peeker knows to ask for. */
  readonly end: MarketView;
  /** Whether the data set keeps the factors of later dividends out of adjusted closes. */
  readonly hidesFactors: boolean;
}

export interface PeekRow {
  readonly set: string;
  readonly tool: string;
  readonly questions: number;
  /** Questions that were answered rather than refused. */
  readonly answered: number;
  /** UTF-8 bytes of answers and refusals that would be others without the future. */
  readonly bytes: number;
  /** The first question that was answered from the future. */
  readonly leak: Question | null;
}

export interface PeekOptions {
  readonly sets: readonly ToolSet[];
  readonly seed: number;
  /** Questions for each tool at each as-of. */
  readonly questions: number;
}

/** A row a tool. Asks at the later instants first, so that whatever a tool remembers is of the future. */
export function peek(markets: readonly PeekedMarket[], options: PeekOptions): PeekRow[] {
  const laterFirst = [...markets].sort((one, other) => other.time - one.time);
  return options.sets.flatMap((set) =>
    set.tools
      .filter(({ needsDesk }) => needsDesk !== true)
      .map(({ name }) =>
        laterFirst
          .map((market) => peekAt(market, { ...options, set, name }))
          .reduce(summed, { set: set.name, tool: name, ...nothingAsked }),
      ),
  );
}

/** Questions whose answers a tool might keep. */
const askedBefore = 20;

export const nothingAsked = { questions: 0, answered: 0, bytes: 0, leak: null };

const summed = (sum: PeekRow, row: Omit<PeekRow, 'set' | 'tool'>): PeekRow => ({
  ...sum,
  questions: sum.questions + row.questions,
  answered: sum.answered + row.answered,
  bytes: sum.bytes + row.bytes,
  leak: sum.leak ?? row.leak,
});

function peekAt(
  { view, cut, end, time, hidesFactors }: PeekedMarket,
  { set, name, seed, questions: count }: PeekOptions & { set: ToolSet; name: string },
): Omit<PeekRow, 'set' | 'tool'> {
  const tool = set.tools.find((one) => one.name === name);
  if (tool === undefined) return nothingAsked;
  const random = seededRandom(`${seed}/${name}/${time}`);
  const future = futureFacts(end, cut);
  const ask = { random, count };
  // First at the end: whatever the tool keeps of it, it may tell later.
  const late = openOn(end, set);
  for (const question of peekQuestions(tool, future, { random, count: askedBefore }))
    late.call(name, question);
  const marks = new FutureMarks(end, cut, hidesFactors);
  const whole = openOn(view, set);
  const ended = openOn(cut, set);
  let row: Omit<PeekRow, 'set' | 'tool'> = nothingAsked;
  for (const question of peekQuestions(tool, future, ask)) {
    const answer = whole.call(name, question);
    const honest = ended.call(name, question);
    const text = answer.error ?? answer.text;
    // What both know is no secret of the store; a tool may have it from elsewhere.
    const isLeak =
      text !== (honest.error ?? honest.text) || marks.isIn(text, JSON.stringify(question));
    row = {
      questions: row.questions + 1,
      answered: row.answered + (answer.error === null ? 1 : 0),
      bytes: row.bytes + (isLeak ? Buffer.byteLength(text) : 0),
      leak: row.leak ?? (isLeak ? question : null),
    };
  }
  return row;
}

const openOn = (view: MarketView, set: ToolSet): Capability =>
  new Capability({
    sets: [set],
    context: { view, desk: null },
    limits: { calls: Infinity, bytes: Infinity },
    now: () => 0,
  });
