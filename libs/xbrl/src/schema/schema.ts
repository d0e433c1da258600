/** The contents of a taxonomy schema, as far as an audit needs them (XBRL 2.1, section 5.1). */

import type { Reference } from '../instance/instance.js';
import type { QName } from '../names/names.js';

export interface SchemaElement {
  readonly name: QName;
  readonly id?: string;
  /** Its place in its schema: the child sequence `/1/14`. */
  readonly sequence: string;
  /** A type without a name, declared in the element, is called `name#type`. */
  readonly type?: QName;
  readonly substitutionGroup?: QName;
  readonly periodType?: 'instant' | 'duration';
  readonly balance?: 'debit' | 'credit';
  readonly abstract: boolean;
  readonly nillable: boolean;
  readonly line: number;
}

export interface SchemaType {
  readonly name: QName;
  /** What it restricts or extends. */
  readonly base?: QName;
  /** Attributes declared in it, with their types. */
  readonly attributes: ReadonlyMap<QName, QName>;
  /** Values of omitted attributes: default and fixed values. */
  readonly defaults: ReadonlyMap<QName, string>;
}

/** Another schema. */
export interface SchemaImport {
  readonly kind: 'import' | 'include' | 'redefine';
  readonly namespace?: string;
  /** As written. */
  readonly schemaLocation?: string;
  readonly line: number;
}

/** A role that extended links may have (5.1.3). */
export interface RoleType {
  readonly uri: string;
  readonly id?: string;
  readonly definition?: string;
  readonly usedOn: readonly QName[];
  readonly line: number;
}

/** An arc role, and which cycles its arcs may make (5.1.4). */
export interface ArcroleType extends RoleType {
  readonly cyclesAllowed: 'any' | 'undirected' | 'none';
}

export interface Schema {
  readonly file: string;
  /** Empty if there is none. */
  readonly targetNamespace: string;
  /** Global elements, and types, in document order. */
  readonly elements: readonly SchemaElement[];
  readonly types: readonly SchemaType[];
  readonly imports: readonly SchemaImport[];
  readonly linkbaseRefs: readonly Reference[];
  /**
   * The lines on which linkbases inside the schema start; a reader of linkbases takes
   * the same bytes.
   */
  readonly embeddedLinkbases: readonly number[];
  readonly roleTypes: readonly RoleType[];
  readonly arcroleTypes: readonly ArcroleType[];
}
