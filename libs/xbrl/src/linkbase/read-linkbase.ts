/** Reads a linkbase, or the linkbases inside a schema, into values. */

import { excerpt } from '#values';
import { readReference } from '../instance/read-reference.js';
import { append } from '../names/lists.js';
import { clark, link as linkNamespace, xml, xsd } from '../names/names.js';
import { arcOf } from './arc-of.js';
import type { Arc, End, ExtendedLink, Linkbase } from './linkbase.js';
import { idOfFragment, resolveReference } from '../names/resolve-href.js';
import { xlink } from './vocabulary.js';
import { readXml, type XmlElement, type XmlTaker } from '../xml/xml-events.js';
import { misplaced, requireAttribute } from '../xml/xml-tree.js';

const roots = [clark(linkNamespace, 'linkbase'), clark(xsd, 'schema')];
const footnoteLink = clark(linkNamespace, 'footnoteLink');
const xmlLang = clark(xml, 'lang');

interface OpenLink extends ExtendedLink {
  readonly ends: Map<string, End[]>;
  readonly arcs: Arc[];
}

/**
 * Reads the extended links of one document (XBRL 2.1, 3.5.3 and 5.2).
 * @param bytes the whole document
 * @param file its name: locators are resolved against it and its `xml:base`
 * @throws invalid input, with file and line, for anything but a linkbase, and for pointers other
 * than ids and child sequences
 */
export function readLinkbase(bytes: Uint8Array, file: string): Linkbase {
  const reading = new Reading(file);
  readXml(bytes, file, reading);
  return { file, links: reading.links };
}

class Reading implements XmlTaker {
  readonly links: ExtendedLink[] = [];
  readonly #file: string;
  #link: { readonly at: XmlElement; readonly link: OpenLink } | undefined;
  /** An element that is skipped, or a resource with its text so far. */
  #inner: { readonly at: XmlElement; text: string } | undefined;
  #nameless = 0;

  constructor(file: string) {
    this.#file = file;
  }

  open(element: XmlElement): void {
    if (element.parent === undefined && !roots.includes(element.name)) {
      throw misplaced(
        element,
        this.#file,
        'a root element link:linkbase or xsd:schema',
        element.name,
      );
    }
    if (this.#inner !== undefined) return;
    const type = element.attributes.get(xlink('type'));
    if (type === 'extended') this.#openLink(element);
    else if (this.#link !== undefined && element.parent === this.#link.at) {
      this.#openPart(this.#link.link, element, type);
    }
  }

  text(piece: string): void {
    if (this.#inner !== undefined) this.#inner.text += piece;
  }

  close(element: XmlElement): void {
    if (element === this.#inner?.at) {
      if (this.#link !== undefined) this.#addResource(this.#link.link, element, this.#inner.text);
      this.#inner = undefined;
    }
    if (element !== this.#link?.at) return;
    this.#requireEnds(this.#link.link, element);
    this.#link = undefined;
  }

  #openLink(element: XmlElement): void {
    const { name, line } = element;
    if (name === footnoteLink) {
      this.#inner = { at: element, text: '' };
      return;
    }
    if (this.#link !== undefined)
      throw misplaced(element, this.#file, 'no extended link in another', name);
    const role = requireAttribute(element, xlink('role'), this.#file);
    const link = { element: name, role, ends: new Map<string, End[]>(), arcs: [], line };
    this.#link = { at: element, link };
    this.links.push(link);
  }

  #openPart(link: OpenLink, element: XmlElement, type: string | undefined): void {
    if (type === 'locator') this.#addEnd(link, element, { href: this.#located(element) });
    else if (type === 'arc') link.arcs.push(arcOf(element, this.#file));
    else if (type === 'resource') this.#inner = { at: element, text: '' };
  }

  #addResource(link: OpenLink, element: XmlElement, text: string): void {
    const { name, attributes } = element;
    const id = attributes.get('id') ?? `?${(this.#nameless += 1)}`;
    const role = attributes.get(xlink('role'));
    const resource = { element: name, role, lang: langAt(element), text };
    this.#addEnd(link, element, { href: `${resolveReference(this.#file, '')}#${id}`, resource });
  }

  #addEnd(link: OpenLink, element: XmlElement, end: End): void {
    append(link.ends, requireAttribute(element, xlink('label'), this.#file), end);
  }

  /** Where a locator leads: `document#id` or `document#/1/14`. */
  #located(element: XmlElement): string {
    const { href, base = '' } = readReference(element, this.#file);
    const hash = href.indexOf('#');
    const id = hash === -1 ? undefined : idOfFragment(href.slice(hash + 1));
    if (id === undefined)
      throw misplaced(element, this.#file, 'xlink:href as file#id', excerpt(href));
    const document = hash === 0 ? this.#file : resolveReference(this.#file, base);
    return `${resolveReference(document, href.slice(0, hash))}#${id}`;
  }

  #requireEnds({ arcs, ends }: OpenLink, element: XmlElement): void {
    for (const { from, to, line } of arcs) {
      const loose = [from, to].find((label) => !ends.has(label));
      if (loose === undefined) continue;
      const at = { ...element, line };
      throw misplaced(at, this.#file, 'arcs between labels of its extended link', excerpt(loose));
    }
  }
}

/** `xml:lang`, also of an element around it. */
function langAt({ attributes, parent }: XmlElement): string | undefined {
  return attributes.get(xmlLang) ?? (parent && langAt(parent));
}
