/**
 * A scenario file from disk: parsed, checked, and everything in it that names a file made absolute.
 */

import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { excerpt, invalidInput, requireCivilDate } from '#values';
import { requireBounded } from '#files';
import {
  ofTasks,
  overWindow,
  scenarioSchemaOf,
  termsFor,
  type AgentConfig,
  type Scenario,
  type TaskScenario,
  type TradingScenario,
} from '#contracts/scenario/scenario';
import { isServed, isStateless } from '#contracts/agents/agent-kinds';
import { valueAt } from '#contracts/parsing/value-at';
import { reportsOf } from '#contracts/scenario/weekly-reports';
import { parseYaml } from '#contracts/parsing/yaml-document';
import { allWorkflows, marketOf, workflowOf, type Workflow, type Workflows } from '#workflows';

const scenarioBytesMax = 8 * 1024 * 1024;

export interface LoadedScenario {
  readonly scenario: Scenario;
  /** Folder from which relative paths start. */
  readonly directory: string;
}

/** A scenario with the defaults for what its file leaves out. */
export interface ScenarioFile extends LoadedScenario {
  /** Whether the file names no execution policy, so that the default applies. */
  readonly hasDefaultPolicy: boolean;
}

/** Reads a YAML or JSON scenario of one of the workflows. `InvalidInput` names file and line. */
export function loadScenario(path: string, workflows: Workflows = allWorkflows): ScenarioFile {
  let written: unknown;
  const schema = (value: unknown) => {
    written = value;
    requireNoFeed(value, path);
    return scenarioSchemaOf(value, [...workflows.values()]);
  };
  const scenario = checkScenario(parseYaml(readText(path), path, schema), path, workflows);
  const hasDefaultPolicy =
    scenario.window !== undefined && valueAt(written, ['execution']) === undefined;
  return { scenario, directory: dirname(resolve(path)), hasDefaultPolicy };
}

/**
 * Refuses the description of a feed, which is stored beside its scenario and easily
 * confused with it.
 */
function requireNoFeed(value: unknown, where: string): void {
  if (valueAt(value, ['feed']) === undefined || valueAt(value, ['agents']) !== undefined) return;
  throw invalidInput('this describes a feed, which `tapefold record` records', {
    where,
    expected: 'a scenario, which names it as its `data`',
  });
}

/** The rules that span several keys, and those of its workflow. */
export function checkScenario(
  scenario: Scenario,
  where: string,
  workflows: Workflows = allWorkflows,
): Scenario {
  const workflow = workflowOf(workflows, scenario);
  requireUnique(scenario.symbols ?? [], `${where}: symbols`);
  const ids = scenario.agents.map(({ id }) => id);
  requireUnique(ids, `${where}: agents, id`);
  requireApart(ids, `${where}: agents, id`);
  requireRules(scenario, workflow, where);
  const over = overWindow(scenario);
  if (over !== undefined) checkWindow(over, where);
  const tasks = ofTasks(scenario);
  if (tasks !== undefined) checkTasks(tasks, workflow, where);
  return scenario;
}

function checkWindow(scenario: TradingScenario, where: string): void {
  requireOneSymbol(scenario, where);
  requireWindow(scenario.window, where);
  requireBaseline(scenario, where);
  requireNoTerms(scenario, where);
}

function checkTasks(scenario: TaskScenario, workflow: Workflow, where: string): void {
  workflow.requireTerms(scenario.terms, `${where}: terms`);
  const reports = reportsOf(scenario.terms);
  if (reports !== undefined) {
    requireWindow(reports.window, where);
    requireUnique(reports.symbols, `${where}: symbols`);
  }
  for (const agent of scenario.agents.filter(({ terms }) => terms !== undefined)) {
    workflow.requireTerms(termsFor(scenario, agent), `${where}: agents.${agent.id}.terms`);
    requireSameReports(scenario, agent, where);
  }
  requireAtOnce(scenario, workflow.hasIndependentTasks, where);
}

/** All runs of a scenario share its tape, which has the reports of the scenario. */
function requireSameReports({ terms }: TaskScenario, agent: AgentConfig, where: string): void {
  const expected = terms['reports'];
  const found = agent.terms?.['reports'];
  if (found === undefined || isDeepStrictEqual(found, expected)) return;
  throw invalidInput('an agent asks for other reports than the scenario', {
    where: `${where}: agents.${agent.id}.terms.reports`,
    expected: `what the scenario asks for, ${excerpt(expected, 200)}, or nothing`,
    found: excerpt(found, 200),
  });
}

function requireWindow(window: TradingScenario['window'], where: string): void {
  const from = requireCivilDate(window.from, `${where}: window.from`);
  if (window.to === 'open') return;
  const to = requireCivilDate(window.to, `${where}: window.to`);
  if (from > to) {
    throw invalidInput('the window ends before it starts', {
      where: `${where}: window`,
      expected: 'from at or before to',
      found: `${window.from} to ${window.to}`,
    });
  }
}

/** An agent that works through tools submits one decision, which may name one symbol alone. */
function requireOneSymbol(scenario: TradingScenario, where: string): void {
  const agent = scenario.agents.findIndex((agent) => isServed(agent));
  if (agent < 0 || !scenario.portfolio || marketOf(scenario).submitsAll) return;
  throw invalidInput('an agent that works through tools decides on one symbol at a time', {
    where: `${where}: agents.${agent}.kind`,
    expected: 'portfolio: false, for one run per symbol',
    found: scenario.agents[agent]?.kind ?? '',
  });
}

/** An agent of kind `rule` names a rule that the workflow has. */
function requireRules({ agents }: Scenario, { toolRules = {} }: Workflow, where: string): void {
  for (const agent of agents) {
    if (agent.kind !== 'rule' || Object.hasOwn(toolRules, agent.rule)) continue;
    throw invalidInput('the workflow has no such rule', {
      where: `${where}: agents.${agent.id}.rule`,
      expected: Object.keys(toolRules).join(', ') || 'an agent of another kind',
      found: agent.rule,
    });
  }
}

function requireBaseline({ baseline, agents }: TradingScenario, where: string): void {
  if (baseline === undefined || agents.some((agent) => agent.id === baseline)) return;
  throw invalidInput('no such agent', { where: `${where}: baseline`, found: excerpt(baseline) });
}

/** Only task workflows have terms. */
function requireNoTerms({ agents }: TradingScenario, where: string): void {
  const agent = agents.find(({ terms }) => terms !== undefined);
  if (agent === undefined) return;
  throw invalidInput('an agent of a scenario that trades has no terms', {
    where: `${where}: agents.${agent.id}.terms`,
    expected: 'nothing',
    found: excerpt(agent.terms),
  });
}

/** Several tasks at once require a stateless agent and independent tasks. */
function requireAtOnce(
  { tasksAtOnce, agents }: TaskScenario,
  areIndependent: boolean,
  where: string,
): void {
  if (tasksAtOnce === 1) return;
  if (areIndependent && agents.some(isStateless)) return;
  throw invalidInput('several tasks cannot be worked on at once', {
    where: `${where}: tasksAtOnce`,
    expected: areIndependent
      ? '1, or an agent that keeps no state between tasks, as a module with stateless: true'
      : '1, as tasks build on each other',
    found: `${tasksAtOnce}`,
  });
}

function requireUnique(names: readonly string[], where: string): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw invalidInput('named twice', { where, found: excerpt(name) });
    seen.add(name);
  }
}

/** Ids name folders, and some file systems ignore case. */
function requireApart(ids: readonly string[], where: string): void {
  const bearers = new Map<string, string>();
  for (const id of ids) {
    const before = bearers.get(id.toLowerCase());
    if (before !== undefined) {
      const found = excerpt(`${before} and ${id}`);
      throw invalidInput('ids that differ only in case', { where, found });
    }
    bearers.set(id.toLowerCase(), id);
  }
}

function readText(path: string): string {
  let size: number;
  try {
    size = statSync(path).size;
  } catch (cause) {
    throw invalidInput('no such scenario file', { where: path, cause });
  }
  requireBounded(path, scenarioBytesMax);
  if (size === 0) throw invalidInput('the file is empty', { where: path, expected: 'a scenario' });
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw invalidInput('the file cannot be read', { where: path, cause });
  }
}
