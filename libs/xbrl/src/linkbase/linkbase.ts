/**
 * A linkbase as it was written (XBRL 2.1, 3.5.3): extended links with their locators,
 * resources and arcs.
 */

import type { Big } from 'big.js';
import type { QName } from '../names/names.js';

export interface Linkbase {
  readonly file: string;
  /** In document order; footnote links are read past. */
  readonly links: readonly ExtendedLink[];
}

export interface ExtendedLink {
  /** For instance `{http://www.xbrl.org/2003/linkbase}calculationLink`. */
  readonly element: QName;
  readonly role: string;
  /** By `xlink:label`; a label may name several. */
  readonly ends: ReadonlyMap<string, readonly End[]>;
  readonly arcs: readonly Arc[];
  readonly line: number;
}

/** What an arc leads from or to: a located element, or a resource. */
export interface End {
  /**
   * `document#id` or `document#/1/14`, as absolute as the file's own name; `file#?n` for a resource
   * without an id.
   */
  readonly href: string;
  readonly resource?: Resource;
}

export interface Resource {
  readonly element: QName;
  readonly role: string | undefined;
  /** `xml:lang`, also of an element around it. */
  readonly lang: string | undefined;
  /** All character data inside, markup left out. */
  readonly text: string;
}

export interface Arc {
  readonly element: QName;
  readonly arcrole: string;
  readonly from: string;
  readonly to: string;
  /** 1 when it is not written. */
  readonly order: Big;
  /** Only calculation arcs have one; never 0. */
  readonly weight: Big | undefined;
  readonly preferredLabel: string | undefined;
  readonly prohibited: boolean;
  readonly priority: number;
  /** The other attributes that equivalence looks at (3.5.3.9.7.4), by name, sorted. */
  readonly others: readonly (readonly [QName, string])[];
  readonly line: number;
}
