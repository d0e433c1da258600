/**
 * Removes keys from all recorded or shown text, in any place and spelling in which a
 * provider echoes them.
 */

import { jsonOf, withoutEnd } from '#values';
import { isNestedWithin } from '#contracts/parsing/nesting';
import { dataOf } from '../wire/frame-splitter.js';

/** Shorter texts are not keys, and would match everywhere. */
const lengthMin = 8;
const mark = '[key]';
const nestingMax = 200;

/**
 * Replaces keys: plain, reversed, in base64 and in hex, each with or without escapes of JSON,
 * URLs and HTML.
 */
export class Redaction {
  private readonly secrets = new Set<string>();
  private pattern: RegExp | undefined;

  add(key: string | undefined): void {
    if (key === undefined || key.length < lengthMin || this.secrets.has(key)) return;
    this.secrets.add(key);
    this.pattern = new RegExp([...this.secrets].flatMap(formsOf).join('|'), 'g');
  }

  clean(text: string): string {
    return this.pattern === undefined ? text : text.replace(this.pattern, mark);
  }

  /**
   * The events of a stream, or a body. Texts that readers join, as those of successive events, are
   * cleaned as one.
   */
  cleanAll(events: readonly string[]): string[] {
    const { pattern } = this;
    if (pattern === undefined) return [...events];
    const values = events.map((event) => jsonOf(dataOf(event) ?? event));
    const leaves: Leaf[] = [];
    for (const [event, value] of values.entries()) {
      if (isNestedWithin(value, nestingMax)) collect({ value, event, path: '' }, leaves);
    }
    const changed = new Set<number>();
    for (const group of Map.groupBy(leaves, ({ path }) => path).values()) {
      for (const { event } of blank(group, pattern)) changed.add(event);
    }
    return events.map((event, at) =>
      this.clean(changed.has(at) ? rewritten(event, values[at]) : event),
    );
  }
}

/** Patterns of a key's possible spellings. */
function formsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  // Within a longer text, base64 of a key begins in one of three ways; only what the key alone
  // decides is looked for.
  const base64 = [0, 1, 2].map((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes]);
    const digits = withoutEnd(whole.toString('base64'), '=');
    return digits.slice(shift === 0 ? 0 : shift + 1, whole.length % 3 === 0 ? undefined : -1);
  });
  const hex = bytes.toString('hex');
  return [key, [...key].reverse().join(''), ...base64, hex].map((form) => {
    const signs = [...form];
    const head = signs.slice(0, headMax).map((sign) => escaped(sign, form === hex));
    // Engines refuse longer patterns: behind so much of a key, all that may belong to it goes.
    const rest = (signs.length - head.length) * escapeLength;
    return `${head.join('')}${rest === 0 ? '' : `[^\\s"<>,;]{0,${rest}}`}`;
  });
}

/**
 * Characters of a form that are looked for one by one, and how long each may be when it is escaped.
 */
const headMax = 128;
const escapeLength = 8;

/** A character, or an escape of it. */
function escaped(sign: string, isHex: boolean): string {
  const units = sign.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  const unicode = units.map((unit) => `\\\\{1,8}u${anyCase(unit)}`).join('');
  const code = sign.codePointAt(0) ?? 0;
  const url = [...Buffer.from(sign)].map(
    (byte) => `%(?:25)*${anyCase(byte.toString(16).padStart(2, '0'))}`,
  );
  const html = `&#(?:0*${code}|[xX]0*${anyCase(code.toString(16))});`;
  const alike =
    { '+': '[+-]', '/': '[/_]' }[sign] ??
    (isHex ? anyCase(sign) : units.map((unit) => `\\u${unit}`).join(''));
  return `(?:\\\\{0,8}${alike}|${unicode}|${url.join('')}|${html})`;
}

const anyCase = (text: string): string =>
  text.replace(/[a-f]/g, (sign) => `[${sign}${sign.toUpperCase()}]`);

/** A text within an event. */
interface Leaf {
  readonly event: number;
  /**
   * Names of the members that lead to it, and which item of a list those of a stream say
   * they belong to.
   */
  readonly path: string;
  readonly holder: Record<string, unknown>;
  readonly name: string;
}

function collect(
  { value, event, path }: { value: unknown; event: number; path: string },
  leaves: Leaf[],
): void {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Record<string, unknown>;
  const index = typeof holder['index'] === 'number' ? `#${holder['index']}` : '';
  for (const [name, inner] of Object.entries(holder)) {
    const inside = Array.isArray(value) ? path : `${path}${index}/${name}`;
    if (typeof inner === 'string') leaves.push({ event, path: inside, holder, name });
    else collect({ value: inner, event, path: inside }, leaves);
  }
}

/** Removes keys from texts that are read as one; returns those that held a part of a key. */
function blank(leaves: readonly Leaf[], pattern: RegExp): readonly Leaf[] {
  const texts = leaves.map(({ holder, name }) => String(holder[name]));
  const whole = texts.join('');
  const found = [...whole.matchAll(pattern)].map(
    ({ index, 0: { length } }) => [index, index + length] as const,
  );
  let from = 0;
  let next = 0;
  return found.length === 0
    ? []
    : leaves.filter(({ holder, name }, leaf) => {
        const to = from + (texts[leaf] ?? '').length;
        let at = from;
        let kept = '';
        for (let one = found[next]; one !== undefined && one[0] < to; one = found[next]) {
          const [start, end] = one;
          kept += start < from ? '' : `${whole.slice(at, start)}${mark}`;
          at = Math.min(end, to);
          if (end > to) break;
          next++;
        }
        holder[name] = kept + whole.slice(at, to);
        from = to;
        return holder[name] !== texts[leaf];
      });
}

function rewritten(event: string, value: unknown): string {
  const json = JSON.stringify(value);
  if (dataOf(event) === undefined) return json;
  const rest = event.split(/\r\n|\r|\n/).filter((line) => line !== '' && !line.startsWith('data:'));
  return [...rest, `data: ${json}`, '', ''].join('\n');
}
