/** Batches compressed by gzip at its quickest: any client reads them, and nobody waits for the last per cent. */

import { promisify } from 'node:util';
import { gzip, unzip } from 'node:zlib';
import kafkajs from 'kafkajs';

const compressed = promisify(gzip);
const decompressed = promisify(unzip);

/** Beside the usual 6, facts take 6 % and decisions 19 % more room, in a fifth of the time and less. */
const level = 1;

/** As kafkajs calls it: what is to be compressed stands in the buffer of an encoder. */
export const gzipCodec = {
  compress: ({ buffer }: { readonly buffer: Buffer }): Promise<Buffer> =>
    compressed(buffer, { level }),
  decompress: (buffer: Buffer): Promise<Buffer> => decompressed(buffer),
};

/** Has the client library use it, in the whole process. */
export function useQuickGzip(): void {
  // The module's names are found at run time alone.
  const { CompressionCodecs, CompressionTypes } = kafkajs;
  CompressionCodecs[CompressionTypes.GZIP] = () => gzipCodec;
}
