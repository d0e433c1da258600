/** Fetches the result of a submission and tells it; into a folder that stays, or one that is gone afterwards. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { renderTerminalTable } from '#report';
import { exitCodes } from '../exit-code.js';
import { textOf } from '../option-value.js';
import { resultPaths } from '../result-files.js';
import { downloadResult } from './download-result.js';
import type { GatewayClient } from './gateway-client.js';
import type { Submission } from './gateway-answers.js';
import { runsIn } from './gateway-lists.js';
import { tellFailures } from './tell-failure.js';

/** `options`: `--out`, `--json`, `--fresh`. Exit code 1 where runs have failed; fails as `downloadResult` does. */
export async function tellResult(
  client: GatewayClient,
  submission: Submission,
  options: Readonly<Record<string, unknown>>,
  codeVersion: string,
): Promise<number> {
  if (tellFailures(await runsIn(client, submission))) return exitCodes.negative;
  const named = textOf(options['out']);
  const out = named === undefined ? mkdtempSync(join(tmpdir(), 'tapefold-')) : resolve(named);
  try {
    const fresh = options['fresh'] === true;
    const { result } = await downloadResult(client, submission, {
      out,
      codeVersion,
      fresh,
    });
    if (options['json'] === true) {
      process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    } else {
      process.stdout.write(`${renderTerminalTable(result)}\n`);
      if (named !== undefined) process.stdout.write(`\n${resultPaths(out, result)}\n`);
    }
    return exitCodes.ok;
  } finally {
    if (named === undefined) rmSync(out, { recursive: true, force: true });
  }
}
