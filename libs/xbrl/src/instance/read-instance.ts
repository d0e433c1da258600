/** An instance from chunks of bytes: facts become values one by one, and nothing else is kept. */

import { excerpt, invalidInput } from '#values';
import { clark, link, localOf, namespaceOf, xbrli, type QName } from '../names.js';
import { pastReader, XmlEvents, type XmlElement, type XmlTaker } from '../xml/xml-events.js';
import { misplaced, XmlTree, type XmlNode } from '../xml/xml-tree.js';
import { ItemReader } from './item-reader.js';
import type { Context, Fact, Instance, Reference, RoleReference, Unit } from './instance.js';
import { readContext } from './read-context.js';
import { readReference, readRoleReference } from './read-reference.js';
import { readUnit } from './read-unit.js';

/**
 * Reads an instance (XBRL 2.1, section 4); `file` names it in errors. Footnote links are read past, tuples too but for
 * their items. Throws `InvalidInput` with file and line on XML that is refused or not well-formed, on another root
 * than xbrl, on contexts and units that cannot be read, and on facts that refer to none.
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

class InstanceReader implements XmlTaker {
  private readonly schemaRefs: Reference[] = [];
  private readonly linkbaseRefs: Reference[] = [];
  private readonly roleRefs: RoleReference[] = [];
  private readonly arcroleRefs: RoleReference[] = [];
  private readonly contexts = new Map<string, Context>();
  private readonly units = new Map<string, Unit>();
  private readonly facts: Fact[] = [];
  private readonly factsByConcept = new Map<QName, Fact[]>();
  private readonly prefixes = new Map<string, string>();
  /** Tuples that are open, the outermost first. */
  private tuples: readonly string[] = [];
  private tupleCount = 0;
  /** Takes an element with all that is in it. */
  private inner: { readonly element: XmlElement; readonly taker: XmlTaker } | undefined;

  constructor(private readonly file: string) {}

  instance(): Instance {
    for (const { concept, context, unit, line } of this.facts) {
      this.requireKnown('context', this.contexts, context, concept, line);
      if (unit !== undefined) this.requireKnown('unit', this.units, unit, concept, line);
    }
    const { file, schemaRefs, linkbaseRefs, roleRefs, arcroleRefs } = this;
    const { contexts, units, facts, factsByConcept, prefixes } = this;
    const references = { schemaRefs, linkbaseRefs, roleRefs, arcroleRefs };
    return { file, ...references, contexts, units, facts, factsByConcept, prefixes };
  }

  open(element: XmlElement): void {
    if (this.inner !== undefined) this.inner.taker.open(element);
    else if (element.parent === undefined) this.openRoot(element);
    else this.openChild(element);
  }

  text(text: string): void {
    if (this.inner !== undefined) this.inner.taker.text(text);
    else if (this.tuples.length > 0 && text.trim() !== '') this.refuseText(text);
  }

  close(element: XmlElement): void {
    if (this.inner !== undefined) {
      this.inner.taker.close(element);
      if (element === this.inner.element) this.inner = undefined;
    } else this.tuples = this.tuples.slice(0, -1);
  }

  private openRoot(element: XmlElement): void {
    if (element.name !== clark(xbrli, 'xbrl')) {
      throw misplaced(
        element,
        this.file,
        `an instance, with the root ${clark(xbrli, 'xbrl')}`,
        'another root',
      );
    }
    for (const [prefix, namespace] of Object.entries(element.declares)) {
      this.notePrefix(prefix, namespace);
    }
  }

  private openChild(element: XmlElement): void {
    const { name, attributes } = element;
    const namespace = namespaceOf(name);
    const tree = (done: (node: XmlNode) => void): void =>
      this.enter(element, new XmlTree(this.file, done));
    if (namespace === link) {
      this.takeReference(element);
      return this.enter(element, pastReader);
    }
    if (name === clark(xbrli, 'context')) {
      return tree((node) => this.add(this.contexts, readContext(node, this.file)));
    }
    if (name === clark(xbrli, 'unit')) {
      return tree((node) => this.add(this.units, readUnit(node, this.file)));
    }
    if (namespace === xbrli || namespace === '') {
      throw misplaced(element, this.file, 'a fact, a context, a unit or a reference', name);
    }
    this.notePrefix(element.prefix, namespace);
    if (attributes.has('contextRef')) {
      return this.enter(
        element,
        new ItemReader(this.file, this.tuples, (fact) => this.addFact(fact)),
      );
    }
    this.tupleCount++;
    this.tuples = [...this.tuples, `${name}#${this.tupleCount}`];
  }

  private enter(element: XmlElement, taker: XmlTaker): void {
    this.inner = { element, taker };
    taker.open(element);
  }

  private takeReference(element: XmlElement): void {
    const { file } = this;
    const kind = localOf(element.name);
    if (kind === 'schemaRef') this.schemaRefs.push(readReference(element, file));
    if (kind === 'linkbaseRef') this.linkbaseRefs.push(readReference(element, file));
    if (kind === 'roleRef') this.roleRefs.push(readRoleReference(element, 'roleURI', file));
    if (kind === 'arcroleRef')
      this.arcroleRefs.push(readRoleReference(element, 'arcroleURI', file));
  }

  private notePrefix(prefix: string, namespace: string): void {
    if (prefix !== '' && !this.prefixes.has(namespace)) this.prefixes.set(namespace, prefix);
  }

  private addFact(fact: Fact): void {
    this.facts.push(fact);
    const others = this.factsByConcept.get(fact.concept);
    if (others === undefined) this.factsByConcept.set(fact.concept, [fact]);
    else others.push(fact);
  }

  private add<T extends { readonly id: string; readonly line: number }>(
    to: Map<string, T>,
    value: T,
  ): void {
    const former = to.get(value.id);
    if (former === undefined) return void to.set(value.id, value);
    throw invalidInput('an id that is taken', {
      where: `${this.file}, line ${value.line}`,
      expected: `another id than that of line ${former.line}`,
      found: excerpt(value.id),
    });
  }

  private requireKnown(
    kind: string,
    known: ReadonlyMap<string, unknown>,
    id: string,
    concept: QName,
    line: number,
  ): void {
    if (known.has(id)) return;
    const where = `${this.file}, line ${line}`;
    const expected = `the id of a ${kind} of the instance`;
    throw invalidInput(`${concept} refers to no ${kind}`, { where, expected, found: excerpt(id) });
  }

  private refuseText(text: string): never {
    throw invalidInput('a value without a context', {
      where: `${this.file}, in ${this.tuples.at(-1)}`,
      expected: 'a contextRef on each element with a value',
      found: excerpt(text.trim()),
    });
  }
}
