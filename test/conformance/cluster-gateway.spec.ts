/**
 * The gateway of a cluster, over Kafka and Postgres, conforms to the published OpenAPI document.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { command, partIn, stateIn } from '../cluster/command.fixture.js';
import { temporaryFolder } from '../cluster/temporary-folder.fixture.js';
import { GrowingFeed } from '../e2e/growing-feed.fixture.js';
import { expectConformance } from './expect-conformance.fixture.js';
import { filledSystem } from './system-under-test.fixture.js';

const folder = temporaryFolder('conformance-cluster');
const data = join(folder, 'cluster');

afterAll(() => command('down', ['--data', data]));

describe('the gateway of a cluster', () => {
  it('is what the OpenAPI document says', async () => {
    const feed = new GrowingFeed(join(folder, 'feed'));
    const up = ['--ports', 'auto', '--data', data];
    const { code, out, err } = await command('up', up, { TAPEFOLD_FEEDS: feed.register });
    expect(code, out + err).toBe(0);
    const token = readFileSync(stateIn(data).tokenFile, 'utf8').trim();
    const system = await filledSystem(`http://${partIn(data, 'gateway').address}`, token, feed);
    const cases = await expectConformance(system, join(folder, 'report'), {
      examples: 4,
      isEveryBodyCovered: false,
    });
    expect(cases).toBeGreaterThan(500);
  });
});
