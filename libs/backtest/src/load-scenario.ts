/** A scenario file from disk: parsed, checked, and everything in it that names a file made absolute. */

import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { excerpt, invalidInput, requireCivilDate } from '#values';
import { scenarioSchema, type Scenario } from '#contracts/scenario';
import { parseYaml } from '#contracts/yaml-document';

const scenarioBytesMax = 8 * 1024 * 1024;

export interface LoadedScenario {
  readonly scenario: Scenario;
  /** Folder from which relative paths start. */
  readonly directory: string;
}

/** Reads a YAML or JSON scenario. `InvalidInput` names file and line. */
export function loadScenario(path: string): LoadedScenario {
  const scenario = checkScenario(parseYaml(readText(path), path, scenarioSchema), path);
  return { scenario, directory: dirname(resolve(path)) };
}

/** The rules that span several keys. */
export function checkScenario(scenario: Scenario, where: string): Scenario {
  const from = requireCivilDate(scenario.window.from, `${where}: window.from`);
  const to = requireCivilDate(scenario.window.to, `${where}: window.to`);
  if (from > to) {
    throw invalidInput('the window ends before it starts', {
      where: `${where}: window`,
      expected: 'from at or before to',
      found: `${scenario.window.from} to ${scenario.window.to}`,
    });
  }
  requireUnique(scenario.symbols, `${where}: symbols`);
  requireUnique(
    scenario.agents.map((agent) => agent.id),
    `${where}: agents, id`,
  );
  const { baseline } = scenario;
  if (baseline !== undefined && !scenario.agents.some((agent) => agent.id === baseline)) {
    const found = excerpt(baseline);
    throw invalidInput('no such agent', { where: `${where}: baseline`, found });
  }
  return scenario;
}

function requireUnique(names: readonly string[], where: string): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw invalidInput('named twice', { where, found: excerpt(name) });
    seen.add(name);
  }
}

function readText(path: string): string {
  let size: number;
  try {
    size = statSync(path).size;
  } catch (cause) {
    throw invalidInput('no such scenario file', { where: path, cause });
  }
  if (size === 0) throw invalidInput('the file is empty', { where: path, expected: 'a scenario' });
  if (size > scenarioBytesMax) {
    const expected = `at most ${scenarioBytesMax} bytes`;
    throw invalidInput('the file is too large', { where: path, expected, found: `${size}` });
  }
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw invalidInput('the file cannot be read', { where: path, cause });
  }
}
