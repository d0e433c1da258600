/** Tables that a program writes: lines of text, deflated, in base64. */

import { inflateRawSync } from 'node:zlib';

/** The lines of a packed text. */
export const unpackLines = (packed: string): readonly string[] =>
  inflateRawSync(Buffer.from(packed, 'base64')).toString('latin1').split('\n');
