/** What a route answers and needs, said once: status and schema for the document, the handler's type, and its scope. */

import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { z } from 'zod';
import { Needs } from '../auth/scope.guard.js';
import type { Scope } from '../auth/principal.js';
import { failureBodySchema } from './http-failure.js';

export interface RouteWords<S extends z.ZodType> {
  readonly scope: Scope;
  readonly summary: string;
  readonly answer: S;
  /** 200 when it is left out. */
  readonly status?: number;
}

/** A handler that gives what `answer` says: the compiler compares them. */
type HandlerOf<S extends z.ZodType> = <H extends (...parameters: never[]) => Promise<z.output<S>>>(
  target: object,
  name: string,
  descriptor: TypedPropertyDescriptor<H>,
) => void;

export function Answers<S extends z.ZodType>(words: RouteWords<S>): HandlerOf<S> {
  const { scope, summary, answer, status = 200 } = words;
  const described = ApiResponse({ status, description: summary, standardSchema: answer as never });
  const all = applyDecorators(HttpCode(status), described, Scoped(scope, summary));
  return (target, name, descriptor) => all(target, name, descriptor as never);
}

/** Summary, scope and failures of a route whose answer is no JSON. */
export function Scoped(scope: Scope, summary: string): MethodDecorator {
  return applyDecorators(
    Needs(scope),
    ApiBearerAuth(),
    ApiOperation({ summary, description: `Needs the scope \`${scope}\`.` }),
    ApiResponse({
      status: 'default',
      description: 'Why it was not done.',
      standardSchema: failureBodySchema as never,
    }),
  );
}
