/** A small reader of instances for tests of calculations: no part of the product, and blind to most of XBRL. */

import { readFileSync } from 'node:fs';
import { Big } from 'big.js';
import type { NumericFact } from '../../libs/xbrl/src/calculation/numeric-fact.js';
import { readXml } from '../../libs/xbrl/src/linkbase/xml-reading.js';
import { clark, localOf, namespaceOf, xbrli, xlink, xsi } from '../../libs/xbrl/src/names.js';

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
  readonly attributes: ReadonlyMap<string, string>;
  readonly line: number;
  text: string;
  /** What is inside, as canonical text. */
  inside: string;
  hasElements: boolean;
}

const nilTrue = /^(true|1)$/;

/** Facts are named `prefix:name`, with the prefixes of the instance. */
export function readSmallInstance(path: string): SmallInstance {
  const bytes = readFileSync(path);
  const declared = bytes.toString('utf8').matchAll(/xmlns:([\w.-]+)\s*=\s*["']([^"']+)/g);
  const prefixes = new Map([...declared].map(([, prefix, uri]) => [uri, prefix]));
  const contexts = new Map<string, string>();
  const units = new Map<string, string>();
  const references: string[] = [];
  const raw: (Open & { tuples: string[] })[] = [];
  const stack: Open[] = [];
  readXml(bytes, path, {
    open({ name, attributes, line }) {
      const parent = stack.at(-1);
      if (parent !== undefined) parent.hasElements = true;
      stack.push({ name, attributes, line, text: '', inside: '', hasElements: false });
      const reference = attributes.get(clark(xlink, 'href'));
      if (reference !== undefined && name.endsWith('Ref')) references.push(reference);
    },
    text(text) {
      const open = stack.at(-1);
      if (open !== undefined) open.text += text;
    },
    close() {
      const open = stack.pop()!;
      const { name, attributes } = open;
      const id = attributes.get('id') ?? '';
      const parent = stack.at(-1);
      if (name === clark(xbrli, 'context')) contexts.set(id, open.inside);
      else if (name === clark(xbrli, 'unit')) units.set(id, open.inside);
      else if (attributes.has('contextRef')) {
        raw.push({ ...open, tuples: stack.slice(1).map((tuple) => `${tuple.name}@${tuple.line}`) });
      } else if (parent !== undefined && stack.length > 1) {
        const spelled = open.hasElements ? open.inside : open.text.trim();
        parent.inside += `<${name} ${JSON.stringify([...attributes])}>${spelled}</>`;
      }
    },
  });
  const facts = raw
    .filter(({ attributes }) => attributes.has('unitRef'))
    .map((fact) => ({
      concept: `${prefixes.get(namespaceOf(fact.name))}:${localOf(fact.name)}`,
      contextKey: contexts.get(fact.attributes.get('contextRef')!)!,
      unitKey: units.get(fact.attributes.get('unitRef')!)!,
      ...accuracyOf(fact),
      line: fact.line,
      tuples: fact.tuples,
    }));
  return { facts, contexts, units, references };
}

function accuracyOf({ attributes, text }: Open): Pick<NumericFact, 'value' | 'decimals'> {
  if (nilTrue.test(attributes.get(clark(xsi, 'nil')) ?? ''))
    return { value: undefined, decimals: undefined };
  const value = new Big(text.trim().replace(/^\+/, ''));
  const [decimals, precision] = [attributes.get('decimals'), attributes.get('precision')];
  if (decimals === 'INF' || precision === 'INF') return { value, decimals: 'INF' };
  if (precision === undefined) return { value, decimals: Number(decimals) };
  if (Number(precision) === 0) return { value, decimals: undefined };
  return { value, decimals: value.eq(0) ? 'INF' : Number(precision) - value.e - 1 };
}
