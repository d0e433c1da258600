/**
 * `tapefold serve` answers valid and invalid requests in conformance with its published
 * OpenAPI document.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isDrawing } from '#values/commit-draw.fixture';
import { temporaryFolder } from '../cluster/temporary-folder.fixture.js';
import { GrowingFeed } from '../e2e/growing-feed.fixture.js';
import { serve } from '../e2e/served.fixture.js';
import { expectConformance } from './expect-conformance.fixture.js';
import { filledSystem } from './system-under-test.fixture.js';

const folder = temporaryFolder('conformance-serve');

describe('tapefold serve', () => {
  it('is what its OpenAPI document says', async () => {
    const feed = new GrowingFeed(join(folder, 'feed'));
    const { url, tokenFile } = await serve(join(folder, 'data'), '--feeds', feed.register);
    const system = await filledSystem(url, readFileSync(tokenFile, 'utf8').trim(), feed);
    const cases = await expectConformance(system, join(folder, 'report'), {
      examples: isDrawing ? 4 : 10,
      // Some ten minutes.
      isEveryBodyCovered: !isDrawing,
    });
    expect(cases).toBeGreaterThan(isDrawing ? 1_000 : 2_000);
  });
});
