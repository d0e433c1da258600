/** Flags and environment variables of the published servers, as `tapefold mcp` takes them. */

import { resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { herculeanServer, requireNoProfileOptions } from './herculean-profile.js';

afterEach(() => vi.unstubAllEnvs());

const served = async (name: string, options: object = {}) => {
  const { sets, data, asOf } = await herculeanServer(name, { ...options });
  return { set: sets.map((one) => one.name).join(), data, asOf };
};

describe('a published server', () => {
  it.each([
    ['trading', 'trading_mcp', ['TRADING_DB_PATH']],
    ['hedging', 'hedging_mcp', ['HEDGING_DB_PATH']],
    [
      'report_generation',
      'report_generation_mcp',
      ['REPORT_GENERATION_DB_PATH', 'TRADING_DB_PATH'],
    ],
    ['market-insights', 'report_generation_mcp', ['REPORT_GENERATION_DB_PATH', 'TRADING_DB_PATH']],
  ])('%s is %s, by its flag or by %j', async (name, set, variables) => {
    const missing = served(name);
    await expect(missing).rejects.toThrow(`--db-path, or ${variables.join(' or ')}`);
    for (const variable of variables.toReversed()) {
      vi.stubEnv(variable, `of-${variable}.duckdb`);
      const data = resolve(`of-${variable}.duckdb`);
      expect(await served(name)).toEqual({ set, data, asOf: undefined });
    }
    const flag = { dbPath: 'flag.duckdb' };
    expect(await served(name, flag)).toMatchObject({ data: resolve('flag.duckdb') });
  });

  it('of reports needs the folder of reports too', async () => {
    vi.stubEnv('TRADING_DB_PATH', 'env.duckdb');
    await expect(served('report_evaluation')).rejects.toThrow('--reports-root');
    vi.stubEnv('REPORT_EVALUATION_REPORTS_ROOT', 'reports');
    expect(await served('report-evaluation')).toMatchObject({ set: 'report_evaluation_mcp' });
  });

  it('of filings takes either variable of its folder', async () => {
    vi.stubEnv('AUDITMCP_DATA_ROOT', 'older');
    expect(await served('auditing')).toMatchObject({ data: resolve('older') });
    vi.stubEnv('AUDITING_DATA_ROOT', 'newer');
    expect(await served('auditing')).toMatchObject({ data: resolve('newer') });
  });

  it('takes an as-of by its flag or its variable', async () => {
    const from = { dbPath: 'env.duckdb' };
    vi.stubEnv('REPORT_GENERATION_AS_OF_DATE', '2026-02-13');
    expect(await served('report_generation', from)).toMatchObject({ asOf: '2026-02-13' });
    const asOfDate = '2026-02-20';
    expect(await served('report_generation', { ...from, asOfDate })).toMatchObject({
      asOf: asOfDate,
    });
    expect(await served('trading', { ...from, asOfDate })).toMatchObject({ asOf: asOfDate });
    expect(await served('trading', from)).toMatchObject({ asOf: undefined });
  });

  it('is none of another name', async () => {
    await expect(served('retrieval', { dbPath: 'x' })).rejects.toThrow('no such server');
  });
});

it('leaves its flags to the profile', () => {
  expect(() => requireNoProfileOptions({ data: 'x' })).not.toThrow();
  expect(() => requireNoProfileOptions({ dbPath: 'x' })).toThrow('--profile herculean');
});
