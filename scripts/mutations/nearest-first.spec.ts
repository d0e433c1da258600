/** Tests next to a mutated source run before those that are further away. */

import { expect, it } from 'vitest';
import { nearness } from './nearest-first.ts';

const source = 'libs/llm/src/calls/recording.ts';

it.each([
  ['libs/llm/src/calls/recording.spec.ts', 5],
  ['libs/llm/src/calls/ask.spec.ts', 4],
  ['libs/llm/src/wire/wires.spec.ts', 3],
  ['libs/tools/src/wire/calls/recording.spec.ts', 1],
  ['test/simulation/simulation.spec.ts', 0],
])('%s is near by %i', (test, near) => {
  expect(nearness(source, test)).toBe(near);
});
