/** Any gzip reads what we compress at our level, and we read what others compress. */

import { gunzipSync, gzipSync } from 'node:zlib';
import { CompressionCodecs, CompressionTypes } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { gzipCodec, useQuickGzip } from './gzip-codec.js';

const text = Buffer.from('{"type":"TapeFacts"}'.repeat(1000));

describe('gzipCodec', () => {
  it('writes gzip that others read', async () => {
    const compressed = await gzipCodec.compress({ buffer: text });
    expect(compressed.length).toBeLessThan(text.length / 10);
    expect(gunzipSync(compressed)).toEqual(text);
  });

  it.each([1, 6, 9])('reads gzip of level %i', async (level) => {
    expect(await gzipCodec.decompress(gzipSync(text, { level }))).toEqual(text);
  });

  it('refuses what is no gzip', async () => {
    await expect(gzipCodec.decompress(text)).rejects.toThrow('incorrect header check');
  });

  it('takes the place of the codec of the client library', () => {
    useQuickGzip();
    expect(CompressionCodecs[CompressionTypes.GZIP]()).toBe(gzipCodec);
  });
});
