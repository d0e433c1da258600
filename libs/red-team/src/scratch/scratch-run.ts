/** Throwaway scenarios, run in a temporary folder. */

import { join } from 'node:path';
import type { Result } from '#contracts/result/result';
import { tradingScenarioSchema, type TradingScenario } from '#contracts/scenario/scenario';
import type { z } from 'zod';
import { runScenario, type ScenarioOptions } from '#backtest';

/** Decision close and no costs, long and short: a decision earns exactly the next return. */
export const frictionless = { name: 'frictionless', fill: 'decision-close', short: true } as const;

/** A trading scenario with defaults filled in. */
export const scratchScenario = (input: z.input<typeof tradingScenarioSchema>): TradingScenario =>
  tradingScenarioSchema.parse(input);

export interface ScratchOptions extends Pick<ScenarioOptions, 'isReceived' | 'onTrustedCode'> {
  /** Where results go: a folder of the caller's. */
  readonly folder: string;
  readonly codeVersion: string;
  /** From which relative paths of the scenario start; the folder when left out. */
  readonly directory?: string;
  readonly signal?: AbortSignal | undefined;
  readonly onDue?: ScenarioOptions['onDue'];
}

/** A finished scenario and the folder of its runs. */
interface ScratchResult {
  readonly result: Result;
  readonly out: string;
}

/**
 * Runs a scenario that trades. Fails as `runScenario` does; rejects with the signal's reason once
 * that is aborted.
 */
export async function runScratch(
  scenario: TradingScenario,
  { folder, directory = folder, signal, onDue, ...options }: ScratchOptions,
): Promise<ScratchResult> {
  const out = join(folder, scenario.name);
  const { codeVersion, isReceived, onTrustedCode } = options;
  const outcome = await runScenario(
    { scenario, directory },
    {
      out,
      codeVersion,
      jobs: 1,
      fresh: true,
      isReceived,
      onTrustedCode,
      ...(signal === undefined ? {} : { signal }),
      ...(onDue === undefined ? {} : { onDue }),
    },
  );
  if (outcome.kind === 'interrupted') {
    signal?.throwIfAborted();
    throw new Error('the runs were interrupted');
  }
  return { result: outcome.result as Result, out };
}
