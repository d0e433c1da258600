/** One item of an instance (XBRL 2.1, 4.6): its text as written, or the two parts of a fraction. */

import { clark, xbrli, xml, xsi, type QName } from '../names.js';
import {
  childrenNamed,
  childrenOf,
  misplaced,
  requireAttribute,
  textOf,
  type XmlNode,
} from '../xml/xml-tree.js';
import type { Fact } from './instance.js';

const fractionParts = [clark(xbrli, 'numerator'), clark(xbrli, 'denominator')];
const [nilName, languageName] = [clark(xsi, 'nil'), clark(xml, 'lang')];

/** `tuples` are those around it. Throws `InvalidInput` where anything but a fraction has elements in it. */
export function readFact(node: XmlNode, tuples: readonly string[], file: string): Fact {
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
