/** The contents of an instance, as values (XBRL 2.1, section 4). */

import type { QName } from '../names/names.js';
import type { Content } from './content.js';

/** A schemaRef or a linkbaseRef (4.2, 4.3). */
export interface Reference {
  /** As written; `base` is the xml:base at its place. */
  readonly href: string;
  readonly base?: string;
  readonly role?: string;
  readonly arcrole?: string;
  readonly line: number;
}

/** A roleRef or an arcroleRef (4.4, 4.5): where a role is declared. */
export interface RoleReference extends Reference {
  readonly uri: string;
}

/** Dates as written, without white space; what they mean is in `periodKey`. */
export type Period =
  | { readonly kind: 'instant'; readonly instant: string }
  | { readonly kind: 'duration'; readonly start: string; readonly end: string }
  | { readonly kind: 'forever' };

/**
 * One child of a segment or scenario: a dimension (XBRL Dimensions 1.0, section 3.1.4), or
 * anything else.
 */
export type Qualifier =
  | { readonly kind: 'explicit'; readonly dimension: QName; readonly member: QName }
  | {
      readonly kind: 'typed';
      readonly dimension: QName;
      /** The text of the member; `content` is the element that contains it. */
      readonly text: string;
      readonly content: Content;
    }
  | { readonly kind: 'other'; readonly content: Content };

export interface Context {
  readonly id: string;
  readonly entity: { readonly scheme: string; readonly identifier: string };
  readonly period: Period;
  /** In document order. */
  readonly segment: readonly Qualifier[];
  readonly scenario: readonly Qualifier[];
  readonly line: number;
}

/** Numerators over denominators; measures in document order. */
export interface Unit {
  readonly id: string;
  readonly numerators: readonly QName[];
  readonly denominators: readonly QName[];
  readonly line: number;
}

/** An item (4.6). */
export interface Fact {
  readonly concept: QName;
  readonly context: string;
  readonly unit?: string;
  /** As written: an integer or INF. */
  readonly decimals?: string;
  readonly precision?: string;
  readonly nil: boolean;
  readonly language?: string;
  readonly id?: string;
  /** Verbatim, with the white space around it; empty for a fraction. */
  readonly text: string;
  readonly fraction?: { readonly numerator: string; readonly denominator: string };
  /** The tuples around it, the outermost first, as `name#number`, numbered through the instance. */
  readonly tuples: readonly string[];
  readonly line: number;
}

export interface Instance {
  readonly file: string;
  readonly schemaRefs: readonly Reference[];
  readonly linkbaseRefs: readonly Reference[];
  readonly roleRefs: readonly RoleReference[];
  readonly arcroleRefs: readonly RoleReference[];
  readonly contexts: ReadonlyMap<string, Context>;
  readonly units: ReadonlyMap<string, Unit>;
  /** In document order. */
  readonly facts: readonly Fact[];
  readonly factsByConcept: ReadonlyMap<QName, readonly Fact[]>;
  /**
   * Namespaces to the prefixes that the instance writes them with: for names of people,
   * `us-gaap:Assets`.
   */
  readonly prefixes: ReadonlyMap<string, string>;
}
