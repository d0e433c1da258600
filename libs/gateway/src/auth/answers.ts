/**
 * What a route answers and needs, declared once: status and schema for the document, handler
 * type, and scope.
 */

import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { z } from 'zod';
import { Needs } from './scope.guard.js';
import type { Scope } from './principal.js';

interface RouteWords<S extends z.ZodType> {
  readonly scope: Scope;
  readonly summary: string;
  readonly answer: S;
  /** Default: 200. */
  readonly status?: number;
  /** Failures beyond those that every route with such parameters may answer with. */
  readonly refuses?: readonly number[];
}

/** A handler that returns what `answer` declares; the compiler checks it. */
type HandlerOf<S extends z.ZodType> = <H extends (...parameters: never[]) => Promise<z.output<S>>>(
  target: object,
  name: string,
  descriptor: TypedPropertyDescriptor<H>,
) => void;

export function Answers<S extends z.ZodType>(words: RouteWords<S>): HandlerOf<S> {
  const { scope, summary, answer, status = 200, refuses = [] } = words;
  const described = ApiResponse({ status, description: summary, standardSchema: answer as never });
  const all = applyDecorators(HttpCode(status), described, Scoped(scope, summary, refuses));
  return (target, name, descriptor) => all(target, name, descriptor as never);
}

/** Summary, scope and failures of a route whose answer is not JSON. */
export function Scoped(
  scope: Scope,
  summary: string,
  refuses: readonly number[] = [],
): MethodDecorator {
  return applyDecorators(
    Needs(scope),
    ApiBearerAuth(),
    ApiOperation({ summary, description: `Needs the scope \`${scope}\`.` }),
    ...refuses.map((status) => ApiResponse({ status })),
  );
}
