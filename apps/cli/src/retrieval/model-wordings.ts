/** Rewords questions with a model, through the recording gateway. */

import PQueue from 'p-queue';
import { existsSync, mkdirSync } from 'node:fs';
import { invalidInput, sha256Hex } from '#values';
import { openConversation } from '#agents/llm/model-turn';
import { FileRecording, FileStore, type OpenAsk } from '#llm';
import { ModelGateway } from '#llm/gateway/model-gateway';
import { loadModels, modelsOf, namedModel } from '#llm/provider/models';
import type { MadeQuestion } from '#workflows/retrieval/questions/make-questions';
import {
  wordingInstructions,
  wordingPrompt,
  withWording,
} from '#workflows/retrieval/questions/model-wording';
import { printWarning } from '../output/model-gateway.js';

interface WordingOptions {
  /** provider/model. */
  readonly model: string;
  /** The models file; built-in providers by default. */
  readonly file: string | undefined;
  /** Where the calls are recorded: a new folder. */
  readonly folder: string;
  /** Where they were recorded before: nothing then leaves the machine. */
  readonly recordings: string | undefined;
}

/** Concurrent calls. */
const lanes = 8;
const deadlineMs = 120_000;

/**
 * The questions, each in the model's words if these contain everything required. The same
 * recordings give the same questions. `InvalidInput` for an undescribed provider, `Unavailable` if
 * it cannot be reached.
 */
export async function inModelWords(
  questions: readonly MadeQuestion[],
  { model, file, folder, recordings }: WordingOptions,
): Promise<MadeQuestion[]> {
  if (recordings !== undefined && !existsSync(recordings)) {
    const expected = 'the folder `wordings` of a data set of questions';
    throw invalidInput('nothing to replay', { where: recordings, expected });
  }
  const isReplay = recordings !== undefined;
  const models = isReplay
    ? modelsOf({ providers: {} }, { directory: '.', env: {} })
    : await loadModels(file, process.env);
  mkdirSync(folder, { recursive: true });
  const gateway = new ModelGateway({
    mode: isReplay ? 'replay' : 'record',
    models,
    onWarning: printWarning,
    store: new FileStore({ folderOf: () => folder }),
    source: isReplay ? new FileRecording(() => recordings) : undefined,
    stopsWhenAway: true,
  });
  const turns = new PQueue({ concurrency: lanes });
  try {
    if (!isReplay) await models.keyOf(namedModel(models, model, '--words-of').name);
    return await turns.addAll(
      questions.map((made, index) => () => asked(gateway, { made, index, model })),
    );
  } finally {
    // After an error nothing starts, and work in progress is awaited.
    turns.clear();
    await turns.onIdle();
    await gateway.close();
  }
}

interface Asked {
  readonly made: MadeQuestion;
  readonly index: number;
  readonly model: string;
}

async function asked(gateway: ModelGateway, { made, index, model }: Asked): Promise<MadeQuestion> {
  const prompt = wordingPrompt(made);
  const began = Date.now();
  const ask = await gateway.open({
    run: sha256Hex(`wordings of ${model}`),
    asOf: index,
    attempt: 1,
    agent: 'wording',
    session: null,
    model,
    prompt: sha256Hex(wordingInstructions + prompt),
    budget: {},
    deadline: new Date(began + deadlineMs).toISOString(),
  });
  const reply = await textOf(ask, prompt, model);
  const failure = await ask.failure();
  await ask.end({
    class: reply === null ? (failure?.class ?? 'no answer') : 'answered',
    reason: failure?.reason ?? null,
    decision: reply === null ? null : JSON.stringify(reply),
    notes: null,
    durationMs: Date.now() - began,
  });
  return withWording(made, reply);
}

/** Null if the call failed: the gateway has recorded the failure. */
async function textOf(ask: OpenAsk, prompt: string, model: string): Promise<string | null> {
  const take = openConversation({
    ask,
    api: ask.api ?? 'openai-chat',
    model: model.slice(model.indexOf('/') + 1),
    config: { stream: false, temperature: 0, maxOutputTokens: 400 },
    effort: undefined,
    instructions: wordingInstructions,
    tools: [],
  });
  try {
    const { text } = await take([{ role: 'user', content: prompt }]);
    return text;
  } catch (error) {
    const failure = await ask.failure();
    if (failure === undefined) throw error;
    return null;
  }
}
