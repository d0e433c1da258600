/** What was recorded of a question, besides its answer. */

/** What an agent did for one question, as the run recorded it. */
export interface QuestionTrace {
  readonly calls: readonly {
    readonly tool: string;
    /** Undefined where they were no JSON. */
    readonly args: unknown;
    /** Undefined where there was an error, and where the text is not at hand. */
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
