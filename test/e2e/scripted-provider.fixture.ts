/**
 * A local provider of models, in the form of OpenAI's chat completions: it replies as a
 * test scripts it.
 */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { file } from './command-line.fixture.js';

interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** A request as the provider gets it. */
export interface Prompted {
  /** Number of the request, from 1. */
  readonly number: number;
  readonly messages: readonly Message[];
  /** Everything sent to the model, as JSON. */
  readonly text: string;
  readonly authorization: string | undefined;
}

/** The model's reply: a tool call, or a text that ends the conversation. */
export type Said = { readonly tool: string; readonly with: object } | string;

export interface ScriptedProvider {
  readonly requests: readonly Prompted[];
  /** A models file that describes it as `stub`, with a key and prices. */
  modelsFile(directory: string): string;
  close(): Promise<void>;
}

export async function scriptedProvider(
  answer: (prompted: Prompted) => Said | Promise<Said>,
): Promise<ScriptedProvider> {
  const requests: Prompted[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: Message[] };
      const { authorization } = request.headers;
      const text = JSON.stringify(messages);
      const prompted = { number: requests.length + 1, messages, text, authorization };
      requests.push(prompted);
      void Promise.resolve(answer(prompted)).then((said) => send(response, said));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(() => closed()));
  };
  onTestFinished(close);
  return {
    requests,
    close,
    modelsFile: (directory) => {
      file(directory, 'key.txt', `${stubKey}\n`);
      const described = `providers:
  stub: { api: openai-chat, baseUrl: 'http://127.0.0.1:${port}', key: { file: key.txt }, backoffMs: 1 }
prices: { version: '1', models: { stub/m: { input: 1, output: 2 } } }
`;
      return file(directory, 'models.yaml', described);
    },
  };
}

export const stubKey = 'sk-stub-0123456789abcdef';

function send(response: ServerResponse, said: Said): void {
  const called = typeof said !== 'string';
  const message = called
    ? { role: 'assistant', content: 'I act.', tool_calls: [toolCall(said.tool, said.with)] }
    : { role: 'assistant', content: said };
  const choice = { index: 0, message, finish_reason: called ? 'tool_calls' : 'stop' };
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  const head = { id: 'c', object: 'chat.completion', created: 1, model: 'm' };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ ...head, choices: [choice], usage }));
}

const toolCall = (name: string, args: object): object => ({
  id: 'call_1',
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});
