/** What the reference makes of worlds: one process in Python, which reads them one a line. */

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Outcome, OutcomeEnding, OutcomeFill, OutcomeMark, World } from './world.js';

/** When a bar begins and is known, and whether orders can fill in it. */
export interface ReferenceBar {
  readonly symbol: string;
  readonly start: string;
  readonly knownAt: string;
  readonly fills: boolean;
}

interface Answer {
  readonly error?: string;
  readonly bars: readonly ReferenceBar[];
  readonly fills: readonly (OutcomeFill & { readonly side: 'buy' | 'sell' })[];
  readonly orderEndings: readonly OutcomeEnding[];
  readonly marks: readonly OutcomeMark[];
  /** The last close of the window. */
  readonly end: string;
  readonly metrics: Readonly<Record<string, unknown>>;
}

type Waiting = PromiseWithResolvers<Answer>;

export class Reference {
  private readonly process: ChildProcessByStdio<Writable, Readable, null>;
  private readonly waiting: Waiting[] = [];

  constructor() {
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
    const cwd = resolve('reference');
    const stdio = ['pipe', 'pipe', 'inherit'] as const;
    this.process = spawn('python3', ['main.py', '--many'], { cwd, env, stdio: [...stdio] });
    const lines = createInterface({ input: this.process.stdout });
    lines.on('line', (line) => this.take(line));
    const fail = (error: Error): void => {
      for (const one of this.waiting.splice(0)) one.reject(error);
    };
    this.process.on('error', fail);
    this.process.on('exit', (code) => fail(new Error(`the reference ended with ${code}`)));
  }

  /** The outcome of a world; worlds are answered in the order in which they are asked. */
  async ask(world: World): Promise<Outcome> {
    return outcomeOf(await this.answer(world));
  }

  /**
   * The bars of a world, those behind the end of its window too: by symbol, in the order
   * of their times.
   */
  async bars(world: World): Promise<readonly ReferenceBar[]> {
    return (await this.answer({ ...world, decisions: [] })).bars;
  }

  async close(): Promise<void> {
    const ended = new Promise((done) => this.process.once('exit', done));
    this.process.stdin.end();
    await ended;
  }

  private answer(world: World): Promise<Answer> {
    const one: Waiting = Promise.withResolvers();
    this.waiting.push(one);
    this.process.stdin.write(`${JSON.stringify(world)}\n`);
    return one.promise;
  }

  private take(line: string): void {
    const one = this.waiting.shift();
    const answer = JSON.parse(line) as Answer;
    if (answer.error === undefined) one?.resolve(answer);
    else one?.reject(new Error(`the reference: ${answer.error}`));
  }
}

function outcomeOf({ bars, fills, orderEndings, marks, end, metrics }: Answer): Outcome {
  const { drawdown, tradeStatistics, ...figures } = metrics;
  return {
    bars: bars
      .filter(({ knownAt }) => knownAt <= end)
      .map(({ symbol, knownAt }) => ({ symbol, knownAt })),
    fills: fills.map(({ side, shares, order, ...fill }) => ({
      ...fill,
      order,
      shares: side === 'sell' ? -shares : shares,
    })),
    endings: orderEndings.map(({ at, order, why }) => ({ at, order, why })),
    marks,
    metrics: figures as Outcome['metrics'],
    drawdown: drawdown as Outcome['drawdown'],
    trades: tradeStatistics as Outcome['trades'],
  };
}
