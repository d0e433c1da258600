/** The recorded trace of a question, besides its answer. */

/** What an agent did for one question, as the run recorded it. */
export interface QuestionTrace {
  readonly calls: readonly {
    readonly tool: string;
    /** Undefined if they were not JSON. */
    readonly args: unknown;
    /** Undefined if there was an error, or if the text is not available. */
    readonly result: unknown;
    readonly error: string | null;
  }[];
  /** Of its model calls; null for an agent without a model. */
  readonly latencyMs: number | null;
  /** Input and output tokens. */
  readonly tokens: number | null;
  /** Number of its model calls; null for an agent without a model. */
  readonly steps?: number | null;
}
