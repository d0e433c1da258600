/** No token, no access: what is asked of every request before a byte of its body is read. */

import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { AccessTokens } from './access-tokens.js';
import { httpFailure } from '../http/http-failure.js';
import { admit } from './principal.js';

/** Supervisors ask for health, and have no token. Nothing else is open. */
export const isOpen = (path: string): boolean =>
  path === '/health/live' || path === '/health/ready';

export function authenticate(tokens: AccessTokens): RequestHandler {
  return async (request: Request, _response: Response, next: NextFunction): Promise<void> => {
    if (!isOpen(request.path)) {
      const principal = await tokens.principalOf(request.headers.authorization);
      if (principal === null) {
        const message = 'a valid token is needed: Authorization: Bearer …';
        throw httpFailure(401, 'Unauthorised', message);
      }
      admit(request, principal);
    }
    next();
  };
}
