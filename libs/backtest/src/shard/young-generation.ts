/** Sizes the space for new objects: large from the start, and no larger for a longer run. */

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes of each half of the young generation, at first and here. */
const halfAtFirst = 1024 * 1024;
const halfBytes = 16 * halfAtFirst;
/** Objects that survive until it has grown: it grows by what has survived. */
const survivorsMax = 500_000;
const survivorsAtOnce = 10_000;

/**
 * V8 starts with a young generation of twice 1 MB and lets it grow by what has survived in it so
 * far, up to twice 64 MB. Clearing it takes the same time whatever its size, and almost nothing
 * that a run creates survives: a small one is cleared sixteen times as often, and a large one costs
 * memory alone. So it grows to twice 16 MB here, and no further. Called once by each program and
 * thread of runs, before the first one.
 */
export function sizeYoungGeneration(): void {
  const factor = Math.floor(halfBytes / halfOfYoung());
  if (factor > 1) growBy(factor);
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Creates objects until a collection has made the young generation larger. */
function growBy(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  const before = halfOfYoung();
  const survivors: object[] = [];
  while (halfOfYoung() === before && survivors.length < survivorsMax) {
    for (let count = 0; count < survivorsAtOnce; count++) survivors.push({ count });
  }
}

/** One half alone exists until the first collection. */
function halfOfYoung(): number {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return Math.max(halfAtFirst, (young?.space_size ?? 0) / 2);
}
