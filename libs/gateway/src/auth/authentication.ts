/** No token, no access: checked on every request before a byte of its body is read. */

import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { foreignRequest } from '#tools/mcp/foreign-request';
import type { AccessTokens } from './access-tokens.js';
import { httpFailure } from '../failures/http-failure.js';
import { admit } from './principal.js';

const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses requests under other host names if `address` is local; any name may lead to
 * other gateways.
 */
export function byOwnNames(address: string): RequestHandler {
  const isLocal = ['::1', ...ownNames].includes(address);
  return ({ headers: { host } }, _response, next) => {
    const refused = isLocal ? foreignRequest({ host }, ownNames) : undefined;
    if (refused !== undefined) throw httpFailure(403, 'Forbidden', refused, { where: 'host' });
    next();
  };
}

/** Whether a browser asks for the page at `/`, which shows no data without a token. */
export const isPage = (request: Request): boolean => request.path === '/' && isBrowsing(request);

/** Whether a browser navigates to a page for a reader. */
const isBrowsing = ({ method, headers: { accept = '' } }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(accept);

/**
 * The credentials of a request. Without a script, a browser can send a token only as the
 * password of basic access, and sends it again with requests made by other pages: it is accepted
 * only for navigation.
 */
function broughtBy(request: Request): string | undefined {
  const { authorization } = request.headers;
  const [, basic] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? [];
  if (basic === undefined || !isBrowsing(request)) return authorization;
  const text = Buffer.from(basic, 'base64').toString();
  return `Bearer ${text.slice(text.indexOf(':') + 1)}`;
}

/** Supervisors ask for health without a token. Only the page is open besides. */
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
