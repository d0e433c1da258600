/**
 * What the two threads of a module's process share: facts and messages for the user's thread one way, its replies the
 * other. The intake writes nothing into it that has not been released, and trusts nothing that it reads.
 */

import { bytesOfRows, FactColumns } from '#contracts';
import { answerBytesMax } from '../answer-text.js';
import { Turns, type Side } from './turns.js';

/** Facts that are handed over at once, and bytes of a piece of a message or of a reply. */
export const rowsMax = 1024;
export const pieceBytesMax = answerBytesMax + 1024;

/** What is given with a turn: facts alone, a piece of a message, its last piece, or facts and a question. */
export const givens = { rows: 0, piece: 1, lastPiece: 2, question: 3 } as const;

/** What comes back: the length of a message, nothing, the message before once more, or that the process ends. */
export const replies = { none: 0, same: -1, leaving: -2 } as const;

const [given, rows, length, reply, unsent] = [1, 2, 3, 4, 5];
/** How long a process that ends waits for its last answers to be sent. */
const leaveMs = 1000;
const [asOf, time, cash, equity] = [0, 1, 2, 3];

export interface HandOverMemory {
  readonly places: SharedArrayBuffer;
  readonly facts: SharedArrayBuffer;
  readonly bytes: SharedArrayBuffer;
}

export const handOverMemory = (): HandOverMemory => ({
  places: new SharedArrayBuffer(64),
  facts: new SharedArrayBuffer(bytesOfRows(rowsMax)),
  bytes: new SharedArrayBuffer(pieceBytesMax),
});

/** When a question is asked, and the account as numbers. */
export interface SharedMoment {
  readonly asOf: number;
  readonly time: number;
  readonly cash: number;
  readonly equity: number;
}

/** One thread's hold on it, to be used while the turn is its own. */
export class HandOver {
  readonly turns: Turns;
  readonly facts: FactColumns;
  private readonly places: Int32Array;
  private readonly numbers: Float64Array;
  private readonly bytes: Uint8Array;
  private readonly text: Buffer;

  constructor(memory: HandOverMemory, side: Side) {
    this.turns = new Turns(memory.places, side);
    this.facts = new FactColumns(rowsMax, memory.facts);
    this.places = new Int32Array(memory.places, 0, 8);
    this.numbers = new Float64Array(memory.places, 32, 4);
    this.bytes = new Uint8Array(memory.bytes);
    this.text = Buffer.from(memory.bytes as unknown as ArrayBuffer);
  }

  /** Says what is given: `facts` as far as they are filled. */
  give(what: number): void {
    this.places[given] = what;
    this.places[rows] = this.facts.count;
  }

  givePiece(piece: Uint8Array, isLast: boolean): void {
    this.bytes.set(piece);
    this.places[length] = piece.length;
    this.facts.count = 0;
    this.give(isLast ? givens.lastPiece : givens.piece);
  }

  ask(moment: SharedMoment): void {
    this.numbers[asOf] = moment.asOf;
    this.numbers[time] = moment.time;
    this.numbers[cash] = moment.cash;
    this.numbers[equity] = moment.equity;
    this.give(givens.question);
  }

  /** What was given; `facts` are filled again. */
  taken(): number {
    this.facts.count = this.places[rows] as number;
    return this.places[given] as number;
  }

  /** A copy of the piece that was given. */
  piece(): Uint8Array {
    return this.bytes.slice(0, this.places[length]);
  }

  moment(): SharedMoment {
    const { numbers } = this;
    const [at, on] = [numbers[asOf] as number, numbers[time] as number];
    return { asOf: at, time: on, cash: numbers[cash] as number, equity: numbers[equity] as number };
  }

  /** Leaves what comes back: a text of at most `pieceBytesMax` bytes, or one of `replies`. */
  reply(said: string | number): void {
    this.places[reply] = typeof said === 'number' ? said : this.text.write(said);
  }

  /** The text that came back, or one of `replies`. */
  replied(): string | number {
    const size = this.places[reply] as number;
    if (size <= 0) return size;
    return Buffer.from(this.bytes.slice(0, size)).toString('utf8');
  }

  /** Says, on the side of the intake, whether there are answers that have not been sent. */
  set hasUnsent(has: boolean) {
    Atomics.store(this.places, unsent, has ? 1 : 0);
  }

  /** On the user's side: waits until the answers so far have been sent. */
  leave(): void {
    while (Atomics.load(this.places, unsent) === 1) {
      if (!this.turns.comes(leaveMs)) return;
      this.reply(replies.leaving);
      this.turns.pass();
    }
  }
}
