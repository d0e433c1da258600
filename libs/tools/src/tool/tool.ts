/**
 * A tool: a question about the market as of one instant, with a schema for its arguments and one for its answer. What
 * it can read is a view at a cursor, so there is no argument by which it could be asked about later.
 */

import type { z } from 'zod';
import type { ExecutionPolicy, Task } from '#contracts';
import type { MarketView } from '#market-view';

/** The run's own account at the decision; values in currency, shares signed. */
interface DeskAccount {
  readonly cash: number;
  readonly equity: number;
  /** Shares held; 0 for a symbol that is not. */
  shares(symbol: string): number;
}

/** A pair position as the system keeps it: never what an agent says of it. */
export interface DeskPair {
  readonly left: string;
  readonly right: string;
  readonly direction: 'LONG_SHORT' | 'SHORT_LONG' | null;
  /** At which each leg was opened; null while there is no direction. */
  readonly entryPrices: { readonly left: number; readonly right: number } | null;
}

/** What tools see of the run whose decision is due; there is none where tools are served by hand. */
export interface RunDesk {
  readonly workflow: string;
  /** None where nothing is traded. */
  readonly symbols: readonly string[];
  /**
   * Takes the decision as its workflow reads it; the first one that is valid counts, and ends the capability.
   * `InvalidInput` where it breaks the workflow's rules.
   */
  submit(decision: unknown): void;
}

/** That of a run that trades. */
export interface TradingDesk extends RunDesk {
  readonly policy: ExecutionPolicy;
  readonly capital: number;
  readonly account: DeskAccount;
  /** The pair that the run has chosen; null before its first session, and in any run of one symbol. */
  readonly pair: DeskPair | null;
}

/** That of a run of tasks: the task that is to be done. */
export interface TaskDesk extends RunDesk {
  readonly task: Task;
}

/** What a tool reads. */
export interface ToolContext {
  readonly view: MarketView;
  readonly desk: RunDesk | null;
}

export interface Tool {
  /** As agents call it: part of what is compatible with HERCULEAN, letter for letter. */
  readonly name: string;
  readonly title: string;
  /** Units, defaults, conventions and limits, in words for an agent. */
  readonly description: string;
  readonly input: z.ZodObject;
  /** Of the result: an object, a list or null. */
  readonly output: z.ZodType;
  /** Whether it only reads. */
  readonly reads: boolean;
  /** Whether it is served only within a decision, as what takes one is. */
  readonly needsDesk?: boolean;
  /** Takes arguments that `input` has parsed. `InvalidInput` where they ask for what cannot be known. */
  call(args: Readonly<Record<string, unknown>>, context: ToolContext): unknown;
}

/** Tools that are served together, under the name of their MCP server. */
export interface ToolSet {
  readonly name: string;
  readonly title: string;
  /** What an agent should know before it calls the first tool. */
  readonly instructions: string;
  readonly tools: readonly Tool[];
}

/** A tool, with the type of its arguments inferred from their schema. */
export function tool<I extends z.ZodObject>(
  spec: Omit<Tool, 'input' | 'call' | 'reads'> & {
    readonly input: I;
    readonly reads?: boolean;
    call(args: z.output<I>, context: ToolContext): unknown;
  },
): Tool {
  const { call, ...rest } = spec;
  return {
    reads: true,
    ...rest,
    call: (args, context) => call(args as z.output<I>, context),
  };
}
