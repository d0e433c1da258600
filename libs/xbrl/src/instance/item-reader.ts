/** One item of an instance (XBRL 2.1, 4.6): its text as written, or the two parts of a fraction. */

import { clark, xbrli, xml, xsi, type QName } from '../names.js';
import type { XmlElement, XmlTaker } from '../xml/xml-events.js';
import { misplaced, requireAttribute } from '../xml/xml-tree.js';
import type { Fact } from './instance.js';

const fractionParts: ReadonlySet<QName> = new Set([
  clark(xbrli, 'numerator'),
  clark(xbrli, 'denominator'),
]);
const [nilName, languageName] = [clark(xsi, 'nil'), clark(xml, 'lang')];

/** Takes the element of an item; `done` gets the fact. */
export class ItemReader implements XmlTaker {
  private item: XmlElement | undefined;
  private part: QName | undefined;
  private written = '';
  private readonly parts = new Map<QName, string>();

  constructor(
    private readonly file: string,
    private readonly tuples: readonly string[],
    private readonly done: (fact: Fact) => void,
  ) {}

  open(element: XmlElement): void {
    if (this.item === undefined) {
      this.item = element;
      return;
    }
    if (this.part !== undefined || !fractionParts.has(element.name)) {
      throw misplaced(this.item, this.file, 'a value without elements in it', element.name);
    }
    this.part = element.name;
  }

  text(text: string): void {
    if (this.part === undefined) this.written += text;
    else this.parts.set(this.part, (this.parts.get(this.part) ?? '') + text);
  }

  close(element: XmlElement): void {
    if (element === this.item) this.done(this.factOf(element));
    this.part = undefined;
  }

  private factOf(item: XmlElement): Fact {
    const { attributes } = item;
    const optional = (key: string, name: QName = key): Record<string, string> => {
      const value = attributes.get(name)?.trim();
      return value === undefined ? {} : { [key]: value };
    };
    const [numerator, denominator] = [...fractionParts].map((name) => this.parts.get(name)?.trim());
    const isFraction = numerator !== undefined && denominator !== undefined;
    return {
      concept: item.name,
      context: requireAttribute(item, 'contextRef', this.file),
      ...optional('unit', 'unitRef'),
      ...optional('decimals'),
      ...optional('precision'),
      nil: /^\s*(true|1)\s*$/.test(attributes.get(nilName) ?? ''),
      ...optional('language', languageName),
      ...optional('id'),
      text: isFraction ? '' : this.written,
      ...(isFraction ? { fraction: { numerator, denominator } } : {}),
      tuples: this.tuples,
      line: item.line,
    };
  }
}
