/**
 * The bearer of a request's token, stored with the request for guards, limits and the audit log.
 */

import type { Request } from 'express';
import { z } from 'zod';

export const scopes = ['read', 'submit', 'control'] as const;
export const scopeSchema = z.enum(scopes);
export type Scope = z.infer<typeof scopeSchema>;

export interface Principal {
  /** Name of the token; unique. */
  readonly name: string;
  readonly scopes: readonly Scope[];
}

const principals = new WeakMap<Request, Principal>();

export function admit(request: Request, principal: Principal): void {
  principals.set(request, principal);
}

/** Undefined if no token was required. */
export function principalOf(request: Request): Principal | undefined {
  return principals.get(request);
}
