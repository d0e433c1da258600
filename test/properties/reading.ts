/**
 * Everything that an agent can get hold of, as bytes: values, copies with their whole buffers,
 * errors, prototypes.
 */

import { ByteWriter } from '#contracts';
import { canaryText, isCanary } from './changed-future.js';

const tags = {
  nothing: 0,
  number: 1,
  text: 2,
  column: 3,
  call: 4,
  known: 5,
  object: 6,
  notANumber: 7,
  textAgain: 8,
};

/** Objects deeper than this are a bug of the test. */
const depthMax = 12;

export class Reading {
  /** Canaries met on the way. */
  canaries = 0;
  private readonly writer = new ByteWriter(1 << 15);
  private readonly texts = new Map<string, { number: number; canary: boolean }>();

  get length(): number {
    return this.writer.length;
  }

  get bytes(): Uint8Array {
    return this.writer.bytes.subarray(0, this.writer.length);
  }

  /** FNV-1a of the bytes since `from`, 32 bits. */
  digestSince(from: number): number {
    const { bytes } = this.writer;
    let hash = 0x811c9dc5;
    for (let at = from; at < this.length; at++) {
      hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    }
    return hash >>> 0;
  }

  /** What a call gives, or the error that it throws. */
  call(name: string, ask: () => unknown): void {
    this.text(name);
    let answer: unknown;
    try {
      answer = ask();
    } catch (error) {
      answer = error;
    }
    this.value(answer);
  }

  value(value: unknown, known = new Map<object, number>(), depth = 0): void {
    if (value === undefined || value === null) this.writer.byte(tags.nothing);
    else if (typeof value === 'number') this.number(value);
    else if (typeof value === 'function') this.callable(value);
    else if (typeof value !== 'object') this.text(String(value));
    else if (value instanceof Float64Array) this.column(value);
    else if (depth > depthMax) throw new Error('an agent can reach too deep a tree');
    else this.object(value, known, depth);
  }

  private number(value: number): void {
    if (isCanary(value)) this.canaries++;
    if (Number.isNaN(value)) return this.writer.byte(tags.notANumber);
    this.writer.byte(tags.number);
    this.writer.double(value);
  }

  /** A text in full at its first occurrence, its number from then on. */
  private text(value: string): void {
    const met = this.texts.get(value);
    if (met !== undefined) {
      if (met.canary) this.canaries++;
      this.writer.byte(tags.textAgain);
      return this.writer.uint(met.number);
    }
    const canary = value.includes(canaryText);
    if (canary) this.canaries++;
    this.texts.set(value, { number: this.texts.size, canary });
    this.writer.byte(tags.text);
    this.writer.uint(value.length);
    for (let at = 0; at < value.length; at++) this.writer.uint(value.charCodeAt(at));
  }

  /** The whole buffer behind a column: a view of it would share what is beyond its end. */
  private column(value: Float64Array): void {
    this.writer.byte(tags.column);
    this.writer.uint(value.byteOffset);
    this.writer.uint(value.length);
    for (const element of new Float64Array(value.buffer)) this.number(element);
  }

  private callable(value: object): void {
    this.writer.byte(tags.call);
    this.text(String(Reflect.get(value, 'name')));
  }

  /**
   * Own members, hidden ones and getters included, then those of the prototypes that are not
   * the language's.
   */
  private object(value: object, known: Map<object, number>, depth: number): void {
    const before = known.get(value);
    if (before !== undefined) {
      this.writer.byte(tags.known);
      return this.writer.uint(before);
    }
    known.set(value, known.size);
    this.writer.byte(tags.object);
    if (value instanceof Error) this.text(`${value.name}: ${value.message}`);
    for (let owner = value; !isOfLanguage(owner); owner = Reflect.getPrototypeOf(owner) as object) {
      for (const key of Reflect.ownKeys(owner)) {
        // A stack names files and lines of this machine, and of the loop that called.
        if (key === 'stack') continue;
        this.text(String(key));
        this.member(value, key, known, depth);
      }
    }
  }

  private member(value: object, key: PropertyKey, known: Map<object, number>, depth: number): void {
    let member: unknown;
    try {
      member = Reflect.get(value, key);
    } catch (error) {
      member = error;
    }
    this.value(member, known, depth + 1);
  }
}

const ofLanguage: ReadonlySet<unknown> = new Set([
  null,
  ...[Object, Array, Function, Error, TypeError, RangeError, Map, Set].map(
    (made) => made.prototype,
  ),
]);

function isOfLanguage(value: object | null): boolean {
  return ofLanguage.has(value);
}
