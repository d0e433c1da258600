/** An answer that is a text, with the source of each of its numbers. */

export interface AnswerDocument {
  readonly task: string;
  readonly text: string;
  /** Whether its agent called tools: without, no number has been looked for. */
  readonly hasCalls: boolean;
  /** In the order of the text; they do not overlap. */
  readonly numbers: readonly DocumentNumber[];
}

export interface DocumentNumber {
  /** As it is written. */
  readonly text: string;
  /** Of its first character in the text. */
  readonly offset: number;
  /** Null where no recorded result holds it. */
  readonly source: NumberSource | null;
}

export interface NumberSource {
  readonly tool: string;
  /** JSON. */
  readonly arguments: string;
  /** JSON Pointer into the result. */
  readonly path: string;
  /** What stands there. */
  readonly value: string;
}
