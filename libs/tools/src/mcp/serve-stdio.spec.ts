/** A capability over standard input and output, message by message. */

import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { serveStdio } from './serve-stdio.js';
import { capabilityAt } from './served-tools.fixture.js';

type Message = Record<string, unknown>;

/** The output, one message per line, until the input and the server have ended. */
async function answersTo(messages: readonly (Message | string)[]): Promise<Message[]> {
  const input = new PassThrough();
  const output = new PassThrough();
  const capability = capabilityAt(7);
  const served = serveStdio(capability, { input, output });
  let text = '';
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (
      text.split('\n').length >
      messages.filter((one) => typeof one === 'string' || 'id' in one).length
    )
      input.end();
  });
  for (const message of messages)
    input.write(
      typeof message === 'string' ? message : `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`,
    );
  await served;
  expect(capability.isEnded).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Message);
}

const call = { name: 'get_time', arguments: {} };

describe('a capability over standard input and output', () => {
  it('answers a client of 2025, and ends when the input does', async () => {
    const clientInfo = { name: 'a client', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const [opened, answered] = await answersTo([
      { id: 1, method: 'initialize', params },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: call },
    ]);
    expect(opened).toMatchObject({ id: 1, result: { protocolVersion: '2025-06-18' } });
    expect(answered).toMatchObject({ id: 2, result: { structuredContent: { time: 7 } } });
  });

  it('answers an invalid message with an error, and continues', async () => {
    const clientInfo = { name: 'a client', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const answers = await answersTo([
      'no JSON\n',
      '{"jsonrpc":"2.0","id":1,\n',
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"\\u005f_proto__":{}}}\r\n',
      { id: 1, method: 'initialize', params },
    ]);
    const codes = answers.map(({ error }) => (error as { code: number } | undefined)?.code);
    expect(codes.slice(0, 3)).toEqual([-32_700, -32_700, -32_600]);
    expect(answers.slice(0, 3).map(({ id }) => id)).toEqual([null, null, null]);
    expect(answers[3]).toMatchObject({ id: 1, result: { protocolVersion: '2025-06-18' } });
  });

  it('answers a client of 2026 without a handshake', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'a client', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const [found, answered] = await answersTo([
      { id: 1, method: 'server/discover', params: { _meta } },
      { id: 2, method: 'tools/call', params: { ...call, _meta } },
    ]);
    expect(found).toMatchObject({ id: 1, result: { supportedVersions: ['2026-07-28'] } });
    expect(answered).toMatchObject({ id: 2, result: { structuredContent: { time: 7 } } });
  });
});
