/**
 * The responder at one address, for both eras of the protocol: from revision 2026-07-28 requests
 * are independent; before it, a client opens a session. Sessions end with the endpoint at the
 * latest, and are limited in number.
 */

import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpHttpHandler,
  type McpServer,
} from '@modelcontextprotocol/server';
import { requestBytesMax } from './node-exchange.js';

/** A client that opens more without closing any loses its oldest. */
const sessionsMax = 16;

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer;
}

export class Endpoint {
  private readonly sessions = new Map<string, Session>();
  private readonly modern: McpHttpHandler;
  /** Requests in progress; streams that a client holds open do not count. */
  private readonly answering = new Set<Promise<unknown>>();

  constructor(private readonly newServer: () => McpServer) {
    this.modern = createMcpHandler(newServer, {
      legacy: 'reject',
      maxRequestBodySize: requestBytesMax,
    });
  }

  async fetch(request: Request): Promise<Response> {
    const answer = this.answer(request);
    if (request.method !== 'POST') return answer;
    this.answering.add(answer);
    try {
      return await answer;
    } finally {
      this.answering.delete(answer);
    }
  }

  /** Ends all sessions and streams, once requests in progress have been answered. */
  async close(): Promise<void> {
    await Promise.allSettled(this.answering);
    const servers = [...this.sessions.values()].map(({ server }) => server);
    this.sessions.clear();
    await Promise.allSettled([this.modern.close(), ...servers.map((one) => one.close())]);
  }

  private async answer(request: Request): Promise<Response> {
    const isLegacy = await isLegacyRequest(request, undefined, {
      maxRequestBodySize: requestBytesMax,
    });
    return isLegacy ? this.answerInSession(request) : this.modern.fetch(request);
  }

  private async answerInSession(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.openSession(request);
    const session = this.sessions.get(id);
    return session === undefined ? noSession() : session.transport.handleRequest(request);
  }

  /** Answers `initialize` with a session; the transport refuses anything else without one. */
  private async openSession(request: Request): Promise<Response> {
    const server = this.newServer();
    const transport: Session['transport'] = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      maxRequestBodySize: requestBytesMax,
      onsessioninitialized: (id) => this.keepSession(id, { transport, server }),
      onsessionclosed: (id) => void this.sessions.delete(id),
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  private keepSession(id: string, session: Session): void {
    this.sessions.set(id, session);
    const [oldest] = this.sessions;
    if (this.sessions.size <= sessionsMax || oldest === undefined) return;
    this.sessions.delete(oldest[0]);
    void oldest[1].server.close();
  }
}

const noSession = (): Response =>
  Response.json(
    { jsonrpc: '2.0', error: { code: -32_001, message: 'Session not found' }, id: null },
    { status: 404 },
  );
