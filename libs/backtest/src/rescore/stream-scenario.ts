/** The scenario that scores decision streams: one agent for each, a script of its decisions. */

import { canonicalJson, excerpt, invalidInput, sha256Hex } from '#values';
import { decisionLinesText } from '#agents/script/decision-lines';
import type { ExecutionPolicyInput } from '#contracts';
import {
  scenarioSchemaOf,
  type AgentConfig,
  type TradingScenario,
} from '#contracts/scenario/scenario';
import { checkScenario } from '../tape/load-scenario.js';
import { jsonDifference } from '../run-folder/json-difference.js';
import type { DecisionStream } from './stream.js';

export interface StreamScenario {
  readonly scenario: TradingScenario;
  /** Scripts of its agents, by their path from its folder. */
  readonly scripts: ReadonlyMap<string, string>;
}

/**
 * The scenario of `streams` under `execution`. `InvalidInput` if they do not belong on one tape, if
 * two have the same agent and symbol, or if an agent lacks a symbol that others have: that would
 * count as deciding nothing there.
 */
export function streamScenario(
  streams: readonly DecisionStream[],
  { name, execution }: { readonly name: string; readonly execution: string | ExecutionPolicyInput },
  others: readonly AgentConfig[] = [],
): StreamScenario {
  const [first] = streams as [DecisionStream];
  for (const stream of streams) requireSameTerms(first, stream);
  const { portfolio } = first.terms;
  const symbols = [...new Set(streams.flatMap((stream) => stream.symbols))];
  const byAgent = Map.groupBy(streams, ({ agent }) => agent);
  const scripts = new Map<string, string>();
  const agents = [...byAgent].map(([id, own]): AgentConfig => {
    requireEachSymbol(own, portfolio ? undefined : symbols);
    const text = scriptText(own, portfolio ? symbols : undefined);
    const file = `scripts/${id}.${sha256Hex(text).slice(0, 12)}.jsonl`;
    scripts.set(file, text);
    return { id, kind: 'script', file };
  });
  const free = others.filter(({ id }) => !byAgent.has(id));
  const value = { ...first.terms, name, symbols, execution, agents: [...agents, ...free] };
  const parsed = scenarioSchemaOf(value, []).parse(value);
  return { scenario: checkScenario(parsed, name) as TradingScenario, scripts };
}

function requireSameTerms(first: DecisionStream, other: DecisionStream): void {
  const change = jsonDifference(other.terms, first.terms);
  if (change === undefined) return;
  throw invalidInput(`decisions that cannot be scored side by side: ${change.path} is different`, {
    where: other.source,
    expected: `${change.found}, as in ${first.source}`,
    found: change.expected,
  });
}

function requireEachSymbol(
  streams: readonly DecisionStream[],
  symbols: readonly string[] | undefined,
): void {
  const seen = new Map<string, DecisionStream>();
  for (const stream of streams) {
    const key = symbols === undefined ? '' : canonicalJson(stream.symbols);
    const before = seen.get(key);
    seen.set(key, stream);
    if (before === undefined) continue;
    throw invalidInput('two decision streams of one agent', {
      where: stream.source,
      expected: `another agent or symbol than ${before.source}`,
      found: excerpt(`${stream.agent}, ${stream.symbols.join(', ')}`),
    });
  }
  const missing = symbols?.find((symbol) => !seen.has(canonicalJson([symbol])));
  if (missing === undefined) return;
  throw invalidInput(`an agent lacks a symbol that others have`, {
    where: (streams[0] as DecisionStream).source,
    expected: excerpt(`decisions of ${streams[0]?.agent} on ${missing}; or ask for others alone`),
  });
}

function scriptText(
  streams: readonly DecisionStream[],
  all: readonly string[] | undefined,
): string {
  return decisionLinesText(
    streams.map(({ symbols, sha256 }) => ({ symbols: [...symbols], sha256 })),
    streams.flatMap(({ symbols, said: answers }) =>
      answers.map((one) => ({ symbols: all ?? symbols, ...one })),
    ),
  );
}
