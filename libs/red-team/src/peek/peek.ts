/**
 * The peeker: asks every tool for the future, and counts how much of it comes back. It does not
 * guess what belongs to the future: each question also goes to a market that ends at the as-of, and
 * if the answers differ, the answer came from after it. Knowledge that a tool has from elsewhere is
 * recognized by its contents (`FutureMarks`).
 */

import { formatCivilDate, type Instant, seededRandom, utcDateOf } from '#values';
import { Capability, type ToolSet } from '#tools';
import type { MarketView } from '#market-view';
import { futureFacts } from '../scratch/future-facts.js';
import { peekQuestions, type Question } from './peek-questions.js';

/** Shorter titles occur in other texts. */
const titleMin = 20;
const titlesMax = 200;

/** One market twice: whole, and cut off at the as-of. */
export interface PeekedMarket {
  readonly time: Instant;
  /** At the as-of, with everything later in the store as well. */
  readonly view: MarketView;
  /** At the same as-of of a store that ends there. */
  readonly cut: MarketView;
  /** After the last fact: what the peeker knows to ask for. */
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
  /** UTF-8 bytes of answers and refusals that would be different without the future. */
  readonly bytes: number;
  /** The first question that was answered from the future. */
  readonly leak: Question | null;
}

interface PeekOptions {
  readonly sets: readonly ToolSet[];
  readonly seed: number;
  /** Questions for each tool at each as-of. */
  readonly questions: number;
}

/**
 * One row per tool. Asks at the later instants first, so that anything a tool remembers is
 * from the future.
 */
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
  // Asks at the end first: anything the tool remembers of it may leak into later answers.
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
    // Anything in both answers does not leak from the store; a tool may have it from elsewhere.
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

/**
 * Marks that reveal an answer from outside the market that it was asked about, for example from a
 * file of the tool: the close of a later session next to its date, the title of a later news item,
 * or an adjusted close of the last session that is not its close, because the rest is the factor of
 * later dividends.
 */
export class FutureMarks {
  /** Closes by the date of their session, as JSON writes them. */
  private readonly closes = new Map<string, Set<string>>();
  private readonly titles: readonly string[];
  /** What the rows of last bars have; none where the data set declares the vendor's factors. */
  private readonly lastRows: readonly string[];

  /** `end`: the view after all facts; `asOf`: what is known. */
  constructor(end: MarketView, asOf: MarketView, hidesFactors = true) {
    const last = hidesFactors ? asOf.symbols.map((symbol) => asOf.lastBar(symbol)?.time ?? 0) : [];
    this.lastRows = last.flatMap((time) => [
      `"date":"${formatCivilDate(utcDateOf(time))}"`,
      `"time":${time}`,
    ]);
    for (const symbol of end.symbols) {
      for (const bar of end.barsBetween(symbol, { after: asOf.time })) {
        const date = formatCivilDate(utcDateOf(bar.time));
        const known = this.closes.get(date) ?? new Set();
        this.closes.set(date, known.add(String(bar.close)).add(String(bar.adjClose)));
      }
    }
    const known = asOf.news(null);
    // A series of articles repeats one title.
    const knownText = known.map(({ title, summary }) => `${title} ${summary}`).join('\n');
    this.titles = end
      .news(null)
      .slice(known.length)
      .filter(({ title }) => title.length >= titleMin && !knownText.includes(title))
      .slice(0, titlesMax)
      .map(({ title }) => title);
  }

  /** Whether a text reveals something later that the question did not contain. */
  isIn(text: string, question: string): boolean {
    const hasClose = [...new Set(text.match(/\d{4}-\d{2}-\d{2}/g) ?? [])].some((date) => {
      const closes = this.closes.get(date);
      return closes !== undefined && numbersIn(text).some((number) => closes.has(number));
    });
    return (
      hasClose ||
      this.tellsFactor(text) ||
      this.titles.some((title) => text.includes(title) && !question.includes(title))
    );
  }

  private tellsFactor(text: string): boolean {
    return (text.match(/\{[^{}]*\}/g) ?? []).some((row) => {
      const close = /"close":([^,}]+)/.exec(row)?.[1];
      const adjusted = /"adj_?[cC]lose":([^,}]+)/.exec(row)?.[1] ?? close;
      return close !== adjusted && this.lastRows.some((mark) => row.includes(mark));
    });
  }
}

/** Numbers of three digits or more that are not part of a date. */
const numbersIn = (text: string): string[] =>
  (text.replace(/\d{4}-\d{2}-\d{2}/g, ' ').match(/\d+(?:\.\d+)?/g) ?? []).filter(
    (number) => number.replace('.', '').length >= 3,
  );
