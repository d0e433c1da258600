/**
 * Checks every parameter, query and body against the schema of its route, and refuses mismatches.
 */

import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { excerpt } from '#values';
import type { KnownWorkflow } from '#contracts/scenario/scenario';
import { allWorkflows, type Workflows } from '#workflows';
import { expectedOf } from '#contracts/parsing/schema-issue';
import { httpFailure } from '../failures/http-failure.js';

const names: Readonly<Record<string, string>> = { body: 'body', query: 'query', param: 'path' };

/** The member of a union that a value means. */
type MemberOf = (value: unknown, workflows: readonly KnownWorkflow[]) => z.ZodType;
const members = new WeakMap<object, MemberOf>();

/**
 * The same union, judging a value by the member that it means: errors leave out the other members.
 */
export function judgedBy<S extends z.ZodType>(union: S, memberOf: MemberOf): S {
  members.set(union, memberOf);
  return union;
}

export class SchemaPipe implements PipeTransform {
  private readonly workflows: readonly KnownWorkflow[];

  constructor(workflows: Workflows = allWorkflows) {
    this.workflows = [...workflows.values()];
  }

  transform(value: unknown, { schema, type }: ArgumentMetadata): unknown {
    if (type === 'custom') return value;
    if (schema === undefined) throw new Error('a parameter of a route without a schema');
    const name = names[type] ?? type;
    if (type === 'body' && value === undefined) {
      throw httpFailure(415, 'Refused', 'a body is needed that is JSON', { where: 'body' });
    }
    const declared = schema as z.ZodType;
    const meant = members.get(declared)?.(value, this.workflows) ?? declared;
    const parsed = meant.safeParse(value);
    if (parsed.success) return parsed.data;
    const issue = deepest(parsed.error.issues[0] as z.core.$ZodIssue);
    const path = issue.path.map(String);
    const status = meant === declared || isPublished(declared, value) ? 400 : 422;
    throw httpFailure(status, 'InvalidInput', `the ${name} does not match its schema`, {
      where: [name, ...path].join('.'),
      expected: expectationOf(issue),
      found: excerpt(memberAt(value, path)),
    });
  }
}

/**
 * Whether the published union refuses the value; it lacks the list of workflows and the
 * checks in code.
 */
const isPublished = (union: z.ZodType, value: unknown): boolean =>
  union.safeParse(value).error?.issues.some(isExplained) ?? false;

const isExplained = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_union' && issue.errors.length > 0
    ? issue.errors.every((branch) => branch.some(isExplained))
    : issue.code !== 'custom';

/** The issue of a union that got furthest is the most informative. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const [best] = issue.errors
    .flat()
    .map(deepest)
    .sort((one, other) => other.path.length - one.path.length);
  return best === undefined ? issue : { ...best, path: [...issue.path, ...best.path] };
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, name))
      return undefined;
    return (inner as Readonly<Record<string, unknown>>)[name];
  }, value);
}

type Issue = z.core.$ZodIssue;

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const units: Readonly<Record<string, string>> = { string: ' characters', array: ' elements' };

/** What was expected, as a phrase; our own message if the schema has one. */
export function expectationOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return oneOf(issue.values.map(String));
    case 'too_small':
      return (
        `${issue.inclusive === true ? 'at least' : 'more than'} ` +
        `${bound(issue.minimum, issue.origin)}`
      );
    case 'too_big':
      return (
        `${issue.inclusive === true ? 'at most' : 'less than'} ` +
        `${bound(issue.maximum, issue.origin)}`
      );
    case 'unrecognized_keys':
      return `no member ${issue.keys.join(', ')}`;
    case 'invalid_format':
      return issue.pattern === undefined ? issue.format : `a text of the form ${issue.pattern}`;
    case 'invalid_union':
      return unionOf(issue);
    default:
      return expectedOf(issue);
  }
}

const oneOf = (values: readonly string[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;

const bound = (limit: number | bigint, origin: string): string => `${limit}${units[origin] ?? ''}`;

/** Lists what all branches expect; a union by kind lists the kinds. */
function unionOf(issue: Issue & { code: 'invalid_union' }): string {
  const { options } = issue as { options?: readonly unknown[] };
  if (options !== undefined && options.length > 0) return oneOf(options.map(String));
  const wanted = issue.errors.flat().map(expectationOf);
  return wanted.length === 0 ? expectedOf(issue) : [...new Set(wanted)].join(', or ');
}
