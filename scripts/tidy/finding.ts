/** A breach of a house rule, and its format: `file:line: what was expected, what was found`. */

export interface Finding {
  /** Relative to the root, with forward slashes. */
  readonly file: string;
  /** From 1; 1 for what concerns the file as a whole. */
  readonly line: number;
  readonly expected: string;
  readonly found: string;
}

export function describeFinding({ file, line, expected, found }: Finding): string {
  return `${file}:${line}: expected ${expected}, found ${found}`;
}
