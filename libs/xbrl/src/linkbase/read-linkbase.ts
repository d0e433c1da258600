/** Reads a linkbase, or the linkbases inside a schema, into values. */

import { excerpt, invalidInput, type TapefoldError } from '#values';
import { clark, link as linkNamespace, xml, xsd, type QName } from '../names.js';
import { arcOf } from './arc-of.js';
import type { Arc, End, ExtendedLink, Linkbase } from './linkbase.js';
import { idOfFragment, resolveReference } from './resolve-href.js';
import { xlink } from './vocabulary.js';
import { XmlEvents, type XmlElement } from '../xml/xml-events.js';

const roots = [clark(linkNamespace, 'linkbase'), clark(xsd, 'schema')];
const readPast = ['referenceLink', 'footnoteLink'].map((local) => clark(linkNamespace, local));
const xmlBase = clark(xml, 'base');
const xmlLang = clark(xml, 'lang');

interface Scope {
  readonly base: string;
  readonly lang: string | undefined;
}

interface OpenLink extends ExtendedLink {
  readonly ends: Map<string, End[]>;
  readonly arcs: Arc[];
}

/**
 * Reads the extended links of one document (XBRL 2.1, 3.5.3 and 5.2).
 * @param bytes the whole document
 * @param file its name: locators are resolved against it and its `xml:base`
 * @throws invalid input, with file and line, for what is not a linkbase, and for pointers other than ids
 */
export function readLinkbase(bytes: Uint8Array, file: string): Linkbase {
  const reading = new Reading(file);
  const events = new XmlEvents(file, reading);
  events.write(bytes);
  events.end();
  return { file, links: reading.links };
}

class Reading {
  readonly links: ExtendedLink[] = [];
  readonly #file: string;
  readonly #scopes: Scope[] = [];
  #link: OpenLink | undefined;
  #linkDepth = 0;
  #pastDepth = 0;
  #resource:
    { element: XmlElement; depth: number; text: string; lang: string | undefined } | undefined;
  #nameless = 0;

  constructor(file: string) {
    this.#file = file;
  }

  open(element: XmlElement): void {
    const { attributes } = element;
    const outer = this.#scopes.at(-1);
    if (outer === undefined && !roots.includes(element.name)) {
      throw this.#wrong(element, 'root element', 'link:linkbase or xsd:schema', element.name);
    }
    const base = outer?.base ?? this.#file;
    const own = attributes.get(xmlBase);
    this.#scopes.push({
      base: own === undefined ? base : resolveReference(base, own),
      lang: attributes.get(xmlLang) ?? outer?.lang,
    });
    if (this.#pastDepth > 0 || this.#resource !== undefined) return;
    const type = attributes.get(xlink('type'));
    if (type === 'extended') this.#openLink(element);
    else if (this.#link !== undefined && this.#scopes.length === this.#linkDepth + 1) {
      this.#openPart(this.#link, element, type);
    }
  }

  text(piece: string): void {
    if (this.#resource !== undefined) this.#resource.text += piece;
  }

  close(): void {
    const depth = this.#scopes.length;
    this.#scopes.pop();
    if (depth === this.#pastDepth) this.#pastDepth = 0;
    if (depth === this.#resource?.depth) this.#closeResource();
    if (depth === this.#linkDepth && this.#link !== undefined) {
      this.#requireEnds(this.#link);
      this.#link = undefined;
    }
  }

  #openLink(element: XmlElement): void {
    if (readPast.includes(element.name)) {
      this.#pastDepth = this.#scopes.length;
      return;
    }
    if (this.#link !== undefined) {
      throw this.#wrong(element, 'extended link', 'none inside another', element.name);
    }
    const role = this.#required(element, xlink('role'));
    const { name, line } = element;
    this.#link = { element: name, role, ends: new Map(), arcs: [], line };
    this.#linkDepth = this.#scopes.length;
    this.links.push(this.#link);
  }

  #openPart(link: OpenLink, element: XmlElement, type: string | undefined): void {
    if (type === 'locator') this.#addEnd(link, element, { href: this.#located(element) });
    else if (type === 'arc') link.arcs.push(arcOf(element, this.#file));
    else if (type === 'resource') {
      const { length: depth } = this.#scopes;
      this.#resource = { element, depth, text: '', lang: this.#scopes.at(-1)?.lang };
    }
  }

  #closeResource(): void {
    const resource = this.#resource;
    this.#resource = undefined;
    if (resource === undefined || this.#link === undefined) return;
    const { element, lang, text } = resource;
    const role = element.attributes.get(xlink('role'));
    const id = element.attributes.get('id') ?? `?${(this.#nameless += 1)}`;
    const href = `${resolveReference(this.#file, '')}#${id}`;
    this.#addEnd(this.#link, element, {
      href,
      resource: { element: element.name, role, lang, text },
    });
  }

  #addEnd(link: OpenLink, element: XmlElement, end: End): void {
    const label = this.#required(element, xlink('label'));
    const ends = link.ends.get(label);
    if (ends === undefined) link.ends.set(label, [end]);
    else ends.push(end);
  }

  /** Where a locator leads: `document#id`. */
  #located(element: XmlElement): string {
    const href = this.#required(element, xlink('href')).trim();
    const hash = href.indexOf('#');
    const id = hash === -1 ? undefined : idOfFragment(href.slice(hash + 1));
    if (id === undefined) throw this.#wrong(element, 'xlink:href', 'file#id', excerpt(href));
    const document = hash === 0 ? this.#file : (this.#scopes.at(-1)?.base ?? this.#file);
    return `${resolveReference(document, href.slice(0, hash))}#${id}`;
  }

  #requireEnds(link: OpenLink): void {
    for (const arc of link.arcs) {
      const loose = [arc.from, arc.to].find((label) => !link.ends.has(label));
      if (loose === undefined) continue;
      throw this.#wrong(arc, 'arc', 'labels of its extended link', excerpt(loose));
    }
  }

  #required(element: XmlElement, attribute: QName): string {
    const value = element.attributes.get(attribute);
    if (value !== undefined) return value;
    throw this.#wrong(element, element.name, `attribute ${attribute}`, 'none');
  }

  #wrong(at: { line: number }, what: string, expected: string, found: string): TapefoldError {
    return invalidInput(what, { where: `${this.#file}:${at.line}`, expected, found });
  }
}
