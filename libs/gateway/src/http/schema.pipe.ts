/** Every parameter, query and body against the schema that its route names; what is not as it says is refused. */

import { Inject, Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { excerpt } from '#values';
import type { KnownWorkflow } from '#contracts/scenario';
import { allWorkflows } from '#workflows';
import { GATEWAY, type GatewayParts } from '../gateway-parts.js';
import { expectationOf } from './expectation.js';
import { httpFailure } from './http-failure.js';

const names: Readonly<Record<string, string>> = { body: 'body', query: 'query', param: 'path' };

/** The member of a union that a value means. */
type MemberOf = (value: unknown, workflows: readonly KnownWorkflow[]) => z.ZodType;
const members = new WeakMap<object, MemberOf>();

/** The same union, of which a value is judged by the member that it means: errors do not speak of the others. */
export function judgedBy<S extends z.ZodType>(union: S, memberOf: MemberOf): S {
  members.set(union, memberOf);
  return union;
}

@Injectable()
export class SchemaPipe implements PipeTransform {
  private readonly workflows: readonly KnownWorkflow[];

  constructor(@Inject(GATEWAY) { workflows = allWorkflows }: Pick<GatewayParts, 'workflows'>) {
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
    throw httpFailure(status, 'InvalidInput', `the ${name} is not as it has to be`, {
      where: [name, ...path].join('.'),
      expected: expectationOf(issue),
      found: excerpt(memberAt(value, path)),
    });
  }
}

/** Whether the published union refuses the value: it knows neither which workflows there are, nor checks in code. */
const isPublished = (union: z.ZodType, value: unknown): boolean =>
  union.safeParse(value).error?.issues.some(isSaid) ?? false;

const isSaid = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_union' && issue.errors.length > 0
    ? issue.errors.every((branch) => branch.some(isSaid))
    : issue.code !== 'custom';

/** Of a union's issues the one that got furthest says most. */
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
