/** Goal: docker-compose.yml is whole, pinned, closed to the outside, and holds no secret. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { listBundledDatasets } from '#market-data';
import { ServiceMetrics } from '#service-host';
import { serviceNames } from '../../scripts/cluster/services.ts';
import { composeFile, rawCompose, type ComposeService } from '../cluster/compose-file.fixture.js';

const secrets = { TAPEFOLD_POSTGRES_PASSWORD: 'p', TAPEFOLD_ADMIN_TOKEN_HASH: 'a'.repeat(64) };
const raw = rawCompose();
const compose = composeFile(secrets);
const all: [string, ComposeService][] = Object.entries(compose.services);

/** Of the Compose specification; a name that is misspelt would be ignored or refused only by Docker. */
const members = [
  ...['image', 'build', 'command', 'environment', 'ports', 'volumes', 'depends_on', 'healthcheck'],
  ...['restart', 'init', 'stop_grace_period', 'read_only', 'tmpfs', 'cap_drop', 'security_opt'],
  'shm_size',
];

describe('docker-compose.yml', () => {
  it('has Kafka, Postgres, the six services, Prometheus and a console', () => {
    const names = ['kafka', 'postgres', ...serviceNames, 'prometheus', 'console'];
    expect(Object.keys(compose.services)).toEqual(names);
  });

  it.each(all)(
    '%s has known members only, a pinned image, a health check and a restart',
    (_, service) => {
      expect(Object.keys(service).filter((member) => !members.includes(member))).toEqual([]);
      if (service.build === undefined)
        expect(service.image).toMatch(/^[a-z-/]+:v?\d+\.\d+(\.\d+)?$/);
      else expect(existsSync(service.build.dockerfile)).toBe(true);
      expect(service.healthcheck.test[0]).toBe('CMD');
      expect(service.healthcheck.retries).toBeGreaterThan(0);
      expect(service.restart).toBe('unless-stopped');
    },
  );

  it.each(all)('%s listens on this machine alone', (_, { ports = [] }) => {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  });

  it.each(all)('%s waits for the health of what it needs', (_, { depends_on = {} }) => {
    for (const [needed, { condition }] of Object.entries(depends_on)) {
      expect(compose.services).toHaveProperty(needed);
      expect(condition).toBe('service_healthy');
    }
  });

  it('keeps what has to be kept in volumes that it declares', () => {
    const mounts = all.flatMap(([, { volumes = [] }]) => volumes.map((each) => each.split(':')[0]));
    const named = mounts.filter((mount) => !mount?.startsWith('.'));
    expect(named.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
    for (const mount of mounts.filter((each) => each?.startsWith('.'))) {
      expect(existsSync(mount ?? '')).toBe(true);
    }
  });

  it('takes every secret from the environment, and says how to make it', () => {
    const environments = Object.values(raw.services).map(({ environment = {} }) => environment);
    const entries = environments.flatMap((each) => Object.entries(each));
    const secret = entries.filter(([name]) => /PASSWORD|TOKEN|SECRET|KEY/.test(name));
    expect(secret.map(([name]) => name)).toEqual([
      'POSTGRES_PASSWORD',
      'TAPEFOLD_ADMIN_TOKEN_HASH',
    ]);
    for (const [, value] of secret)
      expect(value).toMatch(/^\$\{[A-Z_]+:\?run "npm run compose:env"/);
    for (const [, value] of entries) expect(value).not.toMatch(/\/\/[^:/]+:(?!\$\{)[^@]+@/);
    expect(() => composeFile({})).toThrow(/npm run compose:env/);
  });

  it('passes Docker, where its compose is installed', () => {
    const env = { ...process.env, ...secrets };
    const has = spawnSync('docker', ['compose', 'version']).status === 0;
    const config = has ? spawnSync('docker', ['compose', 'config', '--quiet'], { env }).status : 0;
    expect(config).toBe(0);
  });
});

describe('what goes with it', () => {
  it('Prometheus asks every service on the port where figures want no token', () => {
    const text = readFileSync('docker/prometheus.yml', 'utf8');
    const { scrape_configs: jobs } = parse(text) as {
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    const places = jobs.flatMap((job) => job.dns_sd_configs);
    const asked = places.flatMap(({ names, port }) => names.map((name) => [name, `${port}`]));
    const open = serviceNames.map((name) => {
      const { environment = {} } = compose.services[name] ?? {};
      return [name, environment['TAPEFOLD_METRICS_PORT'] ?? environment['TAPEFOLD_HTTP_PORT']];
    });
    expect(Object.fromEntries(asked)).toEqual(Object.fromEntries(open));
    expect(asked).toHaveLength(open.length);
  });

  it('the port of the gateway’s figures is not published', () => {
    const { environment = {}, ports = [] } = compose.services['gateway'] ?? {};
    const inside = ports.map((each) => each.split(':').at(-1));
    expect(environment['TAPEFOLD_METRICS_PORT']).not.toBe(environment['TAPEFOLD_HTTP_PORT']);
    expect(inside).toEqual([environment['TAPEFOLD_HTTP_PORT']]);
  });

  it('the rules of alerts are loaded, and ask for figures that there are', async () => {
    const { rule_files: files } = parse(readFileSync('docker/prometheus.yml', 'utf8')) as {
      rule_files: string[];
    };
    const { volumes = [] } = compose.services['prometheus'] ?? {};
    for (const file of files) {
      expect(volumes).toContain(`./docker/${file}:/etc/prometheus/${file}:ro`);
    }
    const { groups } = parse(readFileSync('docker/alerts.yml', 'utf8')) as {
      groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    const figures = await new ServiceMetrics({ service: 'x' }).registry.getMetricsAsJSON();
    const known = new Set(figures.map(({ name }) => name));
    const asked = rules.flatMap(({ expr }) => expr.match(/tapefold_\w+/g) ?? []);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
    for (const name of ['dead_letters_total', 'stopped_partitions', 'lag', 'ready']) {
      expect(asked).toContain(`tapefold_${name}`);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    expect(rules.every(({ annotations }) => annotations.summary !== '')).toBe(true);
  });

  it('the register names every data set that comes with the program', () => {
    const register = JSON.parse(readFileSync('docker/datasets.json', 'utf8')) as object;
    const names = listBundledDatasets().map(({ name }) => name);
    expect(register).toEqual(Object.fromEntries(names.map((name) => [name, name])));
  });

  it('the image is that of the Node that the project is developed with', () => {
    const { version } = JSON.parse(readFileSync('node_modules/node/package.json', 'utf8')) as {
      version: string;
    };
    const bases = readFileSync('docker/Dockerfile', 'utf8').matchAll(/^FROM node:(\S+?)-/gm);
    expect([...bases].map(([, tag]) => tag?.split('.')[0])).toEqual([
      version.split('.')[0],
      version.split('.')[0],
    ]);
  });
});
