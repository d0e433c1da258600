/**
 * `tapefold cluster submit` and `cluster results`: submits a scenario to a cluster, and
 * downloads its result.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadScenario } from '#backtest';
import { isOpenEnded, overWindow } from '#contracts/scenario/scenario';
import { parseSpeed } from '#tape';
import { renderTerminalTable } from '#report';
import { followRuns, openProgressScreen } from '../../cluster/progress-screen.js';
import {
  type Run,
  type Submission,
  submissionSchema,
  type Submitted,
  submittedSchema,
} from '../../cluster/gateway-answers.js';
import { clientOf, type GatewayClient } from '../../cluster/gateway-client.js';
import { runsIn, submissionNamed, submissionsOf } from '../../cluster/gateway-lists.js';
import { announceDefaultPolicy } from '../../output/run-notices.js';
import { exitCodes, reportUnanswered, reportUndrawn } from '../../program/exit-code.js';
import { type Options, textOf } from '../../program/option-value.js';
import { stopOnSignal } from '../../program/stop-signal.js';
import { counted, notify, print, printAs } from '../../program/print.js';
import { printedCommand } from '../../program/printed-command.js';
import { resultText } from '../../output/result-files.js';
import { downloadLive, downloadResult } from '../../cluster/download-result.js';
import { countsOf, isLive, isSettled, printFailures } from '../../cluster/run-progress.js';

const charsMin = 12;
const shownMax = 8;

export async function submitCommand(path: string, options: Options): Promise<number> {
  const loaded = loadScenario(path);
  const { scenario } = loaded;
  announceDefaultPolicy(loaded);
  const speed = parseSpeed(textOf(options['speed']) ?? 'max');
  const isAwaited = options['wait'] === true || options['out'] !== undefined;
  const client = clientOf(options);
  const query = speed === 'max' ? '' : `?speed=${speed}`;
  const submitted = await client.post(`/v1/submissions${query}`, scenario, submittedSchema);
  announceSubmission(submitted, client, isAwaited);
  if (isOpenEnded(scenario)) {
    notify(`end     ${client.command('end', submitted.tape)}`);
  }
  if (!isAwaited) {
    print(submitted.submission);
    return exitCodes.ok;
  }
  if (!(await isDone(client, submitted))) return exitCodes.interrupted;
  const place = `/v1/submissions/${submitted.submission}`;
  const submission = await client.get(place, submissionSchema);
  return printResult(client, submission, options);
}

function announceSubmission(
  { submission, runs, created }: Submitted,
  client: GatewayClient,
  isAwaited: boolean,
): void {
  const count = counted(runs.length, 'run');
  const what = created ? 'submitted' : 'had been submitted before';
  const id = submission.slice(0, 12);
  notify(`${what}: ${count} to ${client.url}`);
  if (isAwaited) {
    notify(`submission ${submission}`);
    return;
  }
  notify(`watch   ${client.command('watch', id)}`);
  notify(`result  ${client.command('results', id)}`);
  notify(`runs    ${runIdsLine(runs, client.command('status', '--json'))}`);
}

/** Shows the progress of the runs until all are complete; false if Ctrl-C came first. */
async function isDone(client: GatewayClient, submitted: Submitted): Promise<boolean> {
  const { submission, runs } = submitted;
  using stop = stopOnSignal();
  const screen = openProgressScreen();
  try {
    const done = await followRuns({
      client,
      look: (asked) => runsIn(asked, submitted),
      screen,
      signal: stop.signal,
      isDone: (found) => found.length >= runs.length && found.every(isSettled),
    });
    if (done !== undefined) return true;
    const result = client.command('results', submission.slice(0, 12));
    notify(`the submission keeps running; fetch its result with: ${result}`);
    return false;
  } finally {
    screen.end();
  }
}

/** `tapefold cluster results`: the result of a submission whose runs have finished. */
export async function resultsCommand(submission: string, options: Options): Promise<number> {
  const client = clientOf(options);
  const found = submissionNamed(submission, await submissionsOf(client));
  return printResult(client, found, options);
}

/**
 * One line; commands accept ids as short as these, and `listing` is the command that
 * prints full ids.
 */
export function runIdsLine(runs: readonly string[], listing: string): string {
  const shown = shortened(runs).slice(0, shownMax).join(' ');
  const more = runs.length > shownMax ? ` and ${runs.length - shownMax} more` : '';
  return `${shown}${more} (whole: ${listing})`;
}

function shortened(ids: readonly string[]): string[] {
  const cut = (chars: number): string[] => ids.map((id) => id.slice(0, chars));
  const all = new Set(ids).size;
  let chars = charsMin;
  while (new Set(cut(chars)).size < all) chars++;
  return cut(chars);
}

/**
 * `options`: `--out`, `--data`, `--json`, `--fresh`. Exit code 1 if runs were cancelled or have
 * failed, which leaves only the others in the result; 130 if Ctrl-C came during the download, which
 * leaves nothing behind. Fails as `downloadResult` does.
 */
export async function printResult(
  client: GatewayClient,
  submission: Submission,
  options: Options,
): Promise<number> {
  using stop = stopOnSignal();
  try {
    return await downloadAndPrint(
      client.within({ signal: stop.signal, notify }),
      submission,
      options,
    );
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    notify('interrupted');
    return exitCodes.interrupted;
  }
}

async function downloadAndPrint(
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
    const followed = isOpenEnded(scenario) ? overWindow(scenario) : undefined;
    const { result, undrawn } =
      followed !== undefined && data !== undefined
        ? await downloadLive(client, { ...submission, scenario: followed }, { ...where, data })
        : await downloadResult(client, submission, { ...where, data });
    if (followed !== undefined && data === undefined) {
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
