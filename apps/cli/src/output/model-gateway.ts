/** The recording gateway of a command: providers from the models file, and recordings to replay. */

import { resolve } from 'node:path';
import { invalidInput } from '#values';
import { recordingFor, retriedCalls, type OpenModels } from '#backtest';
import { asksModels } from '#contracts/agents/agent-kinds';
import type { Scenario } from '#contracts/scenario/scenario';
import { modelModes, type ModelMode } from '#llm';
import type { Models } from '#llm/provider/models';
import { oneOf, type Options, textOf } from '../program/option-value.js';
import { notify } from '../program/print.js';

/** The model options of a command. */
interface ModelOptions {
  /** The models file; built-in providers by default. */
  readonly file: string | undefined;
  readonly mode: ModelMode;
  /** Folder of the result whose recordings are replayed; undefined if calls are only recorded. */
  readonly recordings: string | undefined;
  /**
   * Count decisions of unavailable models and agents as failed, instead of ending the run there.
   */
  readonly keepGoing?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Parses `--models`, `--model-mode` and `--recordings`. `InvalidInput` for conflicting options. */
export function modelOptionsOf(options: Options, environment: Environment): ModelOptions {
  const recordings = textOf(options['recordings']);
  const asked = textOf(options['modelMode']) ?? (recordings === undefined ? 'record' : 'replay');
  const mode = oneOf(asked, modelModes, {
    what: 'no such mode',
    where: '--model-mode',
    of: 'one of ',
  });
  if ((mode === 'record') !== (recordings === undefined)) {
    throw invalidInput(
      mode === 'record' ? 'a run that records replays nothing' : 'nothing to replay',
      {
        where: '--recordings',
        expected: mode === 'record' ? 'no recordings, or another mode' : 'the folder of a result',
        found: `--model-mode ${mode}`,
      },
    );
  }
  const file = textOf(options['models']) ?? environment['TAPEFOLD_MODELS'];
  const kept = options['keepGoing'] === true ? { keepGoing: true } : {};
  return { file: file === '' ? undefined : file, mode, recordings, ...kept };
}

/** The options as words of a command, without those that the environment provides. */
export function wordsOf(
  { file, mode, recordings, keepGoing }: ModelOptions,
  environment: Environment = process.env,
): string[] {
  const isGiven = file !== undefined && file !== environment['TAPEFOLD_MODELS'];
  return [
    ...(isGiven ? ['--models', file] : []),
    ...(recordings === undefined ? [] : ['--model-mode', mode, '--recordings', recordings]),
    ...(keepGoing === true ? ['--keep-going'] : []),
  ];
}

/**
 * Opens the gateway of this process; `out` is where the scenario runs. Loads when a scenario needs
 * it, and checks before anything is written that each model has a provider, its key, and a price if
 * money is bounded.
 */
export function modelGateway(
  { file, mode, recordings, keepGoing }: ModelOptions,
  { scenario, out }: { readonly scenario: Scenario; readonly out: string },
): OpenModels {
  return async ({ store, runs }) => {
    if (recordings !== undefined && resolve(recordings) === resolve(out)) {
      throw invalidInput('a result cannot be replayed onto itself', {
        where: '--recordings',
        expected: 'the folder of another result',
      });
    }
    const source =
      recordings === undefined ? retriedCalls(out, runs) : recordingFor(runs, recordings);
    const { loadModels } = await import('#llm/provider/models');
    const { ModelGateway } = await import('#llm/gateway/model-gateway');
    const models = await loadModels(file, process.env);
    if (mode !== 'replay') await requireModels(scenario, models, mode);
    const behavior = { onWarning: printWarning, stopsWhenAway: keepGoing !== true };
    const own = mode === 'record' && source !== undefined ? 'replay-or-record' : mode;
    return new ModelGateway({ mode: own, models, store, source, ...behavior });
  };
}

/** Prints to standard error, as soon as it is known. */
export const printWarning = (text: string): void => {
  notify(`warning: ${text}`);
};

/** As in `tapefold replay`: no provider is reached, and none has to be described. */
export function replayGateway(recordings: string): OpenModels {
  return async ({ store, runs }) => {
    const { modelsOf } = await import('#llm/provider/models');
    const { ModelGateway } = await import('#llm/gateway/model-gateway');
    const models = modelsOf({ providers: {} }, { directory: '.', env: {} });
    return new ModelGateway({
      mode: 'replay',
      models,
      store,
      source: recordingFor(runs, recordings),
    });
  };
}

async function requireModels(
  { agents }: Scenario,
  models: Models,
  mode: Exclude<ModelMode, 'replay'>,
): Promise<void> {
  const { namedModel } = await import('#llm/provider/models');
  for (const agent of agents) {
    if (!asksModels(agent) || agent.model === undefined) continue;
    const where = `agents, ${agent.id}: model`;
    const { name } = namedModel(models, agent.model, where);
    if (mode === 'record') await models.keyOf(name);
    const { decision, run } = agent.budget ?? {};
    const isBounded = (decision?.usd ?? run?.usd) !== undefined;
    if (!isBounded || models.prices?.models[agent.model] !== undefined) continue;
    throw invalidInput('a dollar budget needs the price of the model', {
      where,
      expected: 'a price in the models file, or a budget of calls or tokens',
      found: agent.model,
    });
  }
}
