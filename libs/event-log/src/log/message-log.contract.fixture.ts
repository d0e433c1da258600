/**
 * The contract of every message log, whatever its technology: one suite, run on each
 * implementation.
 */

import { describe, it } from 'vitest';
import { appendingLaws } from './message-log.appending.fixture.js';
import { memberLaws } from './message-log.members.fixture.js';
import type { ContractLaws, OpenedLog } from './message-log.reading.fixture.js';
import { rebalancingLaws } from './message-log.rebalancing.fixture.js';
import { tailLaws } from './message-log.tails.fixture.js';

export type { OpenedLog } from './message-log.reading.fixture.js';

const chapters: Readonly<Record<string, ContractLaws>> = {
  appending: appendingLaws,
  tails: tailLaws,
  'members of a group': memberLaws,
  rebalancing: rebalancingLaws,
};

/** Describes the port for one implementation; `open` is called for each test. */
export function describeMessageLog(name: string, open: () => Promise<OpenedLog>): void {
  for (const [chapter, laws] of Object.entries(chapters)) {
    describe(`message log, ${name}: ${chapter}`, () => {
      for (const [law, test] of Object.entries(laws)) {
        // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- laws have both
        it(law, () => test(open), 60_000);
      }
    });
  }
}
