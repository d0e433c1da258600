/** A published table of results, as data. */

import { excerpt, formatCivilDate, invalidInput, requireCivilDate, type CivilDate } from '#values';
import { splitCsv } from '#market-data/rows/csv-record';

/** One agent's figures in one block of a table, as printed. */
export interface PublishedCell {
  readonly table: string;
  readonly from: CivilDate;
  readonly to: CivilDate;
  readonly task: string;
  /** Empty for a pair. */
  readonly symbol: string;
  readonly agent: string;
  /** Texts by the name of their row: CR, SR, MDD, PAIR. */
  readonly printed: Readonly<Record<string, string>>;
}

const header = ['table', 'from', 'to', 'task', 'symbol', 'metric'];

/** A row: its subject, and its fields after the header's. */
interface Row {
  readonly block: Omit<PublishedCell, 'agent' | 'printed'>;
  readonly metric: string;
  readonly fields: readonly string[];
}

/**
 * Reads a published table: CSV with the header `table,from,to,task,symbol,metric` and one column
 * per agent; CR and MDD in percent, SR a year, PAIR the legs as `LEFT/RIGHT` or the left one alone;
 * empty if there is no figure. `InvalidInput` names `file` and line.
 */
export function parsePublishedTable(text: string, file: string): PublishedCell[] {
  const [head = '', ...lines] = text.trim().split(/\r?\n/);
  const agents = agentsOf(head, file);
  const cells = new Map<string, PublishedCell & { printed: Record<string, string> }>();
  for (const [index, line] of lines.entries()) {
    const { block, metric, fields } = rowOf(line, agents.length, `${file}:${index + 2}`);
    for (const [column, agent] of agents.entries()) {
      const printed = fields[column]!;
      if (printed === '') continue;
      const key = [...Object.values(block), agent].join('\n');
      const cell = cells.get(key) ?? { ...block, agent, printed: {} };
      cell.printed[metric] = printed;
      cells.set(key, cell);
    }
  }
  return [...cells.values()];
}

function agentsOf(head: string, file: string): string[] {
  const names = fieldsOf(head, `${file}:1`);
  const agents = names.slice(header.length);
  if (names.slice(0, header.length).join() === header.join() && agents.length > 0) return agents;
  throw invalidInput('wrong header of a published table', {
    where: `${file}:1`,
    expected: `${header.join(',')} and one column per agent`,
    found: excerpt(head),
  });
}

function rowOf(line: string, agents: number, where: string): Row {
  const fields = fieldsOf(line, where);
  if (fields.length !== header.length + agents) {
    throw invalidInput('not a row of a published table', {
      where,
      expected: `${header.length + agents} fields`,
      found: String(fields.length),
    });
  }
  const [table, from, to, task, symbol, metric] = fields as [
    ...[string, string, string],
    ...[string, string, string],
  ];
  const dates = { from: requireCivilDate(from, where), to: requireCivilDate(to, where) };
  return { block: { table, ...dates, task, symbol }, metric, fields: fields.slice(header.length) };
}

function fieldsOf(line: string, where: string): string[] {
  try {
    return splitCsv(line);
  } catch (cause) {
    throw invalidInput('not a row of CSV', { where, found: excerpt(line), cause });
  }
}

/** `table 3, Trading NVDA, codex qwen27, 2026-04-01 to 2026-05-01`. */
export function cellName({ table, task, symbol, agent, from, to }: PublishedCell): string {
  const subject = symbol === '' ? task : `${task} ${symbol}`;
  return `table ${table}, ${subject}, ${agent}, ${formatCivilDate(from)} to ${formatCivilDate(to)}`;
}
