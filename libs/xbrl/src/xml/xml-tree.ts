/**
 * Small parts of a file as trees: a context, a unit, an element of a schema. A whole file
 * never becomes one.
 */

import { invalidInput } from '#values';
import type { QName } from '../names/names.js';
import type { XmlElement, XmlTaker } from './xml-events.js';

export interface XmlNode {
  readonly element: XmlElement;
  /** Elements and pieces of text, in document order. */
  readonly content: readonly (XmlNode | string)[];
}

interface OpenNode extends XmlNode {
  readonly content: (OpenNode | string)[];
}

const nodesMax = 20_000;

/** Takes one element with all that is in it; `done` gets it when it closes. */
export class XmlTree implements XmlTaker {
  private readonly stack: OpenNode[] = [];
  private nodes = 0;

  constructor(
    private readonly file: string,
    private readonly done: (node: XmlNode) => void,
  ) {}

  open(element: XmlElement): void {
    if (++this.nodes > nodesMax) {
      throw misplaced(element, this.file, `at most ${nodesMax} elements in one`, 'more');
    }
    const node: OpenNode = { element, content: [] };
    this.stack.at(-1)?.content.push(node);
    this.stack.push(node);
  }

  text(text: string): void {
    this.stack.at(-1)?.content.push(text);
  }

  close(): void {
    const node = this.stack.pop();
    if (node !== undefined && this.stack.length === 0) this.done(node);
  }
}

export const childrenOf = (node: XmlNode): XmlNode[] =>
  node.content.filter((part) => typeof part !== 'string');

/** The children of a name, in document order. */
export const childrenNamed = (node: XmlNode, name: QName): XmlNode[] =>
  childrenOf(node).filter(({ element }) => element.name === name);

/** The text directly in an element, without white space around it. */
export const textOf = (node: XmlNode): string =>
  node.content
    .filter((part) => typeof part === 'string')
    .join('')
    .trim();

/** A required attribute; throws with the line of its element if it is missing. */
export function requireAttribute(element: XmlElement, name: QName, file: string): string {
  const value = element.attributes.get(name)?.trim();
  if (value !== undefined && value !== '') return value;
  const found = value === undefined ? 'none' : 'an empty one';
  throw misplaced(element, file, `an attribute ${name}`, found);
}

/** The error to throw for a misplaced element. */
export function misplaced(at: XmlElement, file: string, expected: string, found: string): Error {
  const where = `${file}, line ${at.line}`;
  return invalidInput(`${at.name} cannot be read`, { where, expected, found });
}
