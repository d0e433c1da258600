/** Downloads and prints the result of a submission, into a given folder or a temporary one. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isOpenEnded, isTradingScenario } from '#contracts/scenario/scenario';
import { renderTerminalTable } from '#report';
import { exitCodes, reportUnanswered, reportUndrawn } from '../program/exit-code.js';
import { type Options, textOf } from '../program/option-value.js';
import { printedCommand } from '../program/printed-command.js';
import { resultText } from '../output/result-files.js';
import { downloadLive } from './download-live.js';
import { downloadResult } from './download-result.js';
import type { GatewayClient } from './gateway-client.js';
import type { Run, Submission } from './gateway-answers.js';
import { runsIn } from './gateway-lists.js';
import { countsOf, isLive } from './run-progress.js';
import { printFailures } from './print-failures.js';
import { printAs, notify } from '../program/print.js';

/**
 * `options`: `--out`, `--data`, `--json`, `--fresh`. Exit code 1 if runs were cancelled or have failed, which leaves
 * only the others in the result. Fails as `downloadResult` does.
 */
export async function printResult(
  client: GatewayClient,
  submission: Submission,
  options: Options,
): Promise<number> {
  const runs = await runsIn(client, submission);
  const isFinished = runs.some(({ status }) => status === 'finished');
  if (printFailures(runs) && !isFinished) return exitCodes.negative;
  const named = textOf(options['out']);
  const out = named === undefined ? mkdtempSync(join(tmpdir(), 'tapefold-')) : resolve(named);
  try {
    const fresh = options['fresh'] === true;
    const data = textOf(options['data']);
    const where = { out, fresh };
    const { scenario } = submission;
    const isFollowed = isOpenEnded(scenario) && isTradingScenario(scenario);
    const { result, undrawn } =
      isFollowed && data !== undefined
        ? await downloadLive(client, { ...submission, scenario }, { ...where, data })
        : await downloadResult(client, submission, { ...where, data });
    if (isFollowed && data === undefined) {
      notify(`a result that verifies needs --data with the recording of tape ${submission.tape}`);
    }
    printAs(options, result, () =>
      named === undefined
        ? renderTerminalTable(result, printedCommand([]))
        : resultText(out, result, runs.some(isLive) ? null : data),
    );
    const drawn = reportUnanswered(result, reportUndrawn(undrawn));
    return printMissing(runs) ? exitCodes.negative : drawn;
  } finally {
    if (named === undefined) rmSync(out, { recursive: true, force: true });
  }
}

/** Reports on standard error that a result is partial; returns whether it is. */
function printMissing(runs: readonly Run[]): boolean {
  const missing = runs.filter(({ status }) => status !== 'finished');
  if (missing.length === 0) return false;
  const counts = `${countsOf(missing)} of ${runs.length} runs`;
  notify(`the result is partial: ${counts}; it contains the other runs`);
  return true;
}
