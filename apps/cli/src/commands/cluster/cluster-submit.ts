/** `tapefold cluster submit`: submits a scenario to a cluster; with `--wait`, downloads its result. */

import { loadScenario } from '#backtest';
import { isOpenEnded } from '#contracts/scenario/scenario';
import { parseSpeed } from '#tape';
import { followRuns, isSettled } from '../../cluster/follow-runs.js';
import {
  submissionSchema,
  type Submitted,
  submittedSchema,
} from '../../cluster/gateway-answers.js';
import { clientOf, type GatewayClient } from '../../cluster/gateway-client.js';
import { runsIn, submissionNamed, submissionsOf } from '../../cluster/gateway-lists.js';
import { openProgressScreen } from '../../cluster/progress-screen.js';
import { printResult } from '../../cluster/print-result.js';
import { announceDefaultPolicy } from '../../output/default-policy.js';
import { exitCodes } from '../../program/exit-code.js';
import { type Options, textOf } from '../../program/option-value.js';
import { stopOnSignal } from '../../program/stop-signal.js';
import { counted, print, notify } from '../../program/print.js';

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

/** One line; commands accept ids as short as these, and `listing` is the command that prints full ids. */
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
