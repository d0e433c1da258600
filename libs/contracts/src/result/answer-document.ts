/** A text answer, with the source of each of its numbers. */

export interface AnswerDocument {
  readonly task: string;
  readonly text: string;
  /** Whether its agent called tools: if not, numbers were not traced. */
  readonly hasCalls: boolean;
  /** In text order, without overlaps. */
  readonly numbers: readonly DocumentNumber[];
}

export interface DocumentNumber {
  /** As written. */
  readonly text: string;
  /** Offset of its first character in the text. */
  readonly offset: number;
  /** Null if no recorded result contains it. */
  readonly source: NumberSource | null;
}

export interface NumberSource {
  readonly tool: string;
  /** JSON. */
  readonly arguments: string;
  /** JSON Pointer into the result. */
  readonly path: string;
  /** The value at that path. */
  readonly value: string;
}
