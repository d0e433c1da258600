/** Requests by a name that is not the server's own, as a page sends them that rebinds its name to this machine. */

import type { IncomingHttpHeaders } from 'node:http';
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';

/** Names of this machine, and that of the address under which a server is reached. */
export const namesAt = (address: string): readonly string[] => [
  ...localhostAllowedHostnames(),
  new URL(address).hostname,
];

/** Why a request is refused: its `Host` is none of `names`, or its page is of another origin; undefined if not. */
export function foreignRequest(
  { host, origin }: Pick<IncomingHttpHeaders, 'host' | 'origin'>,
  names: readonly string[],
): string | undefined {
  const verdicts = [validateHostHeader(host, [...names]), validateOriginHeader(origin, [...names])];
  for (const verdict of verdicts) if (!verdict.ok) return verdict.message;
  return undefined;
}
