/** Docker Compose accepts docker-compose.yml, and reads in it what the other tests read. */

import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { serviceNames } from '../../scripts/cluster/services.ts';
import { openComposeConfig, type ComposeConfig } from './compose-config.fixture.js';
import { composeFile, composeText } from './compose-file.fixture.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

interface Mount {
  readonly type: 'bind' | 'volume';
  readonly source: string;
  readonly target: string;
  readonly read_only?: boolean;
}

interface Port {
  readonly host_ip?: string;
  readonly published: string;
  readonly target: number;
}

/** As much as is compared of what Docker Compose makes of a service. */
interface Normalised {
  readonly image: string;
  readonly command: readonly string[] | null;
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { condition: string; required: boolean }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly volumes?: readonly Mount[];
  readonly ports?: readonly Port[];
}

interface Project {
  readonly services: Readonly<Record<string, Normalised>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const folder = temporaryFolder('compose-config');
let config: ComposeConfig;
let project: Project;

beforeAll(async () => {
  config = await openComposeConfig();
  const { code, out, err } = await config.of('docker-compose.yml');
  if (code !== 0) throw new Error(err);
  project = JSON.parse(out) as Project;
});

const setupEnded = { setup: 'service_completed_successfully' };
const kafkaHealthy = { kafka: 'service_healthy' };
const secrets = 'secrets:/secrets:ro';
const worker = {
  image: 'tapefold',
  needs: { ...setupEnded, ...kafkaHealthy },
  mounts: ['./docker:/data:ro'],
  ports: [],
  check: 'node',
};

/** The expected contents of the file. */
const meant = {
  ...Object.fromEntries(serviceNames.map((name) => [name, worker])),
  setup: {
    image: 'tapefold',
    needs: {},
    mounts: [
      './docker:/project/docker:ro',
      './.tapefold-cluster:/project/.tapefold-cluster',
      'secrets:/secrets',
    ],
    ports: [],
    check: null,
  },
  kafka: {
    image: 'apache/kafka:4.3.1',
    needs: {},
    mounts: ['kafka-data:/var/lib/kafka/data'],
    ports: ['127.0.0.1:19092:19092'],
    check: '/opt/kafka/bin/kafka-broker-api-versions.sh',
  },
  postgres: {
    image: 'postgres:18.6',
    needs: setupEnded,
    mounts: ['postgres-data:/var/lib/postgresql', secrets],
    ports: [],
    check: 'pg_isready',
  },
  gateway: {
    ...worker,
    needs: { ...worker.needs, postgres: 'service_healthy' },
    mounts: [...worker.mounts, secrets],
    ports: ['127.0.0.1:18080:8080'],
  },
  // It and its client share a token; recordings are in the database.
  'model-gateway': {
    ...worker,
    needs: { ...worker.needs, postgres: 'service_healthy' },
    mounts: [...worker.mounts, secrets],
  },
  'agent-adapter': { ...worker, mounts: [...worker.mounts, secrets] },
  // The service that records feeds keeps the frames.
  ingest: { ...worker, mounts: [...worker.mounts, 'frames:/frames'] },
  prometheus: {
    image: 'prom/prometheus:v3.13.3',
    needs: {},
    mounts: [
      './docker/prometheus.yml:/etc/prometheus/prometheus.yml:ro',
      './docker/alerts.yml:/etc/prometheus/alerts.yml:ro',
      'prometheus-data:/prometheus',
    ],
    ports: ['127.0.0.1:19090:9090'],
    check: 'promtool',
  },
  console: {
    image: 'kafbat/kafka-ui:v1.5.0',
    needs: kafkaHealthy,
    mounts: [],
    ports: ['127.0.0.1:18090:8080'],
    check: 'wget',
  },
};

function mountOf({ type, source, target, read_only: readOnly }: Mount): string {
  const from = type === 'bind' ? `./${relative('.', source)}` : source;
  return `${from}:${target}${readOnly === true ? ':ro' : ''}`;
}

function described({ image, depends_on, volumes, ports, healthcheck }: Normalised): unknown {
  const needs = Object.entries(depends_on ?? {});
  return {
    image,
    needs: Object.fromEntries(
      needs.map(([name, { condition, required }]) => [name, required ? condition : 'optional']),
    ),
    mounts: (volumes ?? []).map(mountOf),
    ports: (ports ?? []).map((port) => `${port.host_ip}:${port.published}:${port.target}`),
    check: healthcheck?.test[1] ?? null,
  };
}

describe('docker-compose.yml, as Docker Compose reads it', () => {
  it('has these services, images, conditions, volumes, ports and health checks', () => {
    const read = Object.entries(project.services);
    expect(Object.fromEntries(read.map(([name, one]) => [name, described(one)]))).toEqual(meant);
    const volumes = ['frames', 'kafka-data', 'postgres-data', 'prometheus-data', 'secrets'];
    expect(Object.keys(project.volumes).toSorted()).toEqual(volumes);
  });

  it('has the commands, variables and checks that the other tests read in it', () => {
    for (const [name, ours] of Object.entries(composeFile({}).services)) {
      const { command, environment, healthcheck } = project.services[name] ?? {};
      expect({ command: command ?? undefined, environment, check: healthcheck?.test }).toEqual({
        command: ours.command,
        environment: ours.environment,
        check: ours.healthcheck?.test,
      });
    }
  });

  it.each([
    ['a misspelled member', '    restart: unless-stopped', '    restrat: always', 'restrat'],
    ['a service that is not there', '    setup: { condition', '    sutep: { condition', 'sutep'],
    ['an unknown condition', 'service_healthy', 'service_healthful', 'condition'],
    ['a volume that is not declared', '\n  kafka-data:\n', '\n', 'kafka-data'],
    ['an invalid duration', 'interval: 5s', 'interval: soon', 'soon'],
    ['an invalid port', 'PORT:-19092}:19092', 'PORT:-19092}:kafka', 'kafka'],
    ['a variable that is not closed', 'PARTITIONS:-6}', 'PARTITIONS:-6', 'nterpolation'],
  ])('is refused with %s', async (_, right, wrong, named) => {
    const file = join(folder, 'docker-compose.yml');
    expect(composeText()).toContain(right);
    writeFileSync(file, composeText().replace(right, wrong));
    const { code, err } = await config.of(file);
    expect(code).not.toBe(0);
    expect(err).toContain(named);
  });
});
