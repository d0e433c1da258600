/** Keeps the memory of a run apart from its length: the space for new objects stays as large as it starts. */

import { setFlagsFromString } from 'node:v8';

/**
 * V8 enlarges its young generation, from 8 to 64 MB, as survivors add up over a long run. What a run makes dies
 * at once, so that a larger one buys nothing. Called once, by a program before its first run.
 */
export function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
