/**
 * Free content of segments and scenarios, in a form in which equal is the same text (XBRL 2.1,
 * 4.10, s-equal).
 */

import Big from 'big.js';
import type { QName } from '../names/names.js';
import type { XmlNode } from '../xml/xml-tree.js';

/**
 * Name, attributes by name, then elements and texts in document order, without white
 * space around texts.
 */
export type Content = readonly [
  name: QName,
  attributes: readonly (readonly [QName, string])[],
  children: readonly (Content | string)[],
];

/**
 * How a schema types the text of an element, or of one of its attributes: values are compared,
 * not spellings.
 */
export type ValueKind = 'number' | 'boolean' | 'text';
export type KindOf = (element: QName, attribute?: QName) => ValueKind;

/** Attributes that only declare prefixes; they carry no content. */
const declaring = '{http://www.w3.org/2000/xmlns/}';

/** The content of an element; depth is bounded by the reader. */
export function contentOf(node: XmlNode): Content {
  const attributes = [...node.element.attributes]
    .filter(([name]) => !name.startsWith(declaring))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const children: (Content | string)[] = [];
  let text = '';
  const endText = (): void => {
    if (text.trim() !== '') children.push(text.trim());
    text = '';
  };
  for (const part of node.content) {
    if (typeof part === 'string') text += part;
    else {
      endText();
      children.push(contentOf(part));
    }
  }
  endText();
  return [node.element.name, attributes, children];
}

/** Its texts and those of its attributes, separated by blanks; empty for an empty element. */
export const contentText = ([, attributes, children]: Content): string =>
  [
    ...attributes.map(([, value]) => value.trim()),
    ...children.map((part) => (typeof part === 'string' ? part : contentText(part))),
  ].join(' ');

/** All text in an element, its descendants' included, without white space around it. */
export function wholeText(node: XmlNode): string {
  const parts = node.content.map((part) => (typeof part === 'string' ? part : wholeText(part)));
  return parts.join('').trim();
}

/**
 * The same text for s-equal content, and for no other. Spellings of a number or a boolean are
 * equal where `kindOf` knows the type; undefined for content with a NaN, which equals nothing,
 * itself included.
 */
export function contentKey(content: Content, kindOf: KindOf): string | undefined {
  let comparable = true;
  const valueOf = (text: string, kind: ValueKind): string => {
    comparable &&= kind !== 'number' || text.trim() !== 'NaN';
    return comparedValue(text, kind);
  };
  const compared = ([name, attributes, children]: Content): Content => [
    name,
    attributes.map(([of, value]) => [of, valueOf(value, kindOf(name, of))] as const),
    children.map((part) =>
      typeof part === 'string' ? valueOf(part, kindOf(name)) : compared(part),
    ),
  ];
  const key = JSON.stringify(compared(content));
  return comparable ? key : undefined;
}

const decimalNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

function comparedValue(text: string, kind: ValueKind): string {
  const value = text.trim();
  if (kind === 'boolean') {
    if (value === '1') return 'true';
    if (value === '0') return 'false';
    return value;
  }
  if (kind === 'text' || !decimalNumber.test(value)) return text;
  const number = new Big(value.replace(/^\+/, '').replace(/\.(?=e|$)/i, ''));
  return number.eq(0) ? '0' : number.toExponential();
}
