/**
 * A JSON Schema as the comparison reads it: references followed, constants as lists of a word,
 * alternatives by tag.
 */

import type { Json } from '../reference/streams/stream-schemas.ts';

/** A schema with the definitions that its references lead to. */
export interface Form {
  readonly schema: Json;
  readonly definitions: Json;
  /** The definition that it is, where a reference led to it. */
  readonly name?: string;
}

export function formOf(schema: Json): Form {
  return resolved(schema, (schema['$defs'] ?? {}) as Json);
}

/** The form below, with its references followed. */
export function below({ definitions }: Form, schema: unknown): Form {
  return resolved(schema as Json, definitions);
}

function resolved(schema: Json, definitions: Json): Form {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return { schema, definitions };
  const { $ref: _, ...own } = schema;
  const name = reference.replace('#/$defs/', '');
  return { ...resolved({ ...(definitions[name] as Json), ...own }, definitions), name };
}

/** The only values allowed; undefined if it is not such a list. */
export function words({ schema }: Form): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  return schema['enum'] as readonly unknown[] | undefined;
}

export function alternatives(form: Form): readonly Form[] | undefined {
  const choices = (form.schema['anyOf'] ?? form.schema['oneOf']) as readonly unknown[] | undefined;
  return choices?.map((choice) => below(form, choice));
}

export function properties(form: Form): ReadonlyMap<string, Form> {
  const members = Object.entries((form.schema['properties'] ?? {}) as Json);
  return new Map(members.map(([name, member]) => [name, below(form, member)]));
}

export const required = ({ schema }: Form): readonly string[] =>
  (schema['required'] ?? []) as readonly string[];

/** `kind: pause`: the word that distinguishes an alternative from its siblings. */
export function tagOf(form: Form): string | undefined {
  for (const [name, member] of properties(form)) {
    if (name !== 'kind' && name !== 'type') continue;
    const only = words(member);
    if (only?.length === 1) return `${name}: ${String(only[0])}`;
  }
  return undefined;
}

/** `integer`, or all types that are allowed, in a fixed order. */
export function typeOf(form: Form): string {
  const only = words(form);
  if (only !== undefined) return [...new Set(only.map(typeOfWord))].sort().join(' or ');
  const type = form.schema['type'];
  return Array.isArray(type) ? type.toSorted().join(' or ') : String(type ?? 'anything');
}

const typeOfWord = (word: unknown): string => (word === null ? 'null' : typeof word);
