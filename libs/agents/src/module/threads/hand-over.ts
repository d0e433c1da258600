/**
 * What the two threads of a module's process share: facts and messages for the user's thread one
 * way, its replies the other. The intake writes nothing into it that has not been released, and
 * trusts nothing that it reads.
 */

import { bytesOfRows, FactColumns, rowDoubles } from '#contracts';
import { answerBytesMax } from '../../seat/answer-text.js';
import { Turns, turnsBytes, type Side } from './turns.js';

/** Maximum facts per turn, and bytes of a piece of a message or of a reply. */
export const rowsMax = 1024;
export const pieceBytesMax = answerBytesMax + 1024;
/**
 * Maximum facts stored row by row beside the question: in columns, each is another cache
 * line to fetch.
 */
const packedMax = 8;

/**
 * What is given with a turn: facts alone, a piece of a message, its last piece, or facts
 * and a question.
 */
export const givens = { rows: 0, piece: 1, lastPiece: 2, question: 3 } as const;

/**
 * What comes back: the length of a message, nothing, the message before once more, or that
 * the process ends.
 */
export const replies = { none: 0, same: -1, leaving: -2 } as const;

const kind = 0;
const rows = 1;
const length = 2;
const reply = 3;
const placesCount = 8;
const asOf = 0;
const time = 1;
const cash = 2;
const equity = 3;
const session = 4;
const momentsCount = 5;
/** How long a process that ends waits for its last answers to be sent. */
const leaveMs = 1000;

export interface HandOverMemory {
  /** Turns, integers, the moment of a question, and packed facts. */
  readonly near: SharedArrayBuffer;
  readonly facts: SharedArrayBuffer;
  readonly bytes: SharedArrayBuffer;
}

const places = { at: turnsBytes, bytes: placesCount * Int32Array.BYTES_PER_ELEMENT };
const numbers = { at: places.at + places.bytes, count: momentsCount + packedMax * rowDoubles };

export const handOverMemory = (): HandOverMemory => ({
  near: new SharedArrayBuffer(numbers.at + numbers.count * Float64Array.BYTES_PER_ELEMENT + 128),
  facts: new SharedArrayBuffer(bytesOfRows(rowsMax)),
  bytes: new SharedArrayBuffer(pieceBytesMax),
});

/** When a question is asked, and what changes from one to the next of what is shown. */
export interface SharedMoment {
  readonly asOf: number;
  readonly time: number;
  readonly cash: number;
  readonly equity: number;
  /** A civil date. */
  readonly session: number;
}

/** One thread's hold on it, to be used while the turn is its own. */
export class HandOver {
  readonly turns: Turns;
  private readonly places: Int32Array;
  private readonly numbers: Float64Array;
  private readonly packed: readonly Float64Array[];
  /** What was packed for the user's side. */
  private readonly few = new FactColumns(packedMax);
  private readonly many: FactColumns;
  private readonly bytes: Uint8Array;
  private readonly text: Buffer;
  private readonly unsent: Int32Array;

  constructor(memory: HandOverMemory, side: Side) {
    const { near } = memory;
    this.turns = new Turns(near, side);
    this.places = new Int32Array(near, places.at, placesCount);
    this.numbers = new Float64Array(near, numbers.at, numbers.count);
    this.packed = Array.from({ length: packedMax }, (_, row) => {
      const from = momentsCount + row * rowDoubles;
      return this.numbers.subarray(from, from + rowDoubles);
    });
    this.many = new FactColumns(rowsMax, memory.facts);
    this.bytes = new Uint8Array(memory.bytes);
    this.text = Buffer.from(memory.bytes as unknown as ArrayBuffer);
    this.unsent = new Int32Array(near, near.byteLength - 64, 1);
  }

  /** Sends rows [from, to) of columnar facts, at most `rowsMax`, without a question. */
  giveFacts(facts: FactColumns, from: number, to: number): void {
    const count = to - from;
    this.places[kind] = givens.rows;
    this.places[rows] = count;
    if (count <= packedMax) {
      for (let at = 0; at < count; at++) facts.packRow(from + at, this.packed[at] as Float64Array);
    } else {
      this.many.clear();
      this.many.appendRows(facts, from, to);
    }
  }

  givePiece(piece: Uint8Array, isLast: boolean): void {
    this.bytes.set(piece);
    this.places[kind] = isLast ? givens.lastPiece : givens.piece;
    this.places[length] = piece.length;
  }

  /** Adds a question to the facts that are given with this turn. */
  ask(moment: SharedMoment): void {
    this.numbers[asOf] = moment.asOf;
    this.numbers[time] = moment.time;
    this.numbers[cash] = moment.cash;
    this.numbers[equity] = moment.equity;
    this.numbers[session] = moment.session;
    this.places[kind] = givens.question;
  }

  /** What was given. */
  taken(): number {
    return this.places[kind] as number;
  }

  /** The facts that were given. */
  takenFacts(): FactColumns {
    const count = this.places[rows] as number;
    if (count > packedMax) {
      this.many.count = count;
      return this.many;
    }
    this.few.clear();
    for (let at = 0; at < count; at++) this.few.pushPacked(this.packed[at] as Float64Array);
    return this.few;
  }

  /** A copy of the piece that was given. */
  piece(): Uint8Array {
    return this.bytes.slice(0, this.places[length]);
  }

  moment(): SharedMoment {
    const { numbers } = this;
    return {
      asOf: numbers[asOf] as number,
      time: numbers[time] as number,
      cash: numbers[cash] as number,
      equity: numbers[equity] as number,
      session: numbers[session] as number,
    };
  }

  /** Leaves what comes back: a text of at most `pieceBytesMax` bytes, or one of `replies`. */
  reply(answer: string | number): void {
    this.places[reply] = typeof answer === 'number' ? answer : this.text.write(answer);
  }

  /** The text that came back, or one of `replies`. */
  replied(): string | number {
    const size = this.places[reply] as number;
    if (size <= 0) return size;
    return Buffer.from(this.bytes.slice(0, size)).toString('utf8');
  }

  /** Says, on the side of the intake, whether there are answers that have not been sent. */
  set hasUnsent(has: boolean) {
    Atomics.store(this.unsent, 0, has ? 1 : 0);
  }

  /** On the user's side: waits until the answers so far have been sent. */
  leave(): void {
    while (Atomics.load(this.unsent, 0) === 1) {
      if (!this.turns.comes(leaveMs)) return;
      this.reply(replies.leaving);
      this.turns.pass();
    }
  }
}
