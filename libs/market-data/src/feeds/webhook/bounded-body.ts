/** The body of a request that came in, up to a size. */

import type { IncomingMessage } from 'node:http';

/** Undefined where it is larger than it may be; then the rest was not read. */
export async function boundedBody(
  request: IncomingMessage,
  bytesMax: number,
): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) return undefined;
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(part as Uint8Array);
    length += bytes.length;
    if (length > bytesMax) return undefined;
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}
