/** The attempts open at this gateway, each behind a token that grants access to it alone. */

import { newToken } from '#http';
import type { AskRequest, ModelService, OpenAsk } from '#llm';
import { sha256Hex, unavailable } from '#values';

interface OpenedAttempt {
  readonly ask: OpenAsk;
  /** Epoch milliseconds after which no client is expected any more. */
  readonly goneAt: number;
}

/**
 * A client that died sends no end: its attempts are dropped this many milliseconds after
 * their deadline.
 */
const graceMs = 600_000;

export class OpenAsks {
  /** By the SHA-256 of the token: the time of a look-up reveals nothing about any token. */
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
    const token = newToken();
    const goneAt = Date.parse(request.deadline) + graceMs;
    this.attempts.set(sha256Hex(token), { ask, goneAt });
    return { token, ask };
  }

  /** The attempt of a token; undefined for a token that this process did not issue. */
  find(token: string): OpenAsk | undefined {
    return this.attempts.get(sha256Hex(token))?.ask;
  }

  drop(token: string): void {
    this.attempts.delete(sha256Hex(token));
  }

  /** Neither opens nor finds attempts from now on: clients return to the next gateway. */
  close(): void {
    this.isClosed = true;
    this.attempts.clear();
  }

  private dropGone(): void {
    const now = Date.now();
    for (const [hash, { goneAt }] of this.attempts) if (goneAt < now) this.attempts.delete(hash);
  }
}
