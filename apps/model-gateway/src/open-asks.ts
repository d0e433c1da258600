/** The attempts that are open at this gateway, each behind a token that opens it and nothing else. */

import { randomBytes } from 'node:crypto';
import type { AskRequest, ModelService, OpenAsk } from '#llm';
import { sha256Hex, unavailable } from '#values';

interface OpenedAttempt {
  readonly ask: OpenAsk;
  /** Epoch milliseconds after which nobody comes any more. */
  readonly goneAt: number;
}

/** A client that died says no end: its attempts are dropped so long after their deadline. */
const graceMs = 600_000;

export class OpenAsks {
  /** By the SHA-256 of the token: how long a look-up takes tells nothing of any token. */
  private readonly attempts = new Map<string, OpenedAttempt>();

  private isClosed = false;

  constructor(private readonly models: ModelService) {}

  get size(): number {
    return this.attempts.size;
  }

  /** Fails as `ModelService.open` does. */
  async open(request: AskRequest): Promise<{ readonly token: string; readonly ask: OpenAsk }> {
    if (this.isClosed) throw unavailable('the model gateway is stopping');
    this.dropGone();
    const ask = await this.models.open(request);
    const token = randomBytes(32).toString('base64url');
    const goneAt = Date.parse(request.deadline) + graceMs;
    this.attempts.set(sha256Hex(token), { ask, goneAt });
    return { token, ask };
  }

  /** The attempt behind a token; undefined for a token that this process did not give. */
  find(token: string): OpenAsk | undefined {
    return this.attempts.get(sha256Hex(token))?.ask;
  }

  drop(token: string): void {
    this.attempts.delete(sha256Hex(token));
  }

  /** Opens and finds no attempt from now on: clients come again to the gateway that follows. */
  close(): void {
    this.isClosed = true;
    this.attempts.clear();
  }

  private dropGone(): void {
    const now = Date.now();
    for (const [hash, { goneAt }] of this.attempts) if (goneAt < now) this.attempts.delete(hash);
  }
}
