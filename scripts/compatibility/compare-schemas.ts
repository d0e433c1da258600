/**
 * What a change to a schema breaks. Both directions count: yesterday's readers get today's
 * messages, and a consumer that reads a topic from its start with today's schema gets
 * yesterday's messages.
 */

import type { Json } from '../reference/streams/stream-schemas.ts';
import {
  alternatives,
  below,
  formOf,
  properties,
  required,
  tagOf,
  typeOf,
  words,
  type Form,
} from './schema-forms.ts';

/** One breach: where, and what became of what. */
export interface Breach {
  readonly where: string;
  readonly what: string;
}

/** All breaches between the published schema and that of today. */
export function compareSchemas(published: Json, today: Json): Breach[] {
  return compare(formOf(published), formOf(today), '', new Set());
}

/**
 * Pairs of definitions that are being compared: inside of themselves they are what they are found
 * to be outside.
 */
type Open = ReadonlySet<string>;

function compare(old: Form, now: Form, where: string, outside: Open): Breach[] {
  const pair = `${old.name ?? ''} ${now.name ?? ''}`;
  if (outside.has(pair)) return [];
  const open = pair === ' ' ? outside : new Set([...outside, pair]);
  const choices = alternatives(old);
  const choicesNow = alternatives(now);
  if (choices !== undefined || choicesNow !== undefined) {
    return compareChoices(choices, choicesNow, where, open);
  }
  const type = typeOf(old);
  const typeNow = typeOf(now);
  if (type !== typeNow) return [{ where, what: `was ${type}, is ${typeNow}` }];
  const allowed = words(old);
  const allowedNow = words(now);
  if (allowed !== undefined || allowedNow !== undefined) {
    return compareWords(allowed, allowedNow, where);
  }
  return [
    ...compareBounds(old, now, where),
    ...compareMembers(old, now, where, open),
    ...compareOthers(old, now, where, open),
    ...compareItems(old, now, where, open),
  ];
}

/** An added word is compatible: readers ignore words that they do not know. */
function compareWords(
  old: readonly unknown[] | undefined,
  now: readonly unknown[] | undefined,
  where: string,
): Breach[] {
  if (old === undefined) return [{ where, what: 'takes a few words only' }];
  if (now === undefined) return [{ where, what: 'takes more than a few words' }];
  const gone = old.filter((word) => !now.includes(word));
  if (gone.length === 0) return [];
  return [{ where, what: `does not take ${gone.map((word) => JSON.stringify(word)).join(', ')}` }];
}

/** Alternatives with a tag go by it, and may become more. Others have to stay as they are. */
function compareChoices(
  old: readonly Form[] | undefined,
  now: readonly Form[] | undefined,
  where: string,
  open: Open,
): Breach[] {
  if (old === undefined) return [{ where, what: 'became a choice' }];
  if (now === undefined) return [{ where, what: 'is no choice any more' }];
  const fits = (one: Form, other: Form): boolean =>
    tagOf(one) === tagOf(other) && compare(one, other, where, open).length === 0;
  const breaches = old.flatMap((choice): Breach[] => {
    const tag = tagOf(choice);
    if (tag === undefined) {
      if (now.some((other) => fits(choice, other))) return [];
      return [{ where, what: `does not take the form ${typeOf(choice)} as it was` }];
    }
    const same = now.find((other) => tagOf(other) === tag);
    const place = `${where}[${tag}]`;
    if (same === undefined) return [{ where: place, what: 'is gone' }];
    return compare(choice, same, place, open);
  });
  const added = now.filter(
    (choice) => tagOf(choice) === undefined && !old.some((one) => fits(one, choice)),
  );
  if (breaches.length > 0 || added.length === 0) return breaches;
  return added.map((choice) => ({ where, what: `takes the form ${typeOf(choice)} as well` }));
}

function compareMembers(old: Form, now: Form, where: string, open: Open): Breach[] {
  const members = properties(old);
  const membersNow = properties(now);
  const breaches = [...members].flatMap(([name, member]): Breach[] => {
    const place = `${where}.${name}`;
    const same = membersNow.get(name);
    if (same === undefined) return [{ where: place, what: 'is gone' }];
    if (required(old).includes(name) && !required(now).includes(name)) {
      return [{ where: place, what: 'was required, may be left out' }];
    }
    return compare(member, same, place, open);
  });
  const demanded = required(now).filter((name) => !required(old).includes(name));
  return [
    ...breaches,
    ...demanded.map((name) => ({ where: `${where}.${name}`, what: 'is required now' })),
  ];
}

/** Additional members: their schema in a mapping; not allowed in a closed object. */
function compareOthers(old: Form, now: Form, where: string, open: Open): Breach[] {
  const others = old.schema['additionalProperties'];
  const othersNow = now.schema['additionalProperties'];
  if (othersNow === false && others !== false) return [{ where, what: 'takes no other members' }];
  if (typeof others !== 'object' || typeof othersNow !== 'object') {
    const isSame = typeof others === typeof othersNow;
    return isSame ? [] : [{ where, what: 'is another kind of mapping' }];
  }
  return compare(below(old, others), below(now, othersNow), `${where}.*`, open);
}

function compareItems(old: Form, now: Form, where: string, open: Open): Breach[] {
  const items = old.schema['items'];
  const itemsNow = now.schema['items'];
  if (items === undefined && itemsNow === undefined) return [];
  if (items === undefined || itemsNow === undefined) {
    return [{ where, what: 'is another kind of list' }];
  }
  return compare(below(old, items), below(now, itemsNow), `${where}[]`, open);
}

const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const;
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const;
const exact = ['pattern', 'format', 'default', 'propertyNames', 'multipleOf'] as const;

/** As text; a pattern may write its digits out, since `\\d` of a schema is exactly `[0-9]`. */
const plain = (value: unknown): string | undefined =>
  JSON.stringify(value)?.replaceAll('\\\\d', '[0-9]');

/** Bounds may loosen: no message on the topic exceeds yesterday's. */
function compareBounds({ schema: old }: Form, { schema: now }: Form, where: string): Breach[] {
  const breachOf = (name: string): Breach => {
    const [was, is] = [old[name], now[name]].map((bound) => JSON.stringify(bound) ?? 'none');
    return { where, what: `${name} was ${was}, is ${is}` };
  };
  const number = (value: unknown, otherwise: number): number =>
    typeof value === 'number' ? value : otherwise;
  return [
    ...lower.filter((name) => number(now[name], -Infinity) > number(old[name], -Infinity)),
    ...upper.filter((name) => number(now[name], Infinity) < number(old[name], Infinity)),
    ...exact
      .filter((name) => plain(old[name]) !== plain(now[name]))
      .filter((name) => name !== 'pattern' || !takesWordsMore(old[name], now[name])),
  ].map(breachOf);
}

/** Whether a pattern takes all that it took, and words more: `^x$` became `^(x|word)$`. */
function takesWordsMore(old: unknown, now: unknown): boolean {
  const was = patternParts(old);
  const is = patternParts(now);
  return was?.form === is?.form && was?.words.every((word) => is?.words.includes(word)) === true;
}

/** A form without alternatives, and the words next to it; undefined for any other pattern. */
function patternParts(pattern: unknown): { form: string; words: string[] } | undefined {
  if (typeof pattern !== 'string') return undefined;
  const whole = /^\^(?:([^|()\\]+)|\(([^|()\\]+)((?:\|[a-z-]+)*)\))\$$/;
  const [, alone, beside, words = ''] = whole.exec(pattern.replaceAll('\\d', '[0-9]')) ?? [];
  const form = alone ?? beside;
  return form === undefined ? undefined : { form, words: words.split('|').slice(1) };
}
