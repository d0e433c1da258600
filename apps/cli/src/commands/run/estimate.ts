/** `tapefold estimate`: calls, tokens, money and time of a scenario, before anything is spent. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '#values';
import {
  assumptions,
  estimateScenario,
  hasRecords,
  loadScenario,
  runFolder,
  type AgentEstimate,
  type ScenarioEstimate,
} from '#backtest';
import { loadModels } from '#llm/provider/models';
import { formatNumber } from '#report/words/figure-format';
import { numberIfGiven, type Options, textOf } from '../../program/option-value.js';
import { textTable } from '../../program/text-table.js';
import { printAs } from '../../program/print.js';

export async function estimateCommand(path: string, options: Options): Promise<void> {
  const file = textOf(options['models']) ?? process.env['TAPEFOLD_MODELS'];
  const asks = numberIfGiven(options['asks'], '--asks');
  const loaded = loadScenario(path);
  const from = textOf(options['from']) ?? ownRecording(loaded.scenario.name);
  const models = await loadModels(file, process.env);
  const estimate = await estimateScenario(loaded, { models, from, asks });
  printAs(options, estimate, () => estimateText(estimate, from));
}

/**
 * The recordings of an earlier `run` of the scenario, if it called models: one decision is
 * enough to measure.
 */
function ownRecording(scenario: string): string | undefined {
  const out = join('tapefold-runs', scenario);
  const runs = join(out, 'runs');
  const names = existsSync(runs) ? readdirSync(runs) : [];
  return names.some((run) => hasRecords(runFolder(join(runs, run)), 'asks')) ? out : undefined;
}

function estimateText(estimate: ScenarioEstimate, from: string | undefined): string {
  const { agents, decisions, calls, tokens, usd, time } = estimate;
  const heads = ['agent', 'model', 'decisions', 'calls', 'at most', 'tokens in', 'tokens out'];
  const rows = agents.map((agent) => [
    printable(agent.agent, 60),
    printable(agent.model ?? 'not named', 60),
    ...[agent.decisions, agent.calls].map(count),
    agent.callsAtMost === null ? 'no bound' : count(agent.callsAtMost),
    ...[agent.tokens.input, agent.tokens.output].map(count),
    moneyWords(agent),
  ]);
  const total = [
    'all',
    '',
    count(decisions),
    count(calls),
    '',
    ...[tokens.input, tokens.output].map(count),
    usd === null ? 'unpriced' : `${dollars(usd)}${estimate.unpriced.length > 0 ? ' +' : ''}`,
  ];
  return [
    `estimate of ${printable(estimate.scenario, 80)}; nothing was asked and nothing was spent`,
    '',
    textTable([[...heads, 'cost'], ...rows, ...(agents.length > 1 ? [total] : [])]),
    '',
    `time: about ${durationWords(time.ms)}, bounded by ${time.why}`,
    ...pricesWords(estimate),
    ...agents.flatMap(noCallWords),
    ...agents.flatMap(overBudget),
    ...agents.map((agent) => basisWords(agent, from)),
  ].join('\n');
}

function moneyWords({ usd, usdAtMost }: AgentEstimate): string {
  const expected = usd === null ? 'unpriced' : dollars(usd);
  return usdAtMost === null ? expected : `${expected} (budget ${dollars(usdAtMost)})`;
}

/** Each call first reserves its maximum cost, so a small budget can leave no room for the first. */
function noCallWords({ agent, noCall }: AgentEstimate): string[] {
  if (noCall === null) return [];
  return [`! ${printable(agent, 60)} will make no call at all: ${noCall}`];
}

/** Calls that a budget does not allow are not made, so this costs decisions and not money. */
function overBudget({ agent, usd, usdAtMost, noCall }: AgentEstimate): string[] {
  if (noCall !== null || usd === null || usdAtMost === null || usd <= usdAtMost) return [];
  const name = printable(agent, 60);
  return [`! ${name} is expected to cost more than its budget: decisions will end as limit`];
}

function pricesWords({ prices, unpriced }: ScenarioEstimate): string[] {
  const table = prices === null ? 'no price table was given' : `prices of ${printable(prices, 64)}`;
  if (unpriced.length === 0) return [`${table}`];
  return [`${table}; unpriced, which is not free: ${printable(unpriced.join(', '), 200)}`];
}

function basisWords(
  { agent, basis, perDecision, responseTokensAtMost }: AgentEstimate,
  from: string | undefined,
): string {
  if (basis === 'not counted') {
    return `${printable(agent, 60)} reaches its models by itself: its calls are not counted`;
  }
  const { attempts, calls, usage, modelMs } = perDecision;
  const figures = [
    `${rounded(attempts)} attempt${attempts === 1 ? '' : 's'}`,
    `${rounded(calls)} calls`,
    `${count(usage.input)} tokens in`,
    `${count(usage.output)} out`,
    `${rounded(modelMs / 1000)} s`,
  ].join(', ');
  const source =
    basis === 'recorded'
      ? `the mean of what was recorded in ${printable(from ?? '', 200)}`
      : `assumed, ${assumptions.resultTokens} tokens of tool results a call; one recorded ` +
        'decision is better';
  const bound =
    responseTokensAtMost === null
      ? ''
      : `; a response has at most ${count(responseTokensAtMost)} tokens, thoughts included`;
  return `${printable(agent, 60)}, a decision: ${figures} (${source})${bound}`;
}

const rounded = (value: number): string => String(Math.round(value * 100) / 100);

const count = (value: number): string => formatNumber(value, 0);

const dollars = (usd: number): string =>
  `$${usd >= 1 || usd === 0 ? formatNumber(usd, 2) : Number(usd.toPrecision(3))}`;

function durationWords(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 1) return `${Math.ceil(ms / 1000)} s`;
  if (minutes < 120) return `${Math.ceil(minutes)} min`;
  return `${rounded(minutes / 60)} h`;
}
