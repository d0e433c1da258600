/** How batches of a topic are compressed in the files of a broker. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** By the number in a batch's attributes. */
const names = ['none', 'gzip', 'snappy', 'lz4', 'zstd'];
/**
 * Offsets of length and attributes in a batch; the number of bytes that its length does not count.
 */
const lengthAt = 8;
const attributesAt = 21;
const uncounted = 12;

/**
 * Names of the codecs that batches of a topic are stored in; `data` is the folder of the broker.
 */
export function storedCodecs(data: string, topic: string): Set<string> {
  const codecs = new Set<string>();
  const logs = join(data, 'topics');
  for (const folder of readdirSync(logs).filter((name) => name.startsWith(`${topic}-`))) {
    const segments = readdirSync(join(logs, folder)).filter((name) => name.endsWith('.log'));
    for (const segment of segments) {
      const bytes = readFileSync(join(logs, folder, segment));
      for (let at = 0; at < bytes.length; at += uncounted + bytes.readInt32BE(at + lengthAt)) {
        codecs.add(names[bytes.readInt16BE(at + attributesAt) & 7] ?? 'unknown');
      }
    }
  }
  return codecs;
}
