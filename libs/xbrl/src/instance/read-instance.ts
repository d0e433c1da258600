/** An instance from chunks of bytes: facts become values one by one, and only they are kept. */

import { excerpt, invalidInput } from '#values';
import { clark, link, localOf, namespaceOf, xbrli, xml, xsi, type QName } from '../names/names.js';
import { append } from '../names/lists.js';
import {
  pastReader,
  qnameAt,
  readXml,
  XmlEvents,
  type XmlElement,
  type XmlTaker,
} from '../xml/xml-events.js';
import {
  childrenNamed,
  childrenOf,
  misplaced,
  requireAttribute,
  textOf,
  XmlTree,
  type XmlNode,
} from '../xml/xml-tree.js';
import type { Context, Fact, Instance, Reference, RoleReference, Unit } from './instance.js';
import { readContext } from './read-context.js';
import { readReference, readRoleReference } from './read-reference.js';

/**
 * Reads an instance (XBRL 2.1, section 4); `file` names it in errors. Footnote links are skipped,
 * and so are tuples, except for their items. Throws `InvalidInput` with file and line on XML that
 * is refused or not well-formed, on a root other than xbrl, on contexts and units that cannot be
 * read, and on facts that refer to missing ones.
 */
export async function readInstance(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  file: string,
): Promise<Instance> {
  const reader = new InstanceReader(file);
  const events = new XmlEvents(file, reader);
  for await (const chunk of chunks) events.write(chunk);
  events.end();
  return reader.instance();
}

/** Reads an instance that is entirely in memory; otherwise the same as `readInstance`. */
export function readWholeInstance(bytes: Uint8Array, file: string): Instance {
  const reader = new InstanceReader(file);
  readXml(bytes, file, reader);
  return reader.instance();
}

class InstanceReader implements XmlTaker {
  private readonly read = {
    schemaRefs: [] as Reference[],
    linkbaseRefs: [] as Reference[],
    roleRefs: [] as RoleReference[],
    arcroleRefs: [] as RoleReference[],
    contexts: new Map<string, Context>(),
    units: new Map<string, Unit>(),
    facts: [] as Fact[],
    factsByConcept: new Map<QName, Fact[]>(),
    prefixes: new Map<string, string>(),
  };
  /** Tuples that are open, the outermost first. */
  private tuples: readonly string[] = [];
  private tupleLine = 0;
  private tupleCount = 0;
  /** Takes an element with all that is in it. */
  private inner: { readonly element: XmlElement; readonly taker: XmlTaker } | undefined;

  constructor(private readonly file: string) {}

  instance(): Instance {
    const { contexts, units, facts } = this.read;
    for (const fact of facts) {
      if (!contexts.has(fact.context)) throw this.unknown('context', fact.context, fact);
      const { unit } = fact;
      if (unit !== undefined && !units.has(unit)) throw this.unknown('unit', unit, fact);
    }
    return { file: this.file, ...this.read };
  }

  open(element: XmlElement): void {
    if (this.inner !== undefined) this.inner.taker.open(element);
    else if (element.parent === undefined) this.openRoot(element);
    else this.openChild(element);
  }

  text(text: string): void {
    if (this.inner !== undefined) this.inner.taker.text(text);
    else if (this.tuples.length > 0 && text.trim() !== '') {
      const expected = 'a contextRef on each element with a value';
      throw this.wrong('a value without a context', this.tupleLine, expected, text.trim());
    }
  }

  close(element: XmlElement): void {
    if (this.inner === undefined) this.tuples = this.tuples.slice(0, -1);
    this.inner?.taker.close(element);
    if (element === this.inner?.element) this.inner = undefined;
  }

  private openRoot(element: XmlElement): void {
    const root = clark(xbrli, 'xbrl');
    if (element.name !== root) {
      throw misplaced(element, this.file, `an instance, with the root ${root}`, 'another root');
    }
    for (const [prefix, namespace] of Object.entries(element.declares)) {
      this.notePrefix(prefix, namespace);
    }
  }

  private openChild(element: XmlElement): void {
    const taker = this.takerOf(element);
    if (taker === undefined) {
      this.tupleCount++;
      this.tupleLine = element.line;
      this.tuples = [...this.tuples, `${element.name}#${this.tupleCount}`];
      return;
    }
    this.inner = { element, taker };
    taker.open(element);
  }

  /** Undefined for a tuple. */
  private takerOf(element: XmlElement): XmlTaker | undefined {
    const { file, read } = this;
    const { name, attributes } = element;
    const namespace = namespaceOf(name);
    const tree = (done: (node: XmlNode) => void): XmlTaker => new XmlTree(file, done);
    if (namespace === link) {
      this.takeReference(element);
      return pastReader;
    }
    if (name === clark(xbrli, 'context')) {
      return tree((node) => this.add(read.contexts, readContext(node, file)));
    }
    if (name === clark(xbrli, 'unit')) {
      return tree((node) => this.add(read.units, readUnit(node, file)));
    }
    if (namespace === xbrli || namespace === '') {
      throw misplaced(element, file, 'a fact, a context, a unit or a reference', name);
    }
    this.notePrefix(element.prefix, namespace);
    if (!attributes.has('contextRef')) return undefined;
    return tree((node) => this.addFact(readFact(node, this.tuples, file)));
  }

  private takeReference(element: XmlElement): void {
    const { file, read } = this;
    const kind = localOf(element.name);
    if (kind === 'schemaRef') read.schemaRefs.push(readReference(element, file));
    if (kind === 'linkbaseRef') read.linkbaseRefs.push(readReference(element, file));
    if (kind === 'roleRef') read.roleRefs.push(readRoleReference(element, 'roleURI', file));
    if (kind !== 'arcroleRef') return;
    read.arcroleRefs.push(readRoleReference(element, 'arcroleURI', file));
  }

  private notePrefix(prefix: string, namespace: string): void {
    const { prefixes } = this.read;
    if (prefix !== '' && !prefixes.has(namespace)) prefixes.set(namespace, prefix);
  }

  private addFact(fact: Fact): void {
    this.read.facts.push(fact);
    append(this.read.factsByConcept, fact.concept, fact);
  }

  private add<T extends { readonly id: string; readonly line: number }>(
    to: Map<string, T>,
    value: T,
  ): void {
    const former = to.get(value.id);
    if (former === undefined) return void to.set(value.id, value);
    const expected = `another id than that of line ${former.line}`;
    throw this.wrong('an id that is taken', value.line, expected, value.id);
  }

  private unknown(kind: string, id: string, { concept, line }: Fact): Error {
    const expected = `the id of a ${kind} of the instance`;
    return this.wrong(`${concept} refers to no ${kind}`, line, expected, id);
  }

  private wrong(what: string, line: number, expected: string, found: string): Error {
    return invalidInput(what, {
      where: `${this.file}, line ${line}`,
      expected,
      found: excerpt(found),
    });
  }
}

const fractionParts = [clark(xbrli, 'numerator'), clark(xbrli, 'denominator')];
const nilName = clark(xsi, 'nil');
const languageName = clark(xml, 'lang');

/**
 * `tuples` are those around it. Throws `InvalidInput` if it contains elements and is
 * not a fraction.
 */
function readFact(node: XmlNode, tuples: readonly string[], file: string): Fact {
  const { name, attributes, line } = node.element;
  const optional = (key: string, attribute: QName = key): Record<string, string> => {
    const value = attributes.get(attribute)?.trim();
    return value === undefined ? {} : { [key]: value };
  };
  const fraction = fractionOf(node, file);
  return {
    concept: name,
    context: requireAttribute(node.element, 'contextRef', file),
    ...optional('unit', 'unitRef'),
    ...optional('decimals'),
    ...optional('precision'),
    nil: /^\s*(true|1)\s*$/.test(attributes.get(nilName) ?? ''),
    ...optional('language', languageName),
    ...optional('id'),
    text: fraction === undefined ? node.content.join('') : '',
    ...(fraction === undefined ? {} : { fraction }),
    tuples,
    line,
  };
}

function fractionOf(node: XmlNode, file: string): Fact['fraction'] {
  const children = childrenOf(node);
  if (children.length === 0) return undefined;
  const [numerator, denominator] = fractionParts.map((name) => childrenNamed(node, name)[0]);
  if (numerator !== undefined && denominator !== undefined && children.length === 2) {
    return { numerator: textOf(numerator), denominator: textOf(denominator) };
  }
  const other = children.find(({ element }) => !fractionParts.includes(element.name));
  const expected = 'a value without elements in it, or a numerator and a denominator';
  throw misplaced(node.element, file, expected, other?.element.name ?? 'half a fraction');
}

/**
 * Throws `InvalidInput` if a measure has no meaning, or is both above and below the line (4.8.4).
 */
function readUnit(node: XmlNode, file: string): Unit {
  const [divide] = childrenNamed(node, clark(xbrli, 'divide'));
  const side = (local: string): QName[] =>
    divide === undefined
      ? []
      : childrenNamed(divide, clark(xbrli, local)).flatMap((part) => measuresOf(part, file));
  const numerators = divide === undefined ? measuresOf(node, file) : side('unitNumerator');
  const denominators = side('unitDenominator');
  if (numerators.length === 0 || (divide !== undefined && denominators.length === 0)) {
    throw misplaced(node.element, file, 'measures, or measures divided by measures', 'none');
  }
  const both = numerators.find((measure) => denominators.includes(measure));
  if (both !== undefined) {
    throw misplaced(node.element, file, 'a unit in its simplest form', `${both} on both sides`);
  }
  const id = requireAttribute(node.element, 'id', file);
  return { id, numerators, denominators, line: node.element.line };
}

function measuresOf(node: XmlNode, file: string): QName[] {
  return childrenOf(node).map((child) => {
    if (child.element.name === clark(xbrli, 'measure')) {
      return qnameAt(child.element, textOf(child), file);
    }
    throw misplaced(child.element, file, 'a measure', child.element.name);
  });
}
