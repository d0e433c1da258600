/** References of instances and schemas to other files (XBRL 2.1, 4.2 to 4.5). */

import { clark, xlink, xml, type QName } from '../names/names.js';
import { resolveReference } from '../names/resolve-href.js';
import type { XmlElement } from '../xml/xml-events.js';
import { requireAttribute } from '../xml/xml-tree.js';
import type { Reference, RoleReference } from './instance.js';

const href = clark(xlink, 'href');
const baseName = clark(xml, 'base');

/** A schemaRef or linkbaseRef; throws if it has no href. */
export function readReference(element: XmlElement, file: string): Reference {
  const role = element.attributes.get(clark(xlink, 'role'));
  const arcrole = element.attributes.get(clark(xlink, 'arcrole'));
  const base = baseAt(element);
  return {
    href: requireAttribute(element, href, file),
    ...(base === undefined ? {} : { base }),
    ...(role === undefined ? {} : { role }),
    ...(arcrole === undefined ? {} : { arcrole }),
    line: element.line,
  };
}

/** A roleRef or arcroleRef, by the name of the attribute that holds its URI. */
export function readRoleReference(element: XmlElement, uri: QName, file: string): RoleReference {
  return { ...readReference(element, file), uri: requireAttribute(element, uri, file) };
}

/** The xml:base at an element, those around it taken in. */
function baseAt({ attributes, parent }: XmlElement): string | undefined {
  const own = attributes.get(baseName);
  const outer = parent && baseAt(parent);
  return own === undefined || outer === undefined ? (own ?? outer) : resolveReference(outer, own);
}
