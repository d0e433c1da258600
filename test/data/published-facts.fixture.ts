/**
 * What was recorded of the published servers: their questions, and facts about their answers. A
 * short answer is kept as it is, of a long one the form and a hash.
 */

import { readFileSync } from 'node:fs';
import { sha256Hex } from '#values';

/** An answer: its value, the form and hash of one that is long, or that it was an error. */
export type Fact =
  { readonly value: unknown } | { readonly form: string; readonly sha256: string } | 'error';

const keptMax = 160;

/** The fact of an answer whose paths begin with `root`, which is not part of it. */
export function factOf(answer: unknown, root: string): Fact {
  const text = JSON.stringify(answer).replaceAll(root, '<root>');
  const value = JSON.parse(text) as unknown;
  if (text.length <= keptMax) return { value };
  return { form: formOf(value), sha256: sha256Hex(text).slice(0, 16) };
}

/** Members in their order with their types: `12 × {date: text, rsi: number}`. */
function formOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) {
    const forms = [...new Set(value.map(formOf))];
    return `${value.length} × ${forms.length === 1 ? forms[0] : `(${forms.join(' | ')})`}`;
  }
  if (typeof value !== 'object') return typeof value;
  const members = Object.entries(value).map(([name, member]) => `${name}: ${formOf(member)}`);
  return `{${members.join(', ')}}`;
}

export interface RecordedServer {
  readonly server: string;
  /** The date of `--as-of-date`. */
  readonly asOf?: string;
  /** Characters of the published definition of each tool, in their order. */
  readonly sizes: Readonly<Record<string, number>>;
  /** Question, fact and, if the answer here differs on purpose, the row of the page. */
  readonly answers: readonly (readonly [question: number, fact: number, difference?: string])[];
}

interface Recording {
  readonly reports: ReadonlyMap<string, string>;
  readonly questions: readonly { readonly tool: string; readonly args: object }[];
  readonly facts: readonly Fact[];
  readonly servers: readonly RecordedServer[];
}

/** The recording beside this file: a line for a report, a question, a fact, or a server. */
export function readRecording(): Recording {
  const lines = readFileSync('test/data/published-servers.jsonl', 'utf8').trimEnd().split('\n');
  const reports = new Map<string, string>();
  const questions: { tool: string; args: object }[] = [];
  const facts: Fact[] = [];
  const servers: RecordedServer[] = [];
  for (const line of lines) {
    const entry = JSON.parse(line) as Record<string, never>;
    if ('report' in entry) reports.set(entry['report'], entry['text'] as never);
    else if ('tool' in entry) questions.push(entry as never);
    else if ('fact' in entry) facts.push(entry['fact']);
    else servers.push(entry as never);
  }
  return { reports, questions, facts, servers };
}
