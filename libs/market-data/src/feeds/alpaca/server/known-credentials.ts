/** The keys that a server takes, and where a request carries them. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from './stream-session.js';

/** Says whether credentials are these, in a time that does not tell how much of them was right. */
export function knownCredentials(known: Credentials): (given: Credentials) => boolean {
  const digest = digestOf(known);
  return (given) => timingSafeEqual(digest, digestOf(given));
}

/** The vendor's two headers, or basic authentication; null where there is neither. */
export function credentialsOf(headers: IncomingHttpHeaders): Credentials | null {
  const [key, secret] = [headers['apca-api-key-id'], headers['apca-api-secret-key']];
  if (typeof key === 'string' && typeof secret === 'string') return { key, secret };
  const [, basic] = /^Basic ([A-Za-z0-9+/=]{1,4000})$/.exec(headers.authorization ?? '') ?? [];
  if (basic === undefined) return null;
  const text = Buffer.from(basic, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { key: text.slice(0, colon), secret: text.slice(colon + 1) };
}

const digestOf = ({ key, secret }: Credentials): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([key, secret]))
    .digest();
