/**
 * The closing record beside a journal: how far the recordings of the run go, and the digests of their last lines. It
 * is no part of the journal's hash: responses carry ids and times of providers.
 */

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { jsonOf } from '#values';
import { FileRecording, LineChain } from '#llm';
import { callLines } from './call-log.js';
import { readManifest, writeWhole, type RunFolder } from './run-folder.js';

/** Null if the file is missing or empty. */
const endSchema = z.strictObject({ lines: z.int().positive(), digest: z.string() }).nullable();
const closingSchema = z.strictObject({
  schemaVersion: z.literal(1),
  asks: endSchema,
  modelCalls: endSchema,
  calls: endSchema,
});
const files = ['asks', 'modelCalls', 'calls'] as const;

/** Writes the closing record; skipped if nothing was recorded. `CorruptJournal` for a recording that was altered. */
export async function closeRecordings(run: string, folder: RunFolder): Promise<void> {
  if (!existsSync(folder.asks)) return;
  const chains = await chainsOf(run, folder);
  if (isEmpty(chains)) return;
  const ends = files.map((file) => {
    const { lines, digest } = { lines: chains[file].lines, digest: chains[file].digest() };
    return [file, digest === undefined ? null : { lines, digest }];
  });
  const record = { schemaVersion: 1, ...Object.fromEntries(ends) } as object;
  writeWhole(folder.closing, `${JSON.stringify(record, null, 2)}\n`);
}

/** Why the recordings differ from those that were closed; undefined if they do not. */
export async function closingDefect(run: string, folder: RunFolder): Promise<string | undefined> {
  const name = basename(folder.closing);
  const chains = await chainsOf(run, folder);
  // A run that stopped and can be resumed may have recorded more since.
  const isEnded = readManifest(folder).tape.hash !== null;
  if (!existsSync(folder.closing)) {
    return isEnded && !isEmpty(chains)
      ? `${name}: missing; \`tapefold run\` writes it again`
      : undefined;
  }
  const closing = closingSchema.safeParse(jsonOf(readFileSync(folder.closing, 'utf8'))).data;
  if (closing === undefined) return `${name}: altered; it is not the closing record of these files`;
  for (const file of files) {
    const [end, chain] = [closing[file], chains[file]];
    const { lines, digest } = end ?? { lines: 0, digest: undefined };
    const isWhole = chain.lines === lines && !chain.hasRest;
    if (chain.digest(lines) === digest && (isWhole || !isEnded)) continue;
    const found = `${chain.lines} lines with ${chain.digest()}${chain.hasRest ? ' and a rest' : ''}`;
    return `${basename(folder[file])}: altered; expected ${lines} lines with ${digest}; found ${found}`;
  }
  return undefined;
}

const isEmpty = ({ asks, modelCalls }: Record<'asks' | 'modelCalls', LineChain>): boolean =>
  asks.lines + modelCalls.lines === 0;

async function chainsOf(run: string, folder: RunFolder) {
  const recording = new FileRecording((id) => (id === run ? folder.path : undefined));
  const { asks = new LineChain(), modelCalls = new LineChain() } = await recording.chainsOf(run);
  const calls = new LineChain();
  for (const line of callLines(folder) ?? []) calls.take(line);
  return { asks, modelCalls, calls };
}
