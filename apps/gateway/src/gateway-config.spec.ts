/** The port of the figures: off where nothing is said, and named where it is wrong. */

import { describe, expect, it } from 'vitest';
import { metricsPort } from './gateway-config.js';

describe('metricsPort', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['0', 0],
    ['9464', 9464],
    ['65535', 65_535],
  ])('of %j is %j', (text, port) => {
    expect(metricsPort({ TAPEFOLD_METRICS_PORT: text })).toBe(port);
  });

  it.each(['65536', '-1', '1.5', '1e3', ' 9464', 'x', '0x10'])('refuses %j', (text) => {
    const where = 'TAPEFOLD_METRICS_PORT';
    const act = (): unknown => metricsPort({ [where]: text });
    expect(act).toThrow(expect.objectContaining({ code: 'InvalidInput', where }));
  });
});
