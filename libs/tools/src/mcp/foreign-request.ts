/**
 * Detects requests under a foreign host name, as a page sends them that rebinds its name
 * to this machine.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';

/**
 * Why a request is refused: its `Host` is not in `names`, or its page has another origin;
 * undefined if allowed.
 */
export function foreignRequest(
  { host, origin }: Pick<IncomingHttpHeaders, 'host' | 'origin'>,
  names: string[],
): string | undefined {
  const verdicts = [validateHostHeader(host, names), validateOriginHeader(origin, names)];
  return verdicts.find((verdict) => !verdict.ok)?.message;
}
