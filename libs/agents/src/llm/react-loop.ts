/**
 * The loop of a model agent in one attempt: thought, tool call, observation, until it submits or
 * ends otherwise.
 */

import { z } from 'zod';
import { excerpt, isFailure } from '#values';
import type { FailureClass } from '#contracts/journal/answer-class';
import type { OpenAsk } from '#llm';
import type { Capability } from '#tools';
import { reasonOf } from '../seat/failure-text.js';
import { refusedSubmission, type AttemptEnd, type Failed } from '../attempts/ask-decision.js';
import { ResponseDefect } from './dialects/response-defect.js';
import { notesTool } from './memory.js';
import type { AskedCall, ModelMessage, ModelTurn, TakeTurn } from './model-turn.js';

interface LoopOptions {
  readonly take: TakeTurn;
  /** The first message of the conversation. */
  readonly question: string;
  readonly capability: Capability;
  /**
   * Submits the final text, and returns why it is not an answer; undefined if only a tool submits.
   */
  readonly submitText: ((text: string) => string | undefined) | undefined;
  /** Whether the model is told why its text is no answer, and asked again. */
  readonly isAskedAgain: boolean;
  /** Model calls. */
  readonly steps: number;
  /** Whether the agent keeps notes, through a tool of its own. */
  readonly hasNotes: boolean;
  readonly ask: Pick<OpenAsk, 'failure'>;
  /** Error thrown when reaching the gateway, if any: a library may hide it. */
  readonly thrown: () => unknown;
  /** Whether the decision was abandoned. */
  readonly isOver: () => boolean;
}

/**
 * Throws gateway errors that do not count as an answer: a replay that misses, an unavailable store.
 */
export async function reactLoop(options: LoopOptions): Promise<AttemptEnd> {
  return new Loop(options).run();
}

class Loop {
  private readonly messages: ModelMessage[];
  private notes: string | null = null;
  /** Why the last text was no answer. */
  private refusedText: string | undefined;
  /** Tool calls of the attempts before this one. */
  private readonly earlierCalls: number;

  constructor(private readonly options: LoopOptions) {
    this.messages = [{ role: 'user', content: options.question }];
    this.earlierCalls = options.capability.records.length;
  }

  async run(): Promise<AttemptEnd> {
    const { steps, capability, isOver } = this.options;
    for (let step = 0; step < steps; step++) {
      if (isOver()) return this.failed('late', 'the decision was over');
      const turn = await this.turn();
      if ('class' in turn) return { failed: turn, notes: this.notes };
      const stopped = this.stopOf(turn);
      if (stopped !== undefined) return { failed: stopped, notes: this.notes };
      this.messages.push(...turn.messages);
      const broken = this.answerCalls(turn);
      if (broken !== undefined) return { failed: broken, notes: this.notes };
      if (capability.isEnded) return { failed: null, notes: this.notes };
    }
    const refused = this.refusedText ?? refusedSubmission(capability, this.earlierCalls);
    if (refused !== null) return this.failed('invalid', refused);
    return this.failed('limit', `no submission within ${steps} model calls`);
  }

  private async turn(): Promise<ModelTurn | Failed> {
    try {
      return await this.options.take(this.messages);
    } catch (error) {
      return this.failureOf(error);
    }
  }

  /**
   * The gateway's own account takes precedence. The agent cannot turn its deliberate errors
   * into an answer.
   */
  private async failureOf(error: unknown): Promise<Failed> {
    const known = await this.options.ask.failure();
    if (known !== undefined) return { class: known.class, reason: known.reason };
    const thrown = this.options.thrown();
    if (isFailure(thrown)) throw thrown;
    const reason = error instanceof ResponseDefect ? error.message : reasonOf(error);
    return { class: 'provider error', reason };
  }

  /** How the conversation ends with this turn, null with an answer; undefined if it continues. */
  private stopOf(turn: ModelTurn): Failed | null | undefined {
    const broken = brokenTurn(turn);
    if (broken !== undefined) return broken;
    if (turn.calls.length > 0 || isMalformedCall(turn)) return undefined;
    const { capability, submitText, isAskedAgain } = this.options;
    if (submitText !== undefined && !turn.isEmpty) {
      this.refusedText = submitText(turn.text);
      if (this.refusedText === undefined) return null;
      return isAskedAgain ? undefined : failure('invalid', this.refusedText);
    }
    const refused = refusedSubmission(capability, this.earlierCalls);
    if (refused !== null) return failure('invalid', refused);
    const why = turn.isEmpty ? 'an empty response' : 'the model stopped without a submission';
    return failure('no answer', why);
  }

  /**
   * Makes the calls of a turn in order, up to the one that decides. An error in a tool
   * ends the attempt.
   */
  private answerCalls({ calls }: ModelTurn): Failed | undefined {
    if (calls.length === 0) {
      const content = this.refusedText === undefined ? malformedCall : noAnswer(this.refusedText);
      this.messages.push({ role: 'user', content });
      return undefined;
    }
    const results: ToolResult[] = [];
    for (const call of calls) {
      try {
        results.push(resultOf(call, this.answer(call)));
      } catch (error) {
        return failure('tool error', reasonOf(error));
      }
      if (this.options.capability.isEnded) return undefined;
    }
    this.messages.push({ role: 'tool', content: results });
    return undefined;
  }

  private answer({ name, input }: AskedCall): Answered {
    const { capability, hasNotes } = this.options;
    if (hasNotes && name === notesTool.name) return this.keepNotes(input);
    // Input that is still text could not be parsed; NaN stands for it, because it is
    // not JSON either.
    const outcome = capability.call(name, typeof input === 'string' ? Number.NaN : input);
    return outcome.error === null ? { text: outcome.text } : { error: outcome.error };
  }

  private keepNotes(input: unknown): Answered {
    const parsed = notesTool.input.safeParse(input);
    if (!parsed.success) return { error: z.prettifyError(parsed.error) };
    this.notes = parsed.data.notes.toWellFormed();
    return { text: '{"saved":true}' };
  }

  private failed(of: FailureClass, reason: string): AttemptEnd {
    return { failed: failure(of, reason), notes: this.notes };
  }
}

type Answered = { readonly text: string } | { readonly error: string };
type ToolResult = Extract<
  Extract<ModelMessage, { role: 'tool' }>['content'][number],
  { type: 'tool-result' }
>;

const resultOf = ({ id, name }: AskedCall, answered: Answered): ToolResult => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: name,
  output:
    'text' in answered
      ? { type: 'text', value: answered.text }
      : { type: 'error-text', value: answered.error },
});

const failure = (of: FailureClass, reason: string): Failed => ({ class: of, reason });

/**
 * Gemini's marker for a tool call that it could not write: there is no call to answer, so the model
 * gets a message.
 */
const isMalformedCall = ({ finishedBy, calls }: ModelTurn): boolean =>
  calls.length === 0 && finishedBy === 'MALFORMED_FUNCTION_CALL';

const noAnswer = (defect: string): string =>
  `Your response was not taken: ${defect}. Respond again, with the answer alone.`;

const malformedCall =
  'Your tool call was malformed and was not made. Call a tool again, with arguments that are ' +
  'valid JSON.';

/** Why a turn that the model did not finish fails; undefined if it did. */
function brokenTurn(turn: ModelTurn): Failed | undefined {
  const by = turn.finishedBy === undefined ? '' : `: ${excerpt(turn.finishedBy)}`;
  if (turn.finish === 'content-filter') return failure('refused', `the model declined${by}`);
  if (turn.finish === 'length') return failure('truncated', `the response was cut off${by}`);
  if (turn.finish === 'interrupted') return failure('provider error', 'the response has no end');
  if (turn.finish !== 'error' || isMalformedCall(turn)) return undefined;
  return failure('provider error', `the model stopped with an error${by}`);
}
