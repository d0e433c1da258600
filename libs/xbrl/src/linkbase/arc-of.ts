/** One arc from its element: decimals as decimals, and the attributes that equivalence looks at. */

import { excerpt } from '#values';
import { Big } from 'big.js';
import { clark, link, xlink as xlinkNamespace, type QName } from '../names/names.js';
import type { Arc } from './linkbase.js';
import { arcroles, xlink } from './vocabulary.js';
import type { XmlElement } from '../xml/xml-events.js';
import { misplaced, requireAttribute } from '../xml/xml-tree.js';

/** An xs:decimal; longer ones are refused, as sums of them would cost more than they are worth. */
const decimal = /^\s*[+-]?(?:\d{1,100}(?:\.\d{0,100})?|\.\d{1,100})\s*$/;
const nonZero = new RegExp(`^(?=.*[1-9])${decimal.source}`);
const integer = /^\s*[+-]?\d{1,9}\s*$/;
const ownAttributes = ['order', 'preferredLabel', 'use', 'priority'];
const exemptNamespaces = [xlinkNamespace, 'http://www.w3.org/2000/xmlns/'];
const calculationArc = clark(link, 'calculationArc');

/** @throws invalid input, with file and line, when an attribute is missing or is not of its type */
export function arcOf(node: XmlElement, file: string): Arc {
  const { name: element, attributes, line } = node;
  const typed = (attribute: QName, pattern: RegExp, type: string): string | undefined => {
    const text = attributes.get(attribute);
    if (text === undefined || pattern.test(text)) return text;
    throw misplaced(node, file, `${attribute} as ${type}`, excerpt(text));
  };
  const required = (attribute: QName): string => requireAttribute(node, attribute, file);
  const arcrole = required(xlink('arcrole'));
  const sums = element === calculationArc || arcrole === arcroles.summationItem;
  const weight = sums ? required('weight') : undefined;
  typed('weight', sums ? nonZero : /^/, 'a decimal other than 0');
  const order = typed('order', decimal, 'a decimal') ?? '1';
  const use = typed('use', /^(optional|prohibited)$/, 'optional or prohibited');
  const others = [...attributes].filter(
    ([key]) =>
      !ownAttributes.includes(key) &&
      !(sums && key === 'weight') &&
      !exemptNamespaces.some((uri) => key.startsWith(`{${uri}}`)),
  );
  return {
    element,
    arcrole,
    from: required(xlink('from')),
    to: required(xlink('to')),
    order: decimalOf(order),
    weight: weight === undefined ? undefined : decimalOf(weight),
    preferredLabel: attributes.get('preferredLabel'),
    prohibited: use === 'prohibited',
    priority: Number(typed('priority', integer, 'an integer') ?? '0'),
    others: others.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    line,
  };
}

const decimalOf = (text: string): Big => new Big(text.trim().replace(/^\+|\.$/g, ''));
