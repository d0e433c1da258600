/** A set of tools served over HTTP by `tapefold mcp`, and what its tables of a symbol have. */

import { expect, onTestFinished } from 'vitest';
import { withTools, type Asked } from './mcp-decisions.fixture.js';
import { startWarm } from './warm-program.fixture.js';

/** Serves the tools of a set until the test ends, and calls them. */
export async function withSet(
  words: readonly string[],
  use: (asked: Asked) => Promise<void>,
): Promise<void> {
  const running = await startWarm(['mcp', ...words, '--http', '0']);
  onTestFinished(async () => {
    running.kill('SIGTERM');
    await running.ended;
  });
  await expect.poll(() => running.printed(), { interval: 20 }).toContain('\n');
  const { url } = JSON.parse(running.printed()) as { url: string };
  await withTools(url, use);
}

/** The number of rows that a tool lists of a symbol, and the latest date among them. */
export async function rowsOf(
  asked: Asked,
  tool: string,
  symbol: string,
): Promise<[number, string | undefined]> {
  const range = { symbol, date_start: '2000-01-01', date_end: '2100-01-01' };
  const { value, error } = await asked(tool, range);
  expect(error).toBeNull();
  const { result } = value as { result: readonly { readonly date: string }[] };
  // Filings come newest first.
  const dates = result.map(({ date }) => date).toSorted();
  return [dates.length, dates.at(-1)];
}
