/** The space for new objects: large enough at once, and no larger for a longer run. */

import { setFlagsFromString } from 'node:v8';

/**
 * V8 starts with a young generation of 1 MB and lets it grow, to 16 MB, by what survives in it. To clear it takes the
 * same time whatever its size, and next to nothing of what a run makes survives: so it has to grow while the
 * program starts, when things survive, or it stays small over millions of bars. Growing by four takes it to 4 MB
 * then. Called once, by a program before its first run.
 */
export function sizeYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=4');
}
