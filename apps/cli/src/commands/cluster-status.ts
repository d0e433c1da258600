/** `tapefold cluster status`: where the gateway is, and how far each submission is. */

import type { Run, Submission } from '../cluster/gateway-answers.js';
import { clientOf } from '../cluster/gateway-client.js';
import { picked, runsOf, submissionsOf } from '../cluster/gateway-lists.js';
import { countsOf } from '../cluster/run-progress.js';
import { failureLines } from '../cluster/tell-failure.js';
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
  const lines = submissions.map((one) => lineOf(one, runs));
  const whole = `gateway ${client.url}: ${countsOf(runs)}`;
  process.stdout.write(`${[whole, ...lines].join('\n')}\n`);
  return exitCodes.ok;
}

function lineOf(submission: Submission, runs: readonly Run[]): string {
  const id = submission.submission.slice(0, 12);
  const own = picked(submission.runs, runs);
  const failed = failureLines(own).map((line) => `\n  ${line}`);
  return `${id}  ${submission.scenario.name.padEnd(20)}  ${countsOf(own)}${failed.join('')}`;
}

function describe(submission: Submission, runs: readonly Run[]): object {
  return {
    submission: submission.submission,
    scenario: submission.scenario.name,
    tape: submission.tape,
    runs: picked(submission.runs, runs).map(({ run, label, status, failure, asOf, records }) => ({
      run,
      label,
      status,
      failure,
      asOf,
      records,
    })),
  };
}
