/**
 * How agents ask models, apart from the choice of model: their kind, and the settings in
 * which they differ.
 */

import { canonicalJson } from '#values';
import type { AgentConfig } from '#contracts/scenario/scenario';

interface Asks {
  readonly framework: string;
  readonly model: string;
}

/** Identity and spending limits of an agent: neither makes a framework. */
const left = new Set(
  ['id', 'kind', 'model'].concat('budget', 'timeBudgetMs', 'limits', 'maxOutputTokens', 'steps'),
);

/**
 * Framework and model of each agent that names a model, by its id. A framework is named by the kind
 * of agent, with the settings that differ among the agents of that kind, budgets and limits left
 * out; an address is named by the first agent at it, as readers may not be allowed to see it.
 */
export function frameworksOf(agents: readonly AgentConfig[]): ReadonlyMap<string, Asks> {
  const asking = agents.flatMap((agent) => {
    const model = 'model' in agent ? agent.model : undefined;
    return model === undefined ? [] : [{ agent, model }];
  });
  const varying = new Map(
    [...Map.groupBy(asking, ({ agent }) => agent.kind)].map(([kind, of]) => [
      kind,
      varyingSettings(of.map(({ agent }) => agent)),
    ]),
  );
  const addresses = new Map<string, string>();
  const described = (agent: AgentConfig, name: string): string => {
    const value = settingsOf(agent)[name];
    if (name !== 'url') return `${nameWords[name] ?? name} ${settingWords(value)}`;
    const url = String(value);
    if (!addresses.has(url)) addresses.set(url, agent.id);
    return `of ${addresses.get(url)}`;
  };
  return new Map(
    asking.map(({ agent, model }) => {
      const settings = varying.get(agent.kind)!.map((name) => described(agent, name));
      return [agent.id, { framework: [agent.kind, ...settings].join(', '), model }];
    }),
  );
}

const nameWords: Readonly<Record<string, string>> = {
  modelSeed: 'model seed',
  stream: 'streaming',
};

/** In words, as far as possible: an agent can remember its `last` decisions. */
function settingWords(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value !== 'object' || value === null) return jsonOf(value);
  const parts = Object.entries(value).map(([name, inner]) =>
    name === 'last' ? `of the last ${jsonOf(inner)}` : `${name} ${settingWords(inner)}`,
  );
  return parts.join(', ');
}

/** `default` if nothing is set. */
const jsonOf = (value: unknown): string => (value === undefined ? 'default' : canonicalJson(value));

const settingsOf = (agent: AgentConfig): Readonly<Record<string, unknown>> => ({ ...agent });

function varyingSettings(agents: readonly AgentConfig[]): string[] {
  const settings = agents.map(settingsOf);
  const names = new Set(settings.flatMap((one) => Object.keys(one)));
  return [...names]
    .filter((name) => !left.has(name))
    .filter((name) => new Set(settings.map((one) => jsonOf(one[name]))).size > 1)
    .sort();
}
