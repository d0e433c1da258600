/** Deliveries: which are authentic, and which bodies are read. */

import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contentDecoding, isAuthentic } from './delivered-body.js';

const secret = 'open sesame';
const body = Buffer.from('{"n":1}');

describe('a bearer token', () => {
  const isTaken = (authorization?: string): boolean =>
    isAuthentic({ auth: 'bearer', signatureHeader: 'x-signature' }, 'sesame', {
      headers: { authorization },
      body,
    });

  it.each([
    ['Bearer sesame', true],
    ['bearer   sesame', true],
    ['Bearer sesame2', false],
    ['Bearer sesam', false],
    ['Bearer', false],
    ['Bearer sesame sesame', false],
    ['a Bearer sesame', false],
    ['Bearersesame', false],
    ['sesame', false],
    [undefined, false],
  ])('%j is taken: %s', (authorization, taken) => {
    expect(isTaken(authorization)).toBe(taken);
  });
});

describe('a signature', () => {
  const hex = createHmac('sha256', secret).update(body).digest('hex');
  const isTaken = (headers: IncomingHttpHeaders, of: Uint8Array = body): boolean =>
    isAuthentic({ auth: 'hmac-sha256', signatureHeader: 'X-Signature' }, secret, {
      headers,
      body: of,
    });

  it.each([
    [hex, true],
    [hex.toUpperCase(), true],
    [`sha256=${hex}`, true],
    [`sha1=${hex}`, false],
    [`${hex}00`, false],
    [`00${hex}`, false],
    [hex.slice(2), false],
    [`${hex.slice(0, -1)}${hex.endsWith('0') ? 1 : 0}`, false],
    ['', false],
    [undefined, false],
  ])('%j is taken: %s', (signature, taken) => {
    expect(isTaken({ 'x-signature': signature })).toBe(taken);
  });

  it('is of the body, byte by byte', () => {
    expect(isTaken({ 'x-signature': hex }, Buffer.from('{"n":2}'))).toBe(false);
  });
});

describe('a body', () => {
  const isRead = (headers: IncomingHttpHeaders): boolean => contentDecoding(headers) !== undefined;

  it.each([
    ['application/json', true],
    ['Application/JSON', true],
    ['application/json ; v=1', true],
    ['application/cloudevents+json', true],
    ['application/vnd.api-v1_2+json; charset=utf-8', true],
    ['application/json; charset="UTF-8"', true],
    ['application/json; charset=utf8; v=1', true],
    ['application/json; charset=us-ascii', true],
    ['application/json; charset=latin1', false],
    ['application/json; charset=utf-16', false],
    ['application/json; charset = iso-8859-1', false],
    ['application/+json', false],
    ['application/a b+json', false],
    ['application/jsonl', false],
    ['text/json', false],
    ['x application/json', false],
    ['', false],
    [undefined, false],
  ])('of the type %j is read: %s', (type, read) => {
    expect(isRead({ 'content-type': type })).toBe(read);
  });

  const json = { 'content-type': 'application/json' };
  it.each([
    [undefined, body],
    ['identity', body],
    ['gzip', gzipSync(body)],
    [' X-GZIP ', gzipSync(body)],
    ['br', brotliCompressSync(body)],
    ['deflate', deflateSync(body)],
    ['deflate', deflateRawSync(body)],
  ])('in the encoding %j is decoded', async (encoding, packed) => {
    const decode = contentDecoding({ ...json, 'content-encoding': encoding })!;
    expect(Buffer.from((await decode(packed, 7)) as Uint8Array).toString()).toBe('{"n":1}');
  });

  it('in another encoding is not read', () => {
    expect(isRead({ ...json, 'content-encoding': 'zstd' })).toBe(false);
    expect(isRead({ ...json, 'content-encoding': 'gzip, br' })).toBe(false);
  });

  it.each(['gzip', 'br', 'deflate'])(
    'in %s has limits, and has to be what it says',
    async (encoding) => {
      const pack = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }[encoding]!;
      const decode = contentDecoding({ ...json, 'content-encoding': encoding })!;
      expect(await decode(pack(Buffer.alloc(100_000, 32)), 99_999)).toBe(413);
      expect(await decode(Buffer.from('\u00ff no such bytes'), 100)).toBe(400);
    },
  );
});
