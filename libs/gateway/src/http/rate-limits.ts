/** How often one address and one token may ask, counted over a minute. */

import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { isOpen } from '../auth/authentication.js';
import type { GatewayLimits } from '../gateway-limits.js';
import { httpFailure } from './http-failure.js';
import { principalOf } from '../auth/principal.js';

const windowMs = 60_000;

/** Counted before tokens are looked at, so that guessing them is slow. */
export const limitPerAddress = ({ perAddress }: GatewayLimits): RequestHandler =>
  limited(perAddress, 'address', (request) => ipKeyGenerator(request.ip ?? ''));

export const limitPerToken = ({ perToken }: GatewayLimits): RequestHandler =>
  limited(perToken, 'token', (request) => principalOf(request)?.name ?? '');

export const limitSubmissions = ({ submissionsPerToken }: GatewayLimits): RequestHandler =>
  limited(
    submissionsPerToken,
    'submissions',
    (request) => principalOf(request)?.name ?? '',
    (request) => request.method !== 'POST' || !request.path.startsWith('/v1/submissions'),
  );

function limited(
  limit: number,
  identifier: string,
  keyGenerator: (request: Request) => string,
  isFree: (request: Request) => boolean = () => false,
): RequestHandler {
  return rateLimit({
    windowMs,
    limit,
    identifier,
    keyGenerator,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    skip: (request) => isOpen(request.path) || isFree(request),
    handler: (_request, _response, next) => {
      const expected = `at most ${limit} in ${windowMs / 1_000} seconds`;
      next(httpFailure(429, 'TooMany', 'too many requests', { where: identifier, expected }));
    },
  });
}
