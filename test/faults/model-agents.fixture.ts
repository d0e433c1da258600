/**
 * Agents that ask a scripted model, as a cluster has them in its register and as a plain run
 * describes them.
 */

import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { scenarioSchema, type Scenario } from '#contracts/scenario/scenario';
import {
  keyVariable,
  modelOf,
  modelsFileOf,
  scenarioOf,
  succeed,
  type ProviderSettings,
} from '../models/model-runs.fixture.js';
import {
  providerNames,
  ScriptedModel,
  secret,
  type ProviderName,
} from '../models/scripted-model.fixture.js';
import type { Submitted, World } from './world.fixture.js';

/** One agent a wire format; that of `chat` does not stream. */
const agentOf = (provider: ProviderName): object => ({
  kind: 'llm',
  model: modelOf(provider),
  stream: provider !== 'chat',
});

/** A model that all services of a world reach through its gateway, and what tells them of it. */
export class ModelOfWorld {
  model!: ScriptedModel;
  private modelsFile = '';

  constructor(private readonly settings: ProviderSettings = {}) {
    afterAll(() => this.model?.stop());
  }

  /** Starts the model and writes the files that describe it. */
  readonly prepare = async (folder: string): Promise<Record<string, string>> => {
    this.model = await ScriptedModel.start();
    this.modelsFile = modelsFileOf(folder, this.model.url, this.settings);
    const agents = providerNames.map((name) => [name, agentOf(name)] as const);
    const register = join(folder, 'agents.json');
    writeFileSync(register, JSON.stringify(Object.fromEntries(agents)));
    return {
      TAPEFOLD_MODELS: this.modelsFile,
      TAPEFOLD_AGENTS: register,
      [keyVariable]: secret,
    };
  };

  /** Submits a scenario with agents of the register. */
  submit(
    world: World,
    scenario: object,
    providers: readonly ProviderName[] = providerNames,
  ): Promise<Submitted> {
    const agents = providers.map((agent) => ({ id: agent, kind: 'registered', agent }));
    return world.submit(scenarioSchema.parse({ ...scenario, agents }) as Scenario);
  }

  /**
   * The result of `tapefold run` on the same scenario, with a model of its own that
   * replies the same.
   */
  async plainRun(
    { folder }: World,
    scenario: { readonly name: string },
    script: (model: ScriptedModel) => void,
  ): Promise<string> {
    const model = await ScriptedModel.start();
    script(model);
    const agents = providerNames.map((id) => ({ id, ...agentOf(id) }));
    const out = join(folder, `plain-${scenario.name}`);
    const path = scenarioOf(folder, { ...scenario, agents } as { readonly name: string });
    const models = join(folder, 'plain-models');
    await mkdir(models, { recursive: true });
    await succeed('run', path, '--models', modelsFileOf(models, model.url), '--out', out);
    await model.stop();
    return out;
  }
}
