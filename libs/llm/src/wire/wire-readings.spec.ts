/**
 * Everything that is read of each API, from requests and responses that use all of it, and from odd
 * ones: what is read differently has to be seen. `npx vitest run
 * libs/llm/src/wire/wire-readings.spec.ts --update` writes the files again.
 */

import { expect, it } from 'vitest';
import type { WireApi } from '../calls/recorded-call.js';
import { anthropic, chat, google, responses, type Readable } from './readable-bodies.fixture.js';
import type { OwnError, Wire } from './wire.js';
import { wires } from './wires.js';

const errors: readonly OwnError[] = [
  'bad request',
  'not allowed',
  'not found',
  'gone',
  'unavailable',
] as const;
const tell = (what: string, input: unknown, read: unknown): string =>
  `${what} ${JSON.stringify(input)}\n  ${JSON.stringify(read) ?? 'undefined'}`;

function readingsOf(wire: Wire, { paths, asked, requests, responses, streams }: Readable): string {
  const texts = (events: readonly unknown[]): string[] =>
    events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event)));
  const lines = [
    tell('headers', [], [wire.headers, wire.keyHeaders('k')]),
    ...errors.map((error) => tell('error', error, wire.errorBody(error, 'so it is'))),
    ...paths.map((path) => tell('path', path, wire.requestOf(path, { model: 'm' }))),
    ...asked.map((body) => tell('asked', body, wire.requestOf(paths[0]!, body))),
    ...requests.map((body) => tell('request', body, wire.readRequest(body))),
    ...responses.flatMap((body) => [
      tell('response', body, wire.readResponse(body)),
      tell('body', body, wire.readBody(body)),
    ]),
    ...streams.flatMap((events) => [
      tell('stream', events, wire.readStream(texts(events))),
      tell('joined', events, wire.joined(events)),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

it.each<[WireApi, Readable]>([
  ['anthropic-messages', anthropic],
  ['openai-chat', chat],
  ['openai-responses', responses],
  ['google-generate-content', google],
])('of %s this is read', async (api, readable) => {
  await expect(readingsOf(wires[api], readable)).toMatchFileSnapshot(
    `./golden-readings/${api}.txt`,
  );
});
