/**
 * A server that answers with the list of all its messages, and supports conditional HTTP requests.
 */

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export class ListServer {
  readonly messages: unknown[] = [];
  /** Statuses of all answers, in order. */
  readonly statuses: number[] = [];
  /** Answers 503 this many times before it succeeds. */
  busy = 0;
  /** Redirect target, if any. */
  elsewhere: string | undefined;
  /** The required value of the header `x-key`. */
  key: string | undefined;
  private readonly http = createServer((request, response) => this.answer(request, response));

  async start(): Promise<this> {
    this.http.listen(0, '127.0.0.1');
    await once(this.http, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}/messages`;
  }

  async stop(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((settle) => this.http.close(settle));
  }

  private answer({ headers }: IncomingMessage, response: ServerResponse): void {
    const body = JSON.stringify(this.messages);
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
    const status = this.statusFor(headers, etag);
    this.statuses.push(status);
    if (status === 503) response.setHeader('retry-after', '7');
    if (status === 302) response.setHeader('location', this.elsewhere ?? '');
    response.writeHead(status, { 'content-type': 'application/json', etag });
    // A server that echoes what it received.
    const refusal = status === 304 ? '' : `no: ${String(headers['x-key'])}`;
    response.end(status === 200 ? body : refusal);
  }

  private statusFor(headers: IncomingMessage['headers'], etag: string): number {
    if (this.elsewhere !== undefined) return 302;
    if (this.key !== undefined && headers['x-key'] !== this.key) return 401;
    if (this.busy-- > 0) return 503;
    return headers['if-none-match'] === etag ? 304 : 200;
  }
}
