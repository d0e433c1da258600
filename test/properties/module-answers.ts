/**
 * What a user's module may do when it is asked, by name: decide, wait, throw, stay silent, talk
 * nonsense, write.
 */

import type { ModuleObservation } from '#agents/module/agent/author';
import { drawnDecision } from './drawn-decision.js';
import { askQuestions, freshIndicators, impossibleQuestions, type Question } from './questions.js';
import { Reading } from './reading.js';

export const behaviors = [
  'decides',
  'waits',
  'throws',
  'rejects',
  'silent',
  'nonsense',
  'writes',
] as const;
export type Behavior = (typeof behaviors)[number];

const impossible = impossibleQuestions('AA');

/**
 * Questions asked at each decision: enough to come round in a run, few enough for a thousand runs.
 */
const askedAtOnce = 6;

/** Answers of no use; a module gets one by what it read. */
const nonsense: readonly ((seed: number) => unknown)[] = [
  () => 42,
  () => 'buy',
  () => ({}),
  (seed) => ({ kind: 'action', action: `BUY ${seed}` }),
  () => ({ kind: 'target', positions: { AA: 2 } }),
  () => ({ kind: 'weights', weights: { AA: NaN } }),
  (seed) => ({ kind: 'orders', orders: [{ symbol: 'AA', shares: -1, text: seed }] }),
  () => [],
  () => Symbol('nonsense'),
  () => () => 'BUY',
  () => null,
  (seed) => 'x'.repeat(seed % 5000),
  () => JSON.parse('{"kind":"action","action":"BUY","__proto__":{"symbol":"AA"}}') as unknown,
];

/** One module's memory of what it read. */
export class AskedModule {
  readonly reading = new Reading();
  private asked = 0;

  constructor(
    private readonly behavior: Behavior,
    private readonly sensible: readonly Question[],
  ) {}

  decide(observation: ModuleObservation): unknown {
    const from = this.reading.length;
    this.read(observation);
    const seed = this.reading.digestSince(from);
    const decision = drawnDecision(seed, observation.symbols, (symbol) =>
      observation.symbols.includes(symbol) ? observation.view.lastPrice(symbol) : null,
    );
    switch (this.behavior) {
      case 'decides':
        return decision;
      case 'waits':
        return Promise.resolve().then(() => decision);
      case 'throws':
        throw seed % 3 === 0 ? `not even an error ${seed}` : new RangeError(`read ${seed}`);
      case 'rejects':
        return Promise.reject(new Error(`read ${seed}\n  at nowhere`));
      case 'silent':
        return new Promise(() => undefined);
      case 'nonsense':
        return nonsense[seed % nonsense.length]?.(seed);
      case 'writes':
        this.write(observation);
        return decision;
    }
  }

  private read(observation: ModuleObservation): void {
    const { reading } = this;
    const { view } = observation;
    if (this.asked % 3 === 0) reading.value(observation);
    const first = this.asked * askedAtOnce;
    askQuestions(this.sensible, view, reading, { first, count: askedAtOnce });
    // At every fifth decision, so that the indicators of a long run stay few.
    if (this.asked % 5 === 0) askQuestions(freshIndicators('AA', 4 + this.asked), view, reading);
    askQuestions(impossible, view, reading, { first, count: 2 });
    this.asked++;
  }

  /** Tries to change what it was given; what came of each try is part of the reading. */
  private write(observation: ModuleObservation): void {
    const { view, symbols, account, policy, config } = observation;
    const targets = [observation, view, symbols, account, policy, config, ...view.news(null, 2)];
    for (const target of targets) {
      for (const key of [...Reflect.ownKeys(target), 'asOf', 'added', '0']) {
        if (key === 'state') continue;
        this.reading.value(Reflect.set(target, key, 1e9));
        this.reading.value(Reflect.deleteProperty(target, key));
      }
    }
    (view.bars(symbols[0] as string, Infinity).close as number[]).fill(1e9);
    (view.closes(symbols[0] as string, Infinity) as number[]).fill(1e9);
    this.reading.value(observation);
  }
}
