/** The gateway over HTTP: each open attempt at an address with an unguessable token. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isFailure, unavailable } from '#values';
import { serverTimes } from '#values/server-times';
import { singleHeaders, wholeBody } from '#http';
import { requestBytesMax, type AgentRequest } from './planned-call.js';
import { openaiError } from '../wire/openai-chat.js';

export interface ServedModels {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  close(): Promise<void>;
}

/** The handler at a token; undefined if there is none. */
export type AnswerAt = (token: string, request: AgentRequest) => Promise<Response> | undefined;

const host = '127.0.0.1';
const address = /^\/ask\/([\w-]{43})(\/.*)$/;

/** Listens on this machine. `Unavailable` if the port cannot be opened. */
export async function serveModels(answerAt: AnswerAt): Promise<ServedModels> {
  const server = createServer({ keepAliveTimeout: 60_000, ...serverTimes });
  server.on('request', (request, response) => void exchangeModels(request, response, answerAt));
  server.listen(0, host);
  await once(server, 'listening').catch((cause: unknown) => {
    throw unavailable('cannot serve models', { where: `${host}:0`, cause });
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://${host}:${port}`, close: () => closed(server) };
}

async function exchangeModels(
  asked: IncomingMessage,
  response: ServerResponse,
  answerAt: AnswerAt,
): Promise<void> {
  try {
    const [, token, path] = address.exec(asked.url ?? '') ?? [];
    if (token === undefined || path === undefined) return refuse(response, 404, 'Not found');
    if (asked.method === 'TRACE') return refuse(response, 405, 'Method not allowed');
    const body = (await wholeBody(asked, requestBytesMax))?.toString('utf8');
    if (body === undefined) return refuse(response, 413, 'the request is too long');
    const headers = singleHeaders(asked.headers);
    const answer = answerAt(token, { method: asked.method ?? 'GET', path, headers, body });
    if (answer === undefined) return refuse(response, 404, 'Not found');
    await write(await answer, response);
  } catch (error) {
    if (response.headersSent) return void response.destroy();
    const message = isFailure(error) ? error.message : 'Internal error';
    refuse(response, 500, message);
  }
}

async function write(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) response.end();
  else await pipeline(Readable.fromWeb(answer.body), response);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-should-retry': 'false',
    connection: 'close',
  });
  response.end(JSON.stringify(openaiError('bad request', message)));
}

async function closed(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
