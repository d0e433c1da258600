/** No token, no access: what is asked of every request before a byte of its body is read. */

import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { foreignRequest } from '#tools/mcp/foreign-request';
import type { AccessTokens } from './access-tokens.js';
import { httpFailure } from '../http/http-failure.js';
import { admit } from './principal.js';

const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/** Refuses requests by another name where `address` is this machine's own; any name may lead to another gateway. */
export function byOwnNames(address: string): RequestHandler {
  const isLocal = ['::1', ...ownNames].includes(address);
  return ({ headers: { host } }, _response, next) => {
    const refused = isLocal ? foreignRequest({ host }, ownNames) : undefined;
    if (refused !== undefined) throw httpFailure(403, 'Forbidden', refused, { where: 'host' });
    next();
  };
}

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
