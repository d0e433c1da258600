/**
 * An agent that reads everything it can reach at every decision, and decides by the
 * bytes that it read.
 */

import type { Instant } from '#values';
import type { FactColumns } from '#contracts';
import type { Agent, Observation } from '#agents';
import type { MarketView } from '#market-view';
import { drawnDecision } from './drawn-decision.js';
import {
  askQuestions,
  freshIndicators,
  impossibleQuestions,
  sensibleQuestions,
} from './questions.js';
import { Reading } from './reading.js';

/** Asks so many of the impossible questions at each decision; they come round. */
const impossibleAtOnce = 9;

export interface ProbeTerms {
  readonly view: MarketView;
  readonly symbols: readonly string[];
  /** Hashes of documents of the past and of both futures. */
  readonly hashes: Iterable<string>;
  /** Answers with promises at every second decision. */
  readonly waits: boolean;
}

export class ProbingAgent implements Agent {
  readonly reading = new Reading();
  /** The instant of each decision, where its reading ends, and the canaries met so far. */
  readonly decisions: { time: Instant; end: number; canaries: number }[] = [];
  /** Knowledge time, kind and close of every row that was observed. */
  readonly observed: [time: Instant, kind: number, close: number][] = [];
  private readonly sensible: ReturnType<typeof sensibleQuestions>;
  private readonly impossible: ReturnType<typeof impossibleQuestions>;
  private readonly openingEnd: number;
  /** Handed out at the last decision: copies do not change afterwards. */
  private readonly kept: unknown[] = [];

  constructor(private readonly terms: ProbeTerms) {
    this.sensible = sensibleQuestions(terms.symbols, terms.hashes);
    this.impossible = impossibleQuestions(terms.symbols[0] as string);
    for (const questions of this.sensible) askQuestions(questions, terms.view, this.reading);
    this.openingEnd = this.reading.length;
  }

  observe(facts: FactColumns, from: number, to: number): void {
    for (let row = from; row < to; row++) {
      this.observed.push([
        facts.knowledgeTime[row] as number,
        facts.kind[row] as number,
        facts.close[row] as number,
      ]);
    }
  }

  decide(observation: Observation) {
    const { reading, decisions, observed } = this;
    const from = reading.length;
    reading.value([observed.length - observation.asOf, this.kept]);
    reading.value(observation);
    const { view, account, symbols } = observation;
    for (const symbol of [...symbols, 'NOPE']) reading.call('shares', () => account.shares(symbol));
    const turn = decisions.length % this.sensible.length;
    askQuestions(this.sensible[turn] ?? [], view, reading);
    for (const symbol of this.terms.symbols) {
      askQuestions(freshIndicators(symbol, 4 + decisions.length), view, reading);
    }
    const first = decisions.length * impossibleAtOnce;
    askQuestions(this.impossible, view, reading, { first, count: impossibleAtOnce });
    this.keepWindows(view);
    decisions.push({ time: observation.time, end: reading.length, canaries: reading.canaries });
    const seed = reading.digestSince(from);
    const decision = drawnDecision(seed, symbols, (symbol) =>
      symbols.includes(symbol) ? view.lastPrice(symbol) : null,
    );
    return this.terms.waits && seed % 2 === 0 ? Promise.resolve(decision) : decision;
  }

  close(): void {}

  /**
   * Bytes read by decisions up to an instant, those at the opening included, and the
   * canaries among them.
   */
  readUpTo(cut: Instant): { decisions: number; bytes: Uint8Array; canaries: number } {
    const after = this.decisions.findIndex(({ time }) => time > cut);
    const decisions = after < 0 ? this.decisions.length : after;
    const last = this.decisions[decisions - 1];
    const bytes = this.reading.bytes.subarray(0, last?.end ?? this.openingEnd);
    return { decisions, bytes, canaries: last?.canaries ?? 0 };
  }

  /** Rows that it was shown up to an instant. */
  observedUpTo(cut: Instant): unknown[] {
    return this.observed.filter(([time]) => time <= cut);
  }

  private keepWindows(view: MarketView): void {
    const [symbol] = this.terms.symbols as [string];
    this.kept.splice(0, this.kept.length, view.bars(symbol, 9), view.news(null), view.symbols);
  }
}
