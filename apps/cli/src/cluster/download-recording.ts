/** What a run's agent asked of its models, from a gateway, as `tapefold run` keeps it beside the journal. */

import { closeRecordings, writeWhole, type RunFolder } from '#backtest';
import { asksModels } from '#backtest/run-models';
import { endedAskSchema, openedAskSchema } from '#llm/ask';
import { recordedCallSchema } from '#llm/recorded-call';
import { askLines, chained, modelCallLines } from '#llm';
import { z } from 'zod';
import { planOfSubmitted } from '#workflows/submitted-plan';
import { unavailable } from '#values';
import type { Run } from './gateway-answers.js';
import type { GatewayClient } from './gateway-client.js';
import { wholeList } from './gateway-lists.js';

const askSchema = z.strictObject({ opened: openedAskSchema, ended: endedAskSchema.nullable() });

/**
 * Writes attempts and model calls of a finished run whose agent asks models. `Unavailable` where the gateway has no
 * attempt of it: it does not read the recordings of the model gateway that the run used.
 */
export async function downloadRecording(
  client: GatewayClient,
  run: Run,
  folder: RunFolder,
): Promise<void> {
  if (!asksModels(planOfSubmitted(run))) return;
  const of = `/v1/runs/${run.run}`;
  const asks = await wholeList(client, `${of}/asks?limit=1000`, askSchema);
  if (asks.length === 0) {
    throw unavailable('the recording of a run is not there', { where: run.label });
  }
  const calls = await wholeList(client, `${of}/model-calls?limit=1000`, recordedCallSchema);
  writeWhole(folder.asks, lined(chained(askLines(asks))));
  if (calls.length > 0) writeWhole(folder.modelCalls, lined(chained(modelCallLines(calls))));
  await closeRecordings(run.run, folder);
}

/** In pieces: a recording may be longer than a text can be. */
function lined(lines: Iterable<string>): Uint8Array {
  return Buffer.concat([...lines].map((line) => Buffer.from(`${line}\n`)));
}
