/** A taxonomy schema from bytes: its declarations one by one, never the whole tree. */

import { readReference } from '../instance/read-reference.js';
import type { Reference } from '../instance/instance.js';
import { clark, link, xsd } from '../names/names.js';
import { pastReader, readXml, type XmlElement, type XmlTaker } from '../xml/xml-events.js';
import { misplaced, XmlTree, type XmlNode } from '../xml/xml-tree.js';
import { arcroleTypeOf, elementOf, hasOwnType, roleTypeOf, typeOf } from './declarations.js';
import type {
  ArcroleType,
  RoleType,
  Schema,
  SchemaElement,
  SchemaImport,
  SchemaType,
} from './schema.js';

/**
 * Reads a schema (XBRL 2.1, section 5.1); `file` names it in errors, and in ids of elements
 * (`file#id`). Throws `InvalidInput` with file and line on XML that is refused or not well-formed,
 * on another root than xs:schema, and on declarations that cannot be read. Whether it is a valid
 * XML Schema is not asked.
 */
export function readSchema(bytes: Uint8Array, file: string): Schema {
  const reader = new SchemaReader(file);
  readXml(bytes, file, reader);
  return reader.schema();
}

const annotations = new Set([clark(xsd, 'annotation'), clark(xsd, 'appinfo')]);

class SchemaReader implements XmlTaker {
  private readonly read = {
    targetNamespace: '',
    elements: [] as SchemaElement[],
    types: [] as SchemaType[],
    imports: [] as SchemaImport[],
    linkbaseRefs: [] as Reference[],
    embeddedLinkbases: [] as number[],
    roleTypes: [] as RoleType[],
    arcroleTypes: [] as ArcroleType[],
  };
  /** Takes an element with all that is in it. */
  private inner: { readonly element: XmlElement; readonly taker: XmlTaker } | undefined;

  /** Children of the root so far. */
  private children = 0;

  constructor(private readonly file: string) {}

  schema(): Schema {
    return { file: this.file, ...this.read };
  }

  open(element: XmlElement): void {
    if (this.inner !== undefined) return this.inner.taker.open(element);
    if (element.parent === undefined) return this.openRoot(element);
    if (element.parent.parent === undefined) this.children++;
    if (annotations.has(element.name)) return;
    this.inner = { element, taker: this.takerOf(element) };
    this.inner.taker.open(element);
  }

  text(text: string): void {
    this.inner?.taker.text(text);
  }

  close(element: XmlElement): void {
    this.inner?.taker.close(element);
    if (element === this.inner?.element) this.inner = undefined;
  }

  private openRoot(element: XmlElement): void {
    if (element.name !== clark(xsd, 'schema')) {
      const expected = `a schema, with the root ${clark(xsd, 'schema')}`;
      throw misplaced(element, this.file, expected, 'another root');
    }
    this.read.targetNamespace = element.attributes.get('targetNamespace')?.trim() ?? '';
  }

  private takerOf(element: XmlElement): XmlTaker {
    const { file, read } = this;
    const { targetNamespace } = read;
    const tree = (done: (node: XmlNode) => void): XmlTaker => new XmlTree(file, done);
    switch (element.name) {
      case clark(xsd, 'element'):
        return tree((node) => {
          read.elements.push(elementOf(node, targetNamespace, `/1/${this.children}`, file));
          if (hasOwnType(node)) read.types.push(typeOf(node, targetNamespace, file));
        });
      case clark(xsd, 'complexType'):
      case clark(xsd, 'simpleType'):
        return tree((node) => read.types.push(typeOf(node, targetNamespace, file)));
      case clark(link, 'roleType'):
        return tree((node) => read.roleTypes.push(roleTypeOf(node, 'roleURI', file)));
      case clark(link, 'arcroleType'):
        return tree((node) => read.arcroleTypes.push(arcroleTypeOf(node, file)));
      case clark(link, 'linkbaseRef'):
        read.linkbaseRefs.push(readReference(element, file));
        return pastReader;
      case clark(link, 'linkbase'):
        read.embeddedLinkbases.push(element.line);
        return pastReader;
      default:
        this.takeImport(element);
        return pastReader;
    }
  }

  private takeImport({ name, attributes, line }: XmlElement): void {
    const kinds = ['import', 'include', 'redefine'] as const;
    const kind = kinds.find((local) => name === clark(xsd, local));
    if (kind === undefined) return;
    const namespace = attributes.get('namespace');
    const location = attributes.get('schemaLocation');
    this.read.imports.push({
      kind,
      ...(namespace === undefined ? {} : { namespace: namespace.trim() }),
      ...(location === undefined ? {} : { schemaLocation: location.trim() }),
      line,
    });
  }
}
