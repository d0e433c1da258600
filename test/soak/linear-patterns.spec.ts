/** Goal: recheck finds every pattern of the product linear again, whatever verdicts are kept. */

import { expect, it } from 'vitest';
import { root, run } from '../gate/project-copy.js';

it('agrees with the verdicts that are kept', async () => {
  const { exitCode, output } = await run(root, 'node', ['scripts/patterns.ts', '--all']);
  expect(output).toContain(', 0 findings');
  expect(exitCode).toBe(0);
});
