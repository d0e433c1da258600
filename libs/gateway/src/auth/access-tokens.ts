/**
 * Tokens: made from 256 random bits, shown once, stored as their SHA-256, and compared in
 * constant time.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import { newToken } from '#http';
import { microsPerMilli } from '#values';
import type { Control } from '#read-models';
import { scopes, type Principal } from './principal.js';

/** The bearer of the bootstrap token may do everything. */
const admin: Principal = { name: 'admin', scopes };

const tokenPattern = /^[\x21-\x7e]{16,256}$/;

interface MintedToken {
  /** Sent to its bearer, and not stored. */
  readonly secret: string;
  readonly hash: string;
}

export function mintToken(): MintedToken {
  const secret = `tapefold_${newToken()}`;
  return { secret, hash: hashOfToken(secret) };
}

export const hashOfToken = (secret: string): string =>
  createHash('sha256').update(secret, 'utf8').digest('hex');

export class AccessTokens {
  /** `adminHash`: SHA-256 of the bootstrap token as hex; null if there is none. */
  constructor(
    private readonly store: Pick<Control, 'tokenByHash'>,
    private readonly adminHash: string | null,
    private readonly nowMs: () => number,
  ) {}

  /**
   * The principal of an `Authorization` header; null for a missing, unknown, revoked or
   * expired token.
   */
  async principalOf(header: string | undefined): Promise<Principal | null> {
    const secret = /^Bearer ([^ ]+)$/i.exec(header ?? '')?.[1];
    if (secret === undefined || !tokenPattern.test(secret)) return null;
    const hash = hashOfToken(secret);
    if (this.adminHash !== null && isSameHash(hash, this.adminHash)) return admin;
    const found = await this.store.tokenByHash(hash);
    if (found === undefined || !isSameHash(hash, found.hash)) return null;
    const { expires } = found;
    if (expires !== null && expires <= this.nowMs() * microsPerMilli) return null;
    return { name: found.name, scopes: scopes.filter((scope) => found.scopes.includes(scope)) };
  }
}

function isSameHash(one: string, other: string): boolean {
  const left = Buffer.from(one, 'hex');
  const right = Buffer.from(other, 'hex');
  return left.length === 32 && right.length === 32 && timingSafeEqual(left, right);
}
