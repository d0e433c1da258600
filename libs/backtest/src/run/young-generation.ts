/** The space for new objects: large enough at once, and no larger for a longer run. */

import { setFlagsFromString } from 'node:v8';

/**
 * V8 starts with a young generation of 1 MB and lets it grow, to 16 MB, by what has survived in it so far. To clear it
 * takes the same time whatever its size, and next to nothing of what a run makes survives: it would be cleared
 * sixteen times as often, and grow at last in a long run, which then takes more memory than a short one. Growing by
 * sixteen takes it there while the program starts. Called once, by a program before its first run.
 */
export function sizeYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=16');
}
