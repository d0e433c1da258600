/**
 * Goal: docker-compose.yml is whole, pinned, closed to the outside, and holds no secret. What
 * Docker Compose itself makes of it, test/cluster/compose-config.spec.ts sees.
 */

import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { RunWaits, waitGauges } from '#gateway/resources/run-waits';
import { listBundledDatasets } from '#market-data';
import { ServiceMetrics } from '#service-host';
import { serviceNames, servicePlan } from '../../scripts/cluster/services.ts';
import { composeFile, rawCompose, type ComposeService } from '../cluster/compose-file.fixture.js';

const raw = rawCompose();
const compose = composeFile({});
const all: [string, ComposeService][] = Object.entries(compose.services);
/** All but the one that ends. */
const lasting = all.filter(([name]) => name !== 'setup');

/**
 * Members of the Compose specification; a name that is misspelled would be ignored or refused
 * only by Docker.
 */
const members = [
  'image',
  'build',
  'command',
  'environment',
  'ports',
  'volumes',
  'depends_on',
  'healthcheck',
  'restart',
  'init',
  'stop_grace_period',
  'read_only',
  'tmpfs',
  'cap_drop',
  'security_opt',
  'shm_size',
  'pull_policy',
  'working_dir',
  'user',
  'network_mode',
  'cap_add',
  'cpu_shares',
];

/** How the file passes on a variable from the environment of its caller. */
const passedOn = (name: string): string => ['$', '{', name, ':-}'].join('');

describe('docker-compose.yml', () => {
  it('has a set-up, Kafka, Postgres, the seven services, Prometheus and a console', () => {
    const names = ['setup', 'kafka', 'postgres', ...serviceNames, 'prometheus', 'console'];
    expect(Object.keys(compose.services)).toEqual(names);
  });

  it.each(all)('%s has known members only, and a pinned image', (_, service) => {
    expect(Object.keys(service).filter((member) => !members.includes(member))).toEqual([]);
    if (service.image !== 'tapefold') {
      expect(service.image).toMatch(/^[a-z-/]+:v?\d+\.\d+(\.\d+)?$/);
    }
  });

  it.each(lasting)('%s has a health check and a restart', (_, { healthcheck, restart }) => {
    expect(healthcheck?.test[0]).toBe('CMD');
    expect(healthcheck?.retries).toBeGreaterThan(0);
    expect(restart).toBe('unless-stopped');
  });

  it('gives processor time to those that compute before the gateway', () => {
    // Priorities count within a container; 1024 is the default of a container.
    const shares = Object.entries(compose.services).map(([name, service]) => [
      name,
      (service as { readonly cpu_shares?: number }).cpu_shares ?? 1024,
    ]);
    expect(shares.filter(([, share]) => share !== 1024)).toEqual([['gateway', 102]]);
  });

  it('builds the image once, in the service that all others of it wait for', () => {
    const building = all.filter(([, { build }]) => build !== undefined);
    expect(building.map(([name]) => name)).toEqual(['setup']);
    expect(existsSync(building[0]?.[1].build?.dockerfile ?? '')).toBe(true);
    const users = all.filter(([name, { image }]) => image === 'tapefold' && name !== 'setup');
    expect(users.map(([name]) => name)).toEqual(serviceNames);
    for (const [, service] of users) {
      expect(service['pull_policy']).toBe('never');
      expect(service.depends_on).toHaveProperty('setup');
    }
  });

  it.each(serviceNames)('%s gets the options of Node that it has outside of Docker', (name) => {
    const { args } = servicePlan(name, { TAPEFOLD_HTTP_PORT: '1' }, { log: '' });
    const [program, ...given] = compose.services[name]?.command ?? [];
    expect([program, ...given.slice(0, -1)]).toEqual(['node', ...args.slice(0, -1)]);
  });

  it.each(all)('%s listens on this machine alone', (_, { ports = [] }) => {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  });

  it.each(all)(
    '%s waits for the health, or the end, of what it needs',
    (_, { depends_on = {} }) => {
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        expect(compose.services).toHaveProperty(needed);
        const ends = needed === 'setup';
        expect(condition).toBe(ends ? 'service_completed_successfully' : 'service_healthy');
      }
    },
  );

  it('keeps what must be kept in volumes that it declares', () => {
    const mounts = all.flatMap(([, { volumes = [] }]) => volumes.map((each) => each.split(':')[0]));
    const named = new Set(mounts.filter((mount) => !mount?.startsWith('.')));
    expect([...named].toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
    // The folder of the token is made by the first start.
    const own = mounts.filter((each) => each?.startsWith('.') && each !== './.tapefold-cluster');
    for (const mount of own) expect(existsSync(mount ?? '')).toBe(true);
  });

  it('holds no secret: it names the files where setup puts them', () => {
    const environments = Object.values(raw.services).map(({ environment = {} }) => environment);
    const entries = environments.flatMap((each) => Object.entries(each));
    const secret = entries.filter(([name]) => /PASSWORD|TOKEN|SECRET|KEY/.test(name));
    expect(Object.fromEntries(secret)).toEqual({
      TAPEFOLD_SECRETS: '/secrets',
      TAPEFOLD_SECRETS_READER: '1000',
      POSTGRES_PASSWORD_FILE: '/secrets/postgres-password',
      TAPEFOLD_DATABASE_PASSWORD_FILE: '/secrets/postgres-password',
      TAPEFOLD_ADMIN_TOKEN_HASH_FILE: '/secrets/admin-token-hash',
      TAPEFOLD_MODEL_GATEWAY_TOKEN_FILE: '/secrets/model-gateway-token',
      // Those of providers come from the caller's environment, or from files of the models file.
      ANTHROPIC_API_KEY: passedOn('ANTHROPIC_API_KEY'),
      OPENAI_API_KEY: passedOn('OPENAI_API_KEY'),
      GEMINI_API_KEY: passedOn('GEMINI_API_KEY'),
      // Those of feeds as well, or from files that their descriptions name.
      APCA_API_KEY_ID: passedOn('APCA_API_KEY_ID'),
      APCA_API_SECRET_KEY: passedOn('APCA_API_SECRET_KEY'),
    });
    for (const [, value] of entries) expect(value).not.toMatch(/\/\/[^/@]*:[^/@]*@/);
  });

  it('exposes them only to services that need them, and the token only to setup', () => {
    const seeing = (folder: string): unknown =>
      all
        .filter(([, { volumes = [] }]) => volumes.some((each) => each.startsWith(folder)))
        .map(([name, { volumes = [] }]) => [
          name,
          volumes.find((each) => each.startsWith(folder))?.endsWith(':ro'),
        ]);
    expect(seeing('secrets:')).toEqual([
      ['setup', false],
      ['postgres', true],
      ['agent-adapter', true],
      ['model-gateway', true],
      ['gateway', true],
    ]);
    expect(seeing('./.tapefold-cluster:')).toEqual([['setup', false]]);
  });

  it('lets setup do as root what it must, and nothing else', () => {
    expect(compose.services['setup']).toMatchObject({
      user: '0:0',
      network_mode: 'none',
      read_only: true,
      restart: 'no',
      cap_drop: ['ALL'],
      cap_add: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER'],
    });
    for (const name of serviceNames) {
      expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(compose.services[name]).not.toHaveProperty('user');
    }
  });
});

describe('what goes with it', () => {
  it('nothing that holds a token or a password gets into the image, or into git', () => {
    for (const file of ['.dockerignore', '.gitignore']) {
      const lines = readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.replaceAll('/', ''));
      expect(lines).toEqual(
        expect.arrayContaining(['.env', '.tapefold-cluster', '.tapefold-serve']),
      );
    }
  });

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
    const { registry } = new ServiceMetrics({ service: 'x' });
    const noRuns = { runs: async () => ({ items: [], next: null }) };
    waitGauges(registry, new RunWaits({ emptyGroups: async () => [] }), noRuns);
    const figures = await registry.getMetricsAsJSON();
    const known = new Set(figures.map(({ name }) => name));
    const asked = rules.flatMap(({ expr }) => expr.match(/tapefold_\w+/g) ?? []);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
    for (const name of [
      'dead_letters_total',
      'stopped_partitions',
      'lag',
      'ready',
      'longest_wait_seconds',
    ]) {
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

  it('the image has the packages of the lock file', () => {
    const lines = readFileSync('docker/Dockerfile', 'utf8').split('\n');
    expect(lines).toContain('RUN npm ci --ignore-scripts --no-audit --no-fund');
    expect(lines.filter((line) => /npm (i|install)\b/.test(line))).toEqual([]);
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
