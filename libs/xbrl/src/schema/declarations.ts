/** Elements, types and roles of a schema, from their trees. */

import { clark, link, xbrli, xsd, type QName } from '../names/names.js';
import { qnameAt, type XmlElement } from '../xml/xml-events.js';
import {
  childrenNamed,
  childrenOf,
  misplaced,
  requireAttribute,
  textOf,
  type XmlNode,
} from '../xml/xml-tree.js';
import type { ArcroleType, RoleType, SchemaElement, SchemaType } from './schema.js';

const isTrue = (text: string | undefined): boolean => /^\s*(true|1)\s*$/.test(text ?? '');

/** An attribute with a name of something, if it is there. */
function nameIn(element: XmlElement, attribute: string, file: string): QName | undefined {
  const text = element.attributes.get(attribute);
  return text === undefined ? undefined : qnameAt(element, text, file);
}

/** An attribute with one of a few words, if it is there. */
function wordIn<T extends string>(
  element: XmlElement,
  attribute: QName,
  words: readonly T[],
  file: string,
): T | undefined {
  const text = element.attributes.get(attribute)?.trim();
  const word = words.find((candidate) => candidate === text);
  if (text === undefined || word !== undefined) return word;
  throw misplaced(element, file, words.join(' or '), JSON.stringify(text.slice(0, 80)));
}

/** A global element (5.1.1); throws on another period type or balance than XBRL knows. */
export function elementOf(
  node: XmlNode,
  namespace: string,
  sequence: string,
  file: string,
): SchemaElement {
  const { element } = node;
  const id = element.attributes.get('id');
  const name = clark(namespace, requireAttribute(element, 'name', file));
  const type = nameIn(element, 'type', file) ?? (hasOwnType(node) ? ownTypeName(name) : undefined);
  const substitutionGroup = nameIn(element, 'substitutionGroup', file);
  const periodType = wordIn(element, clark(xbrli, 'periodType'), ['instant', 'duration'], file);
  const balance = wordIn(element, clark(xbrli, 'balance'), ['debit', 'credit'], file);
  return {
    name,
    ...(id === undefined ? {} : { id: id.trim() }),
    sequence,
    ...(type === undefined ? {} : { type }),
    ...(substitutionGroup === undefined ? {} : { substitutionGroup }),
    ...(periodType === undefined ? {} : { periodType }),
    ...(balance === undefined ? {} : { balance }),
    abstract: isTrue(element.attributes.get('abstract')),
    nillable: isTrue(element.attributes.get('nillable')),
    line: element.line,
  };
}

/** Whether a global element declares its type in itself. */
export const hasOwnType = (node: XmlNode): boolean =>
  childrenOf(node).some(({ element }) => wrappers.has(element.name));
const ownTypeName = (element: QName): QName => `${element}#type`;

/** A global type, simple or complex, or the type declared in a global element. */
export function typeOf(node: XmlNode, namespace: string, file: string): SchemaType {
  const base = baseOf(node, file);
  const attributes = new Map<QName, QName>();
  const defaults = new Map<QName, string>();
  for (const { element } of descendantsOf(node)) {
    if (element.name !== clark(xsd, 'attribute')) continue;
    const name = element.attributes.get('name');
    const type = nameIn(element, 'type', file);
    if (name !== undefined && type !== undefined) attributes.set(name.trim(), type);
    const value = element.attributes.get('default') ?? element.attributes.get('fixed');
    if (name !== undefined && value !== undefined) defaults.set(name.trim(), value);
  }
  const own = clark(namespace, requireAttribute(node.element, 'name', file));
  const name = node.element.name === clark(xsd, 'element') ? ownTypeName(own) : own;
  return { name, ...(base === undefined ? {} : { base }), attributes, defaults };
}

const derivations = new Set([clark(xsd, 'restriction'), clark(xsd, 'extension')]);
const wrappers = new Set(
  ['complexType', 'simpleType', 'simpleContent', 'complexContent'].map((name) => clark(xsd, name)),
);

/** The type that a type restricts or extends, but not one that is declared inside of it. */
function baseOf(node: XmlNode, file: string): QName | undefined {
  for (const child of childrenOf(node)) {
    if (derivations.has(child.element.name))
      return nameIn(child.element, 'base', file) ?? baseOf(child, file);
    if (!wrappers.has(child.element.name)) continue;
    const base = baseOf(child, file);
    if (base !== undefined) return base;
  }
  return undefined;
}

function descendantsOf(node: XmlNode): XmlNode[] {
  return childrenOf(node).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** A role; throws if it has no URI. */
export function roleTypeOf(node: XmlNode, uri: QName, file: string): RoleType {
  const { element } = node;
  const id = element.attributes.get('id');
  const [definition] = childrenNamed(node, clark(link, 'definition'));
  const usedOn = childrenNamed(node, clark(link, 'usedOn'));
  return {
    uri: requireAttribute(element, uri, file),
    ...(id === undefined ? {} : { id: id.trim() }),
    ...(definition === undefined ? {} : { definition: textOf(definition) }),
    usedOn: usedOn.map((child) => qnameAt(child.element, textOf(child), file)),
    line: element.line,
  };
}

/** An arc role; throws if it does not declare which cycles it allows. */
export function arcroleTypeOf(node: XmlNode, file: string): ArcroleType {
  const words = ['any', 'undirected', 'none'] as const;
  const cyclesAllowed = wordIn(node.element, 'cyclesAllowed', words, file);
  if (cyclesAllowed === undefined) {
    throw misplaced(node.element, file, 'an attribute cyclesAllowed', 'none');
  }
  return { ...roleTypeOf(node, 'arcroleURI', file), cyclesAllowed };
}
