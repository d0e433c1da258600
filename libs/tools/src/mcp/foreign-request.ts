/** Requests by a name that is not the server's own, as a page sends them that rebinds its name to this machine. */

import type { IncomingHttpHeaders } from 'node:http';
import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';

/** Why a request is refused: its `Host` is none of `names`, or its page is of another origin; undefined if not. */
export function foreignRequest(
  { host, origin }: Pick<IncomingHttpHeaders, 'host' | 'origin'>,
  names: string[],
): string | undefined {
  const verdicts = [validateHostHeader(host, names), validateOriginHeader(origin, names)];
  return verdicts.find((verdict) => !verdict.ok)?.message;
}
