/** Location of a text: a place inside a file of the data set, or a whole file. */

import type { DocumentRef } from '#contracts';
import type { ByteInput } from '../rows/byte-input.js';

/** A text that stands in a JSONL file: the bytes of its line, and the members that lead to it. */
export interface DocumentPlace {
  readonly input: ByteInput;
  readonly offset: number;
  readonly bytes: number;
  readonly path: readonly string[];
}

/** A text that is a file of its own. */
export interface FileText {
  readonly ref: DocumentRef;
  /** Reads the file. `InvalidInput` if it has changed, `Unavailable` if it cannot be read. */
  read(): string;
}
