/** Settings of a cluster from the command line and the environment. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rememberDatasets } from './chosen-datasets.ts';
import { clusterSettings, requireFreePorts } from './cluster-settings.ts';

const named = async (...args: string[]): Promise<string[]> =>
  (await clusterSettings(args, {})).parts.map(({ name }) => name);

describe('the parts', () => {
  it('are all of them, on the usual ports', async () => {
    const { parts, controllerPort } = await clusterSettings([], {});
    expect(parts.map(({ name, port }) => `${name} ${port}`)).toEqual([
      'kafka 19092',
      'postgres 15432',
      'ingest 18081',
      'clock 18082',
      'agent-adapter 18083',
      'portfolio 18084',
      'scoring 18085',
      'model-gateway 18079',
      'gateway 18080',
    ]);
    expect(controllerPort).toBe(19093);
  });

  it('are those that are asked for, brokers first, services as often as wanted', async () => {
    expect(await named('--brokers-only')).toEqual(['kafka', 'postgres']);
    expect(await named('--only', 'scoring, kafka')).toEqual(['kafka', 'scoring']);
    expect(await named('--only', 'kafka,portfolio', '--workers', 'portfolio=3')).toEqual([
      'kafka',
      'portfolio',
      'portfolio-2',
      'portfolio-3',
    ]);
  });

  it.each([
    [['--only', 'kafka,zookeeper'], /--only.*expected kafka, postgres.*"zookeeper"/],
    [['--workers', 'gateway=2'], /--workers.*"gateway=2"/],
    [['--workers', 'model-gateway=2'], /--workers.*"model-gateway=2"/],
    [['--workers', 'portfolio=0'], /--workers.*"portfolio=0"/],
    [['--brokers-only', '--workers', 'portfolio=2'], /--workers.*"portfolio=2"/],
    [['--ports', 'any'], /--ports.*expected auto.*"any"/],
    [['--unknown'], /--unknown/],
  ])('are refused as %j', async (args, message) => {
    await expect(clusterSettings(args, {})).rejects.toThrow(message);
  });
});

describe('ports', () => {
  it('are those of the environment, even when the others are free ones', async () => {
    const env = {
      TAPEFOLD_CLUSTER_AGENT_ADAPTER_PORT: '20001',
      TAPEFOLD_CLUSTER_PORTFOLIO_2_PORT: '20002',
    };
    const args = ['--ports', 'auto', '--workers', 'portfolio=2'];
    const { parts, controllerPort } = await clusterSettings(args, env);
    const ports = new Map(parts.map(({ name, port }) => [name, port]));
    expect([ports.get('agent-adapter'), ports.get('portfolio-2')]).toEqual([20001, 20002]);
    expect(new Set([...ports.values(), controllerPort]).size).toBe(11);
  });

  it.each(['0', '65536', 'x', '1.5'])('are no port as %s', async (text) => {
    const settings = clusterSettings([], { TAPEFOLD_CLUSTER_KAFKA_PORT: text });
    await expect(settings).rejects.toThrow(/TAPEFOLD_CLUSTER_KAFKA_PORT.*expected a port/);
  });

  it('are free if no process listens', async () => {
    const settings = await clusterSettings(['--brokers-only', '--ports', 'auto'], {});
    await expect(requireFreePorts(settings)).resolves.toBeUndefined();
  });
});

describe('the folder and the data sets', () => {
  it('are as said: option before variable before default', async () => {
    const env = { TAPEFOLD_CLUSTER_DATA: '/var/cluster', TAPEFOLD_DATASETS: '/var/sets.json' };
    expect(await clusterSettings([], env)).toMatchObject({
      folder: '/var/cluster',
      datasets: '/var/sets.json',
    });
    const args = ['--data', '/var/other', '--datasets', '/var/mine.json'];
    expect(await clusterSettings(args, env)).toMatchObject({
      folder: '/var/other',
      datasets: '/var/mine.json',
    });
    const { datasets } = await clusterSettings(['--data', '/var/no-such-folder'], {});
    expect(datasets.endsWith(join('docker', 'datasets.json'))).toBe(true);
  });

  it('are those of the last start in the folder when nothing is said', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapefold-'));
    const datasets = async (...args: string[]): Promise<string> =>
      (await clusterSettings(['--data', folder, ...args], {})).datasets;
    try {
      const bundled = await datasets();
      rememberDatasets(folder, '/var/mine.json');
      expect(await datasets()).toBe('/var/mine.json');
      expect(await datasets('--datasets', '/var/other.json')).toBe('/var/other.json');
      rememberDatasets(folder, bundled);
      expect(await datasets()).toBe(bundled);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('variables', () => {
  it.each([
    'TAPEFOLD_CLUSTER_KAFKA_CONTROLLER_PORT',
    'TAPEFOLD_CLUSTER_AGENT_ADAPTER_12_PORT',
    'TAPEFOLD_CLUSTER_POSTGRES_PORT',
  ])('may be %s', async (name) => {
    await expect(clusterSettings([], { [name]: '20001' })).resolves.toBeDefined();
  });

  it.each(['TAPEFOLD_CLUSTER_KAFKA_PROT', 'TAPEFOLD_CLUSTER_KAFKA_2_PORT', 'TAPEFOLD_CLUSTER_X'])(
    'may not be %s',
    async (name) => {
      const settings = clusterSettings([], { [name]: '20001' });
      await expect(settings).rejects.toThrow(new RegExp(`${name}.*TAPEFOLD_CLUSTER_KAFKA_PORT`));
    },
  );
});
