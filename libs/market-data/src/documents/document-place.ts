/** Location of a text inside a file of the data set. */

import type { ByteInput } from '../rows/byte-input.js';

/** A text that stands in a JSONL file: the bytes of its line, and the members that lead to it. */
export interface DocumentPlace {
  readonly input: ByteInput;
  readonly offset: number;
  readonly bytes: number;
  readonly path: readonly string[];
}
