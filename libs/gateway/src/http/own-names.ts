/** A gateway that only this machine reaches answers by this machine's names alone. */

import type { RequestHandler } from 'express';
import { foreignRequest } from '#tools/mcp/foreign-request';
import { httpFailure } from './http-failure.js';

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
