/**
 * A program that speaks MCP, for tests: it follows the open decisions of a run, and takes them
 * through the tools.
 */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { DecisionDue } from '#agents';
import { startWarm, type RunningCommand } from './warm-program.fixture.js';

export type Asked = (name: string, args: Record<string, unknown>) => Promise<Called>;

/** The result of a tool call. */
export interface Called {
  readonly value: unknown;
  readonly error: string | null;
}

export interface FollowedRun {
  readonly code: number | null;
  /** What was printed besides the decisions. */
  readonly out: string;
  readonly err: string;
  readonly due: readonly DecisionDue[];
}

/**
 * Runs `tapefold run …`, and takes each decision that it prints with `decide`, all that
 * are open at once.
 */
export async function followRun(
  args: readonly string[],
  decide: (due: DecisionDue, process: RunningCommand) => Promise<void>,
): Promise<FollowedRun> {
  let out = '';
  let rest = '';
  const due: DecisionDue[] = [];
  const open: Promise<void>[] = [];
  const take = (line: string): void => {
    if (!line.startsWith('{"type":"decision-due"')) {
      out += `${line}\n`;
      return;
    }
    const one = JSON.parse(line) as DecisionDue;
    due.push(one);
    const deciding = running.then((process) => decide(one, process));
    // A failure is reported once the run has ended.
    deciding.catch(() => undefined);
    open.push(deciding);
  };
  const running = startWarm(['run', ...args], {}, (text) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  const { code, err } = await (await running).ended;
  await Promise.all(open);
  return { code, out, err, due };
}

/** Connects to a decision for as long as `use` takes. */
export async function withTools(url: string, use: (asked: Asked) => Promise<void>): Promise<void> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  await client.listTools();
  await use(async (name, args) => {
    const { content, structuredContent, isError } = await client.callTool({
      name,
      arguments: args,
    });
    const [first] = content;
    return isError === true
      ? { value: undefined, error: first?.type === 'text' ? first.text : '' }
      : { value: structuredContent, error: null };
  });
  // The address is gone once the decision is made, so closing may fail.
  await client.close().catch(() => undefined);
}

interface Price {
  readonly date: string;
  readonly close: number;
}

/** Long while the close is above the mean of the days before, as the tools report them. */
export const followMean = (due: DecisionDue): Promise<void> =>
  withTools(due.url, async (asked) => {
    const [symbol] = due.symbols;
    const { session } = due;
    const range = { symbol, date_start: '2000-01-01', date_end: '2100-01-01' };
    const { value } = await asked('get_prices', range);
    const rows = (value as { result: Price[] }).result.slice(-10);
    const last = rows.at(-1) as Price;
    const mean = rows.reduce((sum, { close }) => sum + close, 0) / rows.length;
    const action = last.close > mean ? 'BUY' : 'SELL';
    const decision = { symbol, target_date: session, price: last.close, action };
    await asked('submit_decision', decision);
  });
