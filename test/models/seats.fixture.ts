/**
 * A model that answers only while every seat is taken, so that asks in flight are counted
 * and not timed.
 */

import type { ScriptedModel, Turn } from './scripted-model.fixture.js';
import { submission } from './trading-scripts.fixture.js';

export interface Seats {
  /** Counts at all moments at which an answer was given. */
  readonly counted: number[];
  /** The most asks that were in flight at once. */
  most: number;
}

interface Waiting {
  readonly since: number;
  readonly turn: Turn;
  answer(): void;
}

/**
 * Each ask has its answer once `latencyMs` have passed and as many asks are in flight as
 * `limit` and the runs that have not finished allow. If fewer come, no ask is answered any
 * more, and the run hangs.
 */
export function seat(model: ScriptedModel, options: SeatOptions): Seats {
  const { runs, limit, latencyMs, last, applies = () => true } = options;
  const seats: Seats = { counted: [], most: 0 };
  const waiting: Waiting[] = [];
  let unfinished = runs;
  const serve = (): void => {
    const [first] = waiting;
    if (first === undefined || waiting.length < Math.min(limit, unfinished)) return;
    const left = first.since + latencyMs - performance.now();
    if (left > 0) return void setTimeout(serve, left);
    seats.counted.push(waiting.length);
    waiting.shift();
    if (first.turn.session === last) unfinished -= 1;
    first.answer();
    serve();
  };
  model.script(applies, async (turn) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push({ since: performance.now(), turn, answer: resolve });
    seats.most = Math.max(seats.most, waiting.length);
    serve();
    await promise;
    return { calls: [submission(turn.symbols[0] ?? '', turn.session, 100)] };
  });
  return seats;
}

export interface SeatOptions {
  readonly runs: number;
  /** Asks that the setting allows at once. */
  readonly limit: number;
  readonly latencyMs: number;
  /** Session of the last decision of each run. */
  readonly last: string;
  /** Whose asks these are; all when left out. */
  applies?(turn: Turn): boolean;
}
