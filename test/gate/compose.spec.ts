/** Goal: docker-compose.yml is whole, pinned, closed to the outside, and holds no secret. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { listBundledDatasets } from '#market-data';
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
  it('Prometheus asks every service but the guarded one, on the port that it listens on', () => {
    const text = readFileSync('docker/prometheus.yml', 'utf8');
    const { scrape_configs: jobs } = parse(text) as {
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    const asked = jobs.flatMap((job) => job.dns_sd_configs);
    const open = serviceNames.filter((name) => name !== 'gateway');
    expect(asked.flatMap(({ names }) => names).toSorted()).toEqual(open.toSorted());
    for (const name of open) {
      const port = compose.services[name]?.environment?.['TAPEFOLD_HTTP_PORT'];
      expect(asked.map((each) => `${each.port}`)).toEqual([port]);
    }
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
