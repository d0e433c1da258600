/** A small reader of instances for tests of calculations: no part of the product, and blind to most of XBRL. */

import { readFileSync } from 'node:fs';
import { Big } from 'big.js';
import { SaxesParser } from 'saxes';
import type { NumericFact } from '../../libs/xbrl/src/calculation/numeric-fact.js';

export interface SmallInstance {
  readonly facts: readonly NumericFact[];
  /** Keys of contexts and units by id: s-equal ones have the same key. */
  readonly contexts: ReadonlyMap<string, string>;
  readonly units: ReadonlyMap<string, string>;
  /** References to schemas and linkbases, as written. */
  readonly references: readonly string[];
}

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly line: number;
  text: string;
  /** What is inside, as canonical text. */
  inside: string;
  hasElements: boolean;
}

const nilTrue = /^(true|1)$/;

/** Facts are named `prefix:name`, with the prefixes of the instance. */
export function readSmallInstance(path: string): SmallInstance {
  const parser = new SaxesParser({ xmlns: true });
  const contexts = new Map<string, string>();
  const units = new Map<string, string>();
  const references: string[] = [];
  const raw: (Open & { tuples: string[] })[] = [];
  const stack: Open[] = [];
  parser.on('opentag', ({ name, attributes }) => {
    const plain = Object.values(attributes).map(({ name: key, value }) => [key, value]);
    const open: Open = {
      ...{ name, attributes: Object.fromEntries(plain), line: parser.line },
      ...{ text: '', inside: '', hasElements: false },
    };
    const parent = stack.at(-1);
    if (parent !== undefined) parent.hasElements = true;
    stack.push(open);
    const reference = open.attributes['xlink:href'];
    if (reference !== undefined && name.endsWith('Ref')) references.push(reference);
  });
  parser.on('text', (text) => {
    const open = stack.at(-1);
    if (open !== undefined) open.text += text;
  });
  parser.on('closetag', () => {
    const open = stack.pop()!;
    const local = open.name.replace(/^.*:/, '');
    const { id = '', contextRef } = open.attributes;
    const attributes = Object.entries(open.attributes).filter(([key]) => !/^(id|xmlns)/.test(key));
    const parent = stack.at(-1);
    if (local === 'context') contexts.set(id, open.inside);
    else if (local === 'unit') units.set(id, open.inside);
    else if (contextRef !== undefined) {
      raw.push({ ...open, tuples: stack.slice(1).map(({ name, line }) => `${name}@${line}`) });
    } else if (parent !== undefined && stack.length > 1) {
      const spelled = open.hasElements ? open.inside : open.text.trim();
      parent.inside += `<${local} ${JSON.stringify(attributes)}>${spelled}</>`;
    }
  });
  parser.write(readFileSync(path, 'utf8')).close();
  const facts = raw
    .filter(({ attributes }) => attributes['unitRef'] !== undefined)
    .map((fact) => ({
      concept: fact.name,
      contextKey: contexts.get(fact.attributes['contextRef']!)!,
      unitKey: units.get(fact.attributes['unitRef']!)!,
      ...accuracyOf(fact),
      line: fact.line,
      tuples: fact.tuples,
    }));
  return { facts, contexts, units, references };
}

function accuracyOf({ attributes, text }: Open): Pick<NumericFact, 'value' | 'decimals'> {
  if (nilTrue.test(attributes['xsi:nil'] ?? '')) return { value: undefined, decimals: undefined };
  const value = new Big(text.trim().replace(/^\+/, ''));
  const { decimals, precision } = attributes;
  if (decimals === 'INF' || precision === 'INF') return { value, decimals: 'INF' };
  if (precision === undefined) return { value, decimals: Number(decimals) };
  if (Number(precision) === 0) return { value, decimals: undefined };
  return { value, decimals: value.eq(0) ? 'INF' : Number(precision) - value.e - 1 };
}
