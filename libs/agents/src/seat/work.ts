/** The port between a workflow and an agent kind, which knows no more than this about the work. */

import type { AgentConfig, AgentKind } from '#contracts/scenario/scenario';
import type { Agent, AskedAt, NoDecision } from './agent.js';
import type { ReadTable } from '../signals/signal-file.js';
import type { AnswerForm } from './answer-text.js';

/** Data that can be copied into another process. */
export type PlainData = Readonly<Record<string, unknown>>;

/** Rules that need nothing from outside, by the kind under which a scenario names them. */
export type Rules<Context, A> = {
  readonly [K in AgentKind]?: (
    config: Extract<AgentConfig, { readonly kind: K }>,
    context: Context,
  ) => A;
};

/** Opens the rule of a configuration, if there is one of its kind. */
export function openRule<Context, A>(
  rules: Rules<Context, A>,
  config: AgentConfig,
  context: Context,
): A | undefined {
  const open = rules[config.kind] as ((own: AgentConfig, of: Context) => A) | undefined;
  return open?.(config, context);
}

/**
 * A rule that works through the tools of each question, and submits through one. `call` answers as
 * the tool does, and throws what an agent would be told.
 */
export type ToolRule = (asked: {
  /** In its form for programs. */
  readonly question: PlainData;
  readonly config: PlainData;
  readonly call: (tool: string, args: object) => unknown;
}) => void | Promise<void>;

export type ToolRules = Readonly<Record<string, ToolRule>>;

/**
 * A prompt that comes with a workflow, as data. A change of its text is a new version
 * under a new name.
 */
export interface BuiltInPrompt {
  /** With its version: `trading-1`. Recordings hold the hash of its text. */
  readonly name: string;
  /** A template, in the form that `parsePrompt` takes. */
  readonly text: string;
  /** Agents of this preset that name no prompt have it. */
  readonly preset?: 'herculean';
}

/** The prompts of a workflow, and the names that templates for it may use. */
export interface Prompts {
  /** The first is that of agents that name none, unless one is that of their preset. */
  readonly builtIn: readonly [BuiltInPrompt, ...BuiltInPrompt[]];
  /** Names for templates beside the common ones. */
  readonly words: readonly string[];
  /** Name that each question must use, so that no two are the same. */
  readonly moment: string;
  /**
   * Whether the final text of a model is its answer under these terms, where its template has
   * no `{{tools}}`.
   */
  readonly isAnsweredInText?: (terms: PlainData) => boolean;
  /**
   * What such a text has to be, as the value of `{{answer}}`: a model whose template states it is
   * asked again for a text that is no answer.
   */
  readonly answerWords?: string;
}

/** A run's work: its questions, and the allowed answers. `Made` is a valid answer. */
export interface Work<Asked extends AskedAt = AskedAt, Made = unknown> {
  readonly workflow: string;
  /** Kinds of its rules. */
  readonly rules: readonly string[];
  /**
   * Opens the rule of this kind; undefined if there is none. `InvalidInput` if it does
   * not fit the run.
   */
  openRule(config: AgentConfig): Agent<Asked, Made | NoDecision> | undefined;
  /**
   * Reads a file of answers, Parquet by `readTable`; `InvalidInput` names it, and the line
   * if there is one.
   */
  openScript(file: string, readTable: ReadTable): Promise<Agent<Asked, Made | NoDecision>>;
  /** Format of a module's answers. */
  readonly answers: AnswerForm;
  /** A module's initial data. */
  readonly given: PlainData;
  /** Data for a module's question, beside as-of, time and view. */
  shown(asked: Asked): PlainData;
  readonly prompts: Prompts;
  /** Whether the final text of a model is its answer, where its prompt has no `{{tools}}`. */
  readonly isAnsweredInText?: boolean;
  /** Values for prompts, by the names of `prompts.words`. */
  words(asked: Asked): Readonly<Record<string, string>>;
  /** Data posted to a program behind an address, beside the common parts. */
  posted(asked: Asked): PlainData;
  /** Reads the plain value that was returned. */
  read(value: unknown): Made | NoDecision;
}
