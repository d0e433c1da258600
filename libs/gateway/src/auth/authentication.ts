/** No token, no access: what is asked of every request before a byte of its body is read. */

import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { foreignRequest } from '#tools/mcp/foreign-request';
import type { AccessTokens } from './access-tokens.js';
import { httpFailure } from '../parts/http-failure.js';
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

/** Whether a browser asks for the page at `/`, which shows nothing of the system without a token. */
export const isPage = (request: Request): boolean => request.path === '/' && isBrowsing(request);

/** Whether a browser opens something for a reader to look at. */
const isBrowsing = ({ method, headers: { accept = '' } }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(accept);

/**
 * What a request brings. A browser can send a token without a script only as the password of basic access, and sends it
 * again with requests that other pages make: it is taken where a reader looks at something, and nowhere else.
 */
function broughtBy(request: Request): string | undefined {
  const { authorization } = request.headers;
  const [, basic] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? [];
  if (basic === undefined || !isBrowsing(request)) return authorization;
  const text = Buffer.from(basic, 'base64').toString();
  return `Bearer ${text.slice(text.indexOf(':') + 1)}`;
}

/** Supervisors ask for health, and have no token. Nothing else but the page is open. */
export const isOpen = (path: string): boolean =>
  path === '/health/live' || path === '/health/ready';

export function authenticate(tokens: AccessTokens): RequestHandler {
  return async (request: Request, _response: Response, next: NextFunction): Promise<void> => {
    if (!isOpen(request.path)) {
      const principal = await tokens.principalOf(broughtBy(request));
      if (principal === null && !isPage(request)) {
        const message = 'a valid token is needed: Authorization: Bearer …';
        throw httpFailure(401, 'Unauthorised', message);
      }
      if (principal !== null) admit(request, principal);
    }
    next();
  };
}
