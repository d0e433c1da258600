/** The gateway over HTTP: each open attempt at an address with an unguessable token. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { listenLocally, singleHeaders, tokenIn, wholeBody, type LocalServer } from '#http';
import { isFailure } from '#values';
import { requestBytesMax, type AgentRequest } from './planned-call.js';
import { openaiError } from '../wire/openai-chat.js';

/** The handler at a token; undefined if there is none. */
export type AnswerAt = (token: string, request: AgentRequest) => Promise<Response> | undefined;

/** Listens on this machine. `Unavailable` if the port cannot be opened. */
export async function serveModels(answerAt: AnswerAt): Promise<LocalServer> {
  const server = await listenLocally({ what: 'models' });
  server.serve((request, response) => void exchangeModels(request, response, answerAt));
  return server;
}

async function exchangeModels(
  asked: IncomingMessage,
  response: ServerResponse,
  answerAt: AnswerAt,
): Promise<void> {
  try {
    const address = tokenIn(asked.url, 'ask');
    if (address === undefined || address.path === '') return refuse(response, 404, 'Not found');
    const { token, path } = address;
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
