/** Checks external values against a layout by its JSON Schema, compiled once. */

import { TapefoldError } from '#values';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Returns the path of the first mismatch, `.shares` or `.positions.0.symbol`; undefined if
 * there is none.
 */
export type LayoutCheck = (value: unknown) => string | undefined;

/**
 * The check of a layout's `jsonSchema`. Undeclared members are accepted: later versions have them.
 */
export function layoutCheck(schema: Schema): LayoutCheck {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  if (choices !== undefined) return oneOf(choices.map(layoutCheck));
  if ('const' in schema) return has((value) => value === schema['const']);
  if ('enum' in schema) return among(schema['enum'] as readonly unknown[]);
  return checkOfType(schema);
}

function checkOfType(schema: Schema): LayoutCheck {
  switch (schema['type']) {
    case 'integer':
      return integer((schema['minimum'] as number | undefined) ?? -Infinity);
    case 'number':
      return has((value) => Number.isFinite(value));
    case 'string':
      return has((value) => typeof value === 'string');
    case 'boolean':
      return has((value) => typeof value === 'boolean');
    case 'null':
      return has((value) => value === null);
    case 'array':
      return list(layoutCheck(schema['items'] as Schema));
    case 'object':
      return members(
        schema['properties'] as Readonly<Record<string, Schema>>,
        schema['required'] as readonly string[],
      );
    default:
      throw new TapefoldError('Invariant', `nothing checks ${JSON.stringify(schema)}`);
  }
}

const has =
  (holds: (value: unknown) => boolean): LayoutCheck =>
  (value) =>
    holds(value) ? undefined : '';

const among = (words: readonly unknown[]): LayoutCheck => has((value) => words.includes(value));

const integer = (minimum: number): LayoutCheck =>
  has((value) => Number.isSafeInteger(value) && (value as number) >= minimum);

/** With several forms, reports the one that matches furthest. */
function oneOf(checks: readonly LayoutCheck[]): LayoutCheck {
  return (value) => {
    let furthest = '';
    for (const check of checks) {
      const broken = check(value);
      if (broken === undefined) return undefined;
      if (broken.length > furthest.length && !broken.startsWith('.kind')) furthest = broken;
    }
    return furthest;
  };
}

function list(check: LayoutCheck): LayoutCheck {
  return (value) => {
    if (!Array.isArray(value)) return '';
    for (let index = 0; index < value.length; index++) {
      const broken = check(value[index]);
      if (broken !== undefined) return `.${index}${broken}`;
    }
    return undefined;
  };
}

function members(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
): LayoutCheck {
  const names = Object.keys(properties);
  const optional = new Set(names.filter((name) => !required.includes(name)));
  const checks = Object.values(properties).map(layoutCheck);
  return (value) => {
    if (typeof value !== 'object' || value === null) return '';
    const record = value as Readonly<Record<string, unknown>>;
    for (let index = 0; index < names.length; index++) {
      const name = names[index] as string;
      const member = record[name];
      if (member === undefined && optional.has(name)) continue;
      const broken = (checks[index] as LayoutCheck)(member);
      if (broken !== undefined) return `.${name}${broken}`;
    }
    return undefined;
  };
}
