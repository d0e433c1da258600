/** `tapefold verify`: asks whether a run is what it says. */

import { verifyRun, type Verdict } from '#backtest';
import { exitCodes } from '../exit-code.js';
import { textOf } from '../option-value.js';

export async function verifyCommand(
  run: string,
  options: Record<string, unknown>,
): Promise<number> {
  const data = textOf(options['data']);
  const verdict = await verifyRun(run, {
    ...(data === undefined ? {} : { data }),
    askAgain: options['askAgain'] === true,
  });
  process.stdout.write(`${describe(verdict)}\n`);
  return verdict.kind === 'verified' ? exitCodes.ok : exitCodes.negative;
}

function describe(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'verified':
      return `verified: ${verdict.records} records, journal hash ${verdict.hash}`;
    case 'other-semantics':
      return [
        `other semantics: written by version ${verdict.found}, this is version ${verdict.expected}`,
        'neither proven nor disproven',
      ].join('; ');
    case 'refuted':
      return `not verified: ${verdict.what}`;
  }
}
