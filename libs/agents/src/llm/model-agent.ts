/**
 * An agent that is a language model: asked up to so many times for a decision, each
 * attempt on record.
 */

import { isFailure } from '#values';
import type { SubmittedDecision } from '#contracts';
import type { ModelService, RecordedAsk } from '#llm';
import { defaultCallLimits, type Capability } from '#tools';
import { listingOf } from '#tools/mcp/tool-listing';
import { z } from 'zod';
import type { Agent } from '../seat/agent.js';
import { askDecision, type AttemptEnd, type OpenAttempt } from '../attempts/ask-decision.js';
import {
  askedCapability,
  capabilityAgent,
  decisionDesk,
  type Asked,
  type DecisionOutcome,
  type Take,
} from '../mcp/capability-agent.js';
import type { ToolSeat } from '../mcp/tool-seat.js';
import { notesTool, recollection } from './memory.js';
import type { ModelTool } from './model-turn.js';
import {
  promptOf,
  renderedHash,
  renderPrompt,
  type Prompt,
  type RenderedPrompt,
} from './prompt.js';
import { counted, promptValues } from './prompt-values.js';
import { reactLoop } from './react-loop.js';
import {
  settingsOf,
  type LlmAgentConfig,
  type LlmSettings,
} from '#contracts/agents/model-settings';

export type { LlmAgentConfig } from '#contracts/agents/model-settings';

/** Dependencies of such an agent beside its seat. */
interface ModelAgentOptions {
  readonly models: ModelService;
  /** Folder from which the file of its prompt starts. */
  readonly directory: string;
  /**
   * Milliseconds after the deadline at which a decision is late even if the gateway does not
   * report it; a minute.
   */
  readonly graceMs?: number;
}

/**
 * Opens the agent of a run, before its first fact. `InvalidInput` for an unavailable prompt. A
 * decision throws the errors of the recording: `CorruptJournal` for a replay that misses,
 * `Unavailable` for an unreachable store.
 */
export function modelAgent(
  config: LlmAgentConfig,
  seat: ToolSeat,
  { models, directory, graceMs = 60_000 }: ModelAgentOptions,
): Agent<Asked, DecisionOutcome> {
  const prompt = promptOf(config, { prompts: seat.work.prompts, directory });
  const given = { config, seat, models, prompt, graceMs, settings: settingsOf(config) };
  return capabilityAgent(seat, (asked) => new ModelDecision(given, asked));
}

interface Given {
  readonly config: LlmAgentConfig;
  readonly seat: ToolSeat;
  readonly models: ModelService;
  readonly prompt: Prompt;
  readonly settings: LlmSettings;
  readonly graceMs: number;
}

/**
 * One decision, over all its attempts: they share the capability, so that its calls
 * are numbered on.
 */
class ModelDecision {
  readonly capability: Capability;
  private submitted: SubmittedDecision | undefined;
  /** Then no tools are offered. */
  private readonly isAnsweredInText: boolean;
  private turns = 0;
  private readonly take: Take = (decision) => void (this.submitted = decision);

  constructor(
    private readonly given: Given,
    private readonly asked: Asked,
  ) {
    const { config, seat, prompt } = given;
    this.isAnsweredInText =
      seat.work.isAnsweredInText === true && !prompt.text.includes('{{tools}}');
    this.capability = askedCapability(config, seat, asked, this.take);
  }

  async settle(signal: AbortSignal | undefined): Promise<DecisionOutcome> {
    const { config, seat, models, settings, graceMs } = this.given;
    const { asked } = this;
    const rendered = this.rendered(await this.earlier());
    return askDecision(
      {
        config,
        asked,
        models,
        graceMs,
        run: seat.run,
        model: config.model,
        attempts: settings.attempts,
        prompt: renderedHash(rendered),
        submitted: () => this.submitted,
        progress: () => this.progress(),
        attempt: (open, over) => this.attempt(open, rendered, over),
      },
      signal,
    );
  }

  /** An agent without a memory reads no earlier decisions. */
  private async earlier(): Promise<readonly RecordedAsk[]> {
    const { settings, models, seat } = this.given;
    return settings.memory === 'none' ? [] : models.asksOf(seat.run.id);
  }

  private rendered(earlier: readonly RecordedAsk[]): RenderedPrompt {
    const { config, seat, prompt, settings } = this.given;
    const { asked } = this;
    const memory = recollection(settings.memory, earlier, asked.asOf);
    const limits = config.limits ?? defaultCallLimits;
    const values = promptValues({
      config,
      limits,
      asked,
      memory,
      sets: seat.sets,
      words: seat.work.words(asked),
    });
    return renderPrompt(prompt, values);
  }

  private async attempt(
    { ask }: OpenAttempt,
    { instructions, question }: RenderedPrompt,
    over: AbortSignal,
  ): Promise<AttemptEnd> {
    const { config, settings } = this.given;
    const { capability } = this;
    // In a replay the provider may be unknown. The recording has the API of each call; without
    // calls any form will do.
    const api = ask.api ?? 'openai-chat';
    const { openConversation } = await import('./model-turn.js');
    const hasNotes = settings.memory === 'notes';
    let thrown: unknown;
    const take = openConversation({
      api,
      config,
      instructions,
      ask: {
        baseUrl: ask.baseUrl,
        fetch: (...request) =>
          ask.fetch(...request).catch((error: unknown) => {
            thrown ??= error;
            throw error;
          }),
      },
      model: config.model.slice(config.model.indexOf('/') + 1),
      effort: settings.effort,
      tools: toolsForModel(this.isAnsweredInText ? [] : capability.tools, hasNotes),
    });
    return reactLoop({
      question,
      capability,
      hasNotes,
      ask,
      take: (messages) => {
        this.turns++;
        return take(messages);
      },
      submitText: this.isAnsweredInText ? (text) => this.submitText(text) : undefined,
      // Recordings of other prompts end with the first text.
      isAskedAgain: this.given.prompt.text.includes('{{answer}}'),
      steps: config.steps,
      thrown: () => thrown,
      isOver: () => over.aborted,
    });
  }

  private submitText(text: string): string | undefined {
    try {
      decisionDesk(this.given.seat, this.take).submit({
        kind: 'answer',
        answer: text.toWellFormed(),
      });
      return undefined;
    } catch (error) {
      if (isFailure(error, 'InvalidInput')) return error.message;
      throw error;
    }
  }

  private progress(): string {
    const calls = this.capability.records.length;
    return `${counted(this.turns, 'model call')}, ${counted(calls, 'tool call')}`;
  }
}

function toolsForModel(tools: Capability['tools'], hasNotes: boolean): ModelTool[] {
  const offered = tools.map((tool) => {
    const { name, description = '', inputSchema } = listingOf(tool);
    return { name, description, input: withoutDialect(inputSchema) };
  });
  if (!hasNotes) return offered;
  const { name, description, input } = notesTool;
  return [...offered, { name, description, input: withoutDialect(z.toJSONSchema(input)) }];
}

/** Providers know one dialect, and some refuse a schema that names it. */
function withoutDialect(schema: object): object {
  const { $schema: _, ...rest } = schema as { readonly $schema?: unknown };
  return rest;
}
