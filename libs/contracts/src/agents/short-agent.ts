/** Agents in command-line form: `sma-cross:10,30`, `buy-and-hold`, `./mine.ts`, `signals.csv`. */

import { excerpt, invalidInput } from '#values';
import { kindsThat } from './agent-kinds.js';
import { agentConfigSchema, type AgentConfig } from '../scenario/scenario.js';
import { expectedOf } from '../parsing/schema-issue.js';

/** Members of every agent, omitted by the short form. */
const common = ['id', 'kind', 'terms'];
const kinds: readonly string[] = kindsThat(({ hasShortForm }) => hasShortForm);

/**
 * An agent in words for readers of a report: kind and settings, without files, addresses and lists.
 */
export function agentWords({ id: _, kind, ...rest }: AgentConfig): string {
  const settings = Object.entries(rest).filter(
    ([name, value]) => typeof value !== 'object' && !/^(file|url|post|prompt)$/.test(name),
  );
  return [kind, ...settings.map(([name, value]) => `${name} ${value}`)].join(', ');
}

/** The kind of a path alone, and the path. */
function kindOfPath(text: string): [kind: string, path: string] | undefined {
  if (kinds.some((kind) => text.startsWith(`${kind}:`))) return undefined;
  if (/\.[cm]?[jt]s$/.test(text)) return ['module', text];
  return /\.(?:csv|parquet|jsonl?)$/i.test(text) ? ['script', text] : undefined;
}

/** The values of a kind's own keys, in schema order; `InvalidInput` lists those keys. */
export function agentOfText(text: string): AgentConfig {
  const [kind = '', ...rest] = kindOfPath(text) ?? text.split(':');
  const where = '--agent';
  const found = excerpt(text);
  const option = agentConfigSchema.options.find(({ shape }) => shape.kind.value === kind);
  if (!option || !kinds.includes(kind)) {
    const expected = `${kinds.join(', ')}, or the path of a module or of a table of signals`;
    throw invalidInput('no such agent', { where, expected, found });
  }
  const keys = Object.keys(option.shape).filter((key) => !common.includes(key));
  const values = rest.length === 0 ? [] : rest.join(':').split(',');
  const form = keys.length === 0 ? kind : `${kind}:${keys.join()}`;
  if (values.length > keys.length) {
    throw invalidInput('the agent has too many values', { where, expected: form, found });
  }
  const members = values.map((value, index) => [
    keys[index],
    value === '' || isNaN(+value) ? value : +value,
  ]);
  const id = text
    .replace(/^.*\/|\.\w+$/g, '')
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 64);
  const parsed = option.safeParse({ id, kind, ...Object.fromEntries(members) });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const expected = `${form}${issue ? `; ${issue.path.join('.')}: ${expectedOf(issue)}` : ''}`;
  throw invalidInput('the agent cannot be read', { where, expected, found });
}
