/** References of instances and schemas to other files (XBRL 2.1, 4.2 to 4.5). */

import { clark, xlink, xml, type QName } from '../names.js';
import type { XmlElement } from '../xml/xml-events.js';
import { requireAttribute } from '../xml/xml-tree.js';
import type { Reference, RoleReference } from './instance.js';

const href = clark(xlink, 'href');
const baseName = clark(xml, 'base');

/** A schemaRef or linkbaseRef; throws where it has no href. */
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

/** The xml:base nearest to an element, as written. */
function baseAt(element: XmlElement): string | undefined {
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    const base = at.attributes.get(baseName);
    if (base !== undefined) return base;
  }
  return undefined;
}
