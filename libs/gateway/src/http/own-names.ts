/** A gateway that only this machine reaches answers by this machine's names alone. */

import type { RequestHandler } from 'express';
import { foreignRequest, namesAt } from '#tools/mcp/foreign-request';
import { httpFailure } from './http-failure.js';

const loopback = ['127.0.0.1', '::1', 'localhost'];

/**
 * Refuses requests by another name where `address` is this machine's own: a page that rebinds its name to 127.0.0.1
 * sends such. Elsewhere any name may lead to a gateway, and all are taken.
 */
export function byOwnNames(address: string): RequestHandler {
  const names = namesAt('http://localhost');
  return ({ headers: { host } }, _response, next) => {
    const refused = loopback.includes(address) ? foreignRequest({ host }, names) : undefined;
    if (refused !== undefined) throw httpFailure(403, 'Forbidden', refused, { where: 'host' });
    next();
  };
}
