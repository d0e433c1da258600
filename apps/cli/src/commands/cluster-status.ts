/** `tapefold cluster status`: where the gateway is, and what goes on there. */

import type { Run, Submission } from '../cluster/gateway-answers.js';
import { clientOf } from '../cluster/gateway-client.js';
import { picked, runsOf, submissionsOf } from '../cluster/gateway-lists.js';
import { countsOf } from '../cluster/run-progress.js';
import { statusLines } from '../cluster/status-lines.js';
import { exitCodes } from '../exit-code.js';

export async function statusCommand(options: Record<string, unknown>): Promise<number> {
  const client = clientOf(options);
  const submissions = await submissionsOf(client);
  const runs = await runsOf(client);
  if (options['json'] === true) {
    const described = submissions.map((one) => describe(one, runs));
    process.stdout.write(
      `${JSON.stringify({ url: client.url, submissions: described }, null, 2)}\n`,
    );
    return exitCodes.ok;
  }
  const { isTTY, rows } = process.stdout;
  const all = options['all'] === true;
  const lines = statusLines(submissions, runs, { all, rows: isTTY ? rows : undefined });
  const whole = `gateway ${client.url}: ${countsOf(runs)}`;
  process.stdout.write(`${[whole, ...lines].join('\n')}\n`);
  return exitCodes.ok;
}

function describe(submission: Submission, runs: readonly Run[]): object {
  return {
    submission: submission.submission,
    scenario: submission.scenario.name,
    tape: submission.tape,
    runs: picked(submission.runs, runs).map((one) => {
      const { run, label, status, failure, asOf, records, wait } = one;
      return { run, label, status, failure, asOf, records, wait };
    }),
  };
}
