/** Unreadable messages, made from readable ones by a seed. */

import { isUtf8 } from 'node:buffer';
import { isFailure, type SeededRandom } from '#values';
import { parseMessage } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import type { Bytes, RawRecord } from './raw-batches.fixture.js';

/** What is changed: a message that can be read, as text. */
interface Sound {
  readonly key: string;
  readonly value: string;
}

type Mutation = (random: SeededRandom, text: string) => Bytes;

const pick = <T>(random: SeededRandom, from: readonly T[]): T =>
  from[random.below(from.length)] as T;

export function randomBytes(random: SeededRandom, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}

/** Puts text or bytes into a text at some place. */
function inserted(random: SeededRandom, text: string, what: string | Buffer): Buffer {
  const bytes = Buffer.from(text);
  const at = random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(what), bytes.subarray(at)]);
}

/** Puts other JSON in the place of some value or name in the text. */
function replaced(random: SeededRandom, text: string, what: string): Buffer {
  const places = [...text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/g)];
  const place = places[random.below(Math.max(1, places.length))];
  if (place === undefined) return Buffer.from(what);
  return Buffer.from(text.slice(0, place.index) + what + text.slice(place.index + place[0].length));
}

const deep = (open: string, close: string, depth: number): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

/** Values that members rarely have, as JSON. */
const oddValues: readonly string[] = [
  '1e400',
  '-1e400',
  '1e-400',
  '-0',
  '9007199254740993',
  '0.1',
  '-1',
  '1e21',
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '[[]]',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '"\\ufeff"',
  'NaN',
  '"__proto__"',
  '{"__proto__":{"type":"Decisions"}}',
  '{"constructor":{"prototype":1}}',
  '{"toString":1,"valueOf":2}',
  '{"length":4294967295}',
  '"2026-02-30"',
  '"../../etc"',
  deep('[', ']', 50),
  deep('{"a":', '}', 50),
  `"${'x'.repeat(3_000)}"`,
  '99999999999999999999',
];

const mutations: readonly Mutation[] = [
  (random) => randomBytes(random, random.below(400)),
  (random, text) => inserted(random, text, randomBytes(random, 1 + random.below(4))),
  (random, text) =>
    inserted(random, text, pick(random, ['\0', '\ufeff', '\ud83d\ude00', '\\', '"'])),
  // Bytes that no text in UTF-8 has: a lone surrogate, one too long, one cut off.
  (random, text) =>
    inserted(
      random,
      text,
      Buffer.from(pick(random, ['eda080', 'c080', 'f0808080', 'ff', 'e282']), 'hex'),
    ),
  (random, text) => Buffer.from(text).subarray(0, random.below(text.length + 1)),
  (random, text) => {
    const bytes = Buffer.from(text);
    for (let left = 1 + random.below(3); left > 0 && bytes.length > 0; left--) {
      bytes[random.below(bytes.length)] = random.below(256);
    }
    return bytes;
  },
  (random, text) => replaced(random, text, pick(random, oddValues)),
  (random, text) => replaced(random, text, pick(random, oddValues)),
  (random, text) => replaced(random, text, deep('[', ']', 1 + random.below(20_000))),
  (random) => Buffer.from(deep('{"a":', '}', 1 + random.below(20_000))),
  (random, text) =>
    Buffer.from(
      text.replace('{', `{${pick(random, ['"__proto__":{"x":1}', '"new":1', '"type":7'])},`),
    ),
  (random) =>
    Buffer.from(pick(random, [...oddValues, 'undefined', '{"type":"Rumour"}', '{"version":1}'])),
  (random, text) => Buffer.from(text + text.slice(0, random.below(20))),
  (random, text) => Buffer.from(text.replace(/"version":\d/, `"version":${random.below(99)}`)),
  () => Buffer.alloc(0),
  () => null,
];

/** One in a thousand is as large as this. */
const hugeBytes = 300_000;

function fuzzedValue(random: SeededRandom, text: string): Bytes {
  if (random.below(1_000) === 0)
    return Buffer.alloc(hugeBytes, pick(random, ['x', '[', '\0', text]));
  return pick(random, mutations)(random, text);
}

function fuzzedKey(random: SeededRandom, keys: readonly string[], own: string): Bytes {
  const kind = random.below(8);
  if (kind < 3) return Buffer.from(own);
  if (kind < 5) return Buffer.from(pick(random, keys));
  if (kind === 5) return randomBytes(random, random.below(80));
  return Buffer.from(
    pick(random, [
      '',
      '\0',
      `${own}\0`,
      '__proto__',
      'toString',
      '\ud83d',
      'k'.repeat(5_000),
      '../..',
    ]),
  );
}

/** Header names that services read, among others. */
const headerNames = [
  'traceparent',
  'tracestate',
  '__proto__',
  'constructor',
  '',
  '\0',
  'h'.repeat(999),
];

function fuzzedHeaders(random: SeededRandom): (readonly [Buffer, Bytes])[] {
  return Array.from({ length: random.below(4) }, () => {
    const name =
      random.below(4) === 0 ? randomBytes(random, 9) : Buffer.from(pick(random, headerNames));
    const trace = Buffer.from(`00-${'0'.repeat(32)}-${'f'.repeat(16)}-0${random.below(10)}`);
    return [name, pick(random, [null, trace, randomBytes(random, random.below(60))])] as const;
  });
}

/** Whether services have to quarantine it: by their contract, not their code. */
function isBroken(topic: TopicName, { key, value }: RawRecord): boolean {
  const name = key ?? Buffer.alloc(0);
  const text = value ?? Buffer.alloc(0);
  if (!isUtf8(name) || !isUtf8(text)) return true;
  try {
    parseMessage(topic, text.toString(), name.toString());
    return false;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return true;
  }
}

/**
 * An unreadable message of the topic: one of `sound` after a change of its value, and often of key
 * and headers. `keys` are those of work under way, at least one.
 */
export function brokenRecord(
  random: SeededRandom,
  topic: TopicName,
  sound: readonly Sound[],
  keys: readonly string[],
): RawRecord {
  for (;;) {
    const { key, value } = pick(random, sound);
    const record = {
      key: fuzzedKey(random, keys, key),
      value: random.below(10) === 0 ? Buffer.from(value) : fuzzedValue(random, value),
      headers: fuzzedHeaders(random),
    };
    if (isBroken(topic, record)) return record;
  }
}
