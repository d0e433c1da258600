/** What to run, where and on which ports: from the command line and TAPEFOLD_CLUSTER_*. */

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { conflict, excerpt, invalidInput } from '#values';
import { chosenDatasets } from './chosen-datasets.ts';
import { freePorts, isFree } from './free-ports.ts';
import { defaultFolder } from './project-root.ts';
import { isServiceName, serviceNames, type ServiceName } from './services.ts';

/** One process of the cluster. */
export interface PartSettings {
  /** kafka, postgres, portfolio, portfolio-2, … */
  readonly name: string;
  readonly part: 'kafka' | 'postgres' | ServiceName;
  /** Where it listens; a service: health and metrics, the gateway: its API. */
  readonly port: number;
}

export interface ClusterSettings {
  /** Data, logs, token and state. */
  readonly folder: string;
  readonly parts: readonly PartSettings[];
  /** Where Kafka's controller listens. */
  readonly controllerPort: number;
  /** The register of data sets that services may open. */
  readonly datasets: string;
  /** Whether a service that is not built is an error: it was not asked for by name. */
  readonly needsAllBuilt: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const portsByDefault: Readonly<Record<string, number>> = {
  kafka: 19092,
  'kafka-controller': 19093,
  postgres: 15432,
  gateway: 18080,
  'model-gateway': 18079,
  ingest: 18081,
  clock: 18082,
  'agent-adapter': 18083,
  portfolio: 18084,
  scoring: 18085,
};

/** Further workers of a service listen from here on. */
const workersFrom = 18086;

export const upUsage = `npm run cluster:up -- [options]
  --brokers-only            Kafka and Postgres alone
  --only kafka,postgres,…   these parts alone; a service among them that is not built is left out
  --workers portfolio=2     so many processes of a service (again for another one)
  --ports auto              free ports instead of the usual ones
  --datasets FILE           data sets that may be named beside the bundled ones: { "name": "folder" };
                            the next start in the same folder takes it again
  --data DIR                where data, logs, token and state are (.tapefold-cluster)`;

/** The folder of the cluster that a command is about. */
export const folderOf = (data: string | undefined, env: Environment): string =>
  resolve(data ?? env['TAPEFOLD_CLUSTER_DATA'] ?? defaultFolder);

/**
 * Parses the arguments and finds ports. `InvalidInput` names the option; `Conflict` the port
 * that is taken.
 */
export async function clusterSettings(
  args: readonly string[],
  env: Environment,
): Promise<ClusterSettings> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'brokers-only': { type: 'boolean', default: false },
      only: { type: 'string' },
      workers: { type: 'string', multiple: true, default: [] },
      ports: { type: 'string', default: 'usual' },
      datasets: { type: 'string' },
      data: { type: 'string' },
    },
  });
  if (values.ports !== 'usual' && values.ports !== 'auto') {
    throw invalidInput('where to listen', {
      where: '--ports',
      expected: 'auto',
      found: excerpt(values.ports),
    });
  }
  requireKnownVariables(env);
  const folder = folderOf(values.data, env);
  const only = values['brokers-only'] ? 'kafka,postgres' : values.only;
  const names = withWorkers(partsOf(only), values.workers);
  const ports = await portsFor(names, env, values.ports === 'auto');
  return {
    folder,
    parts: names.map(({ name, part }) => ({ name, part, port: ports.get(name) ?? 0 })),
    controllerPort: ports.get('kafka-controller') ?? 0,
    datasets: chosenDatasets(folder, values.datasets ?? env['TAPEFOLD_DATASETS']),
    needsAllBuilt: only === undefined,
  };
}

type Part = PartSettings['part'];
type Named = Pick<PartSettings, 'name' | 'part'>;

const allParts: readonly Part[] = ['kafka', 'postgres', ...serviceNames];

function partsOf(only: string | undefined): Part[] {
  const wanted = only?.split(',').map((name) => name.trim()) ?? [...allParts];
  const unknown = wanted.find((name) => !allParts.some((part) => part === name));
  if (unknown === undefined) return allParts.filter((part) => wanted.includes(part));
  throw invalidInput('there is no such part of a cluster', {
    where: '--only',
    expected: allParts.join(', '),
    found: excerpt(unknown),
  });
}

/** Services that run as a single active process. */
const isAlone = (name: ServiceName): boolean => name === 'gateway' || name === 'model-gateway';

/**
 * The parts, each service with as many workers as `--workers` asks for: portfolio, portfolio-2, …
 */
function withWorkers(parts: readonly Part[], workers: readonly string[]): Named[] {
  const counts = new Map<string, number>();
  for (const option of workers.flatMap((each) => each.split(','))) {
    const [, name = '', count] = /^([a-z-]+)=([1-9]\d?)$/.exec(option.trim()) ?? [];
    if (!isServiceName(name) || !parts.includes(name) || isAlone(name)) {
      const expected = 'service=count, of a service that runs and is no gateway';
      throw invalidInput('how many processes', {
        where: '--workers',
        expected,
        found: excerpt(option),
      });
    }
    counts.set(name, Number(count));
  }
  return parts.flatMap((part) =>
    Array.from({ length: counts.get(part) ?? 1 }, (_, index) => ({
      name: index === 0 ? part : `${part}-${index + 1}`,
      part,
    })),
  );
}

/** A port for each process and for the controller: the given one, the usual one, or a free one. */
async function portsFor(
  names: readonly Named[],
  env: Environment,
  isAuto: boolean,
): Promise<Map<string, number>> {
  const wanted = names.map(({ name }) => name);
  if (wanted.includes('kafka')) wanted.push('kafka-controller');
  const free = await freePorts(wanted.length);
  const ports = new Map<string, number>();
  let next = workersFrom;
  for (const [index, name] of wanted.entries()) {
    const usual = portsByDefault[name] ?? next++;
    const variable = `TAPEFOLD_CLUSTER_${name.toUpperCase().replaceAll('-', '_')}_PORT`;
    ports.set(name, portIn(variable, env[variable]) ?? (isAuto ? (free[index] ?? 0) : usual));
  }
  return ports;
}

/** The TAPEFOLD_CLUSTER_* variables other than ports. */
const otherVariables = ['DATA', 'JARS', 'KAFKA_OPTS'];

/** Without this check, a misspelled name would be ignored silently. */
function requireKnownVariables(env: Environment): void {
  const parts = [...Object.keys(portsByDefault), ...serviceNames.map((name) => `${name}-N`)];
  const ports = parts.map((name) => `${name.toUpperCase().replaceAll('-', '_')}_PORT`);
  const known = [...otherVariables, ...ports].map((word) => `TAPEFOLD_CLUSTER_${word}`);
  const unknown = Object.keys(env).find(
    (name) =>
      name.startsWith('TAPEFOLD_CLUSTER_') &&
      !known.includes(name.replace(/_[1-9]\d?_PORT$/, '_N_PORT')),
  );
  if (unknown === undefined) return;
  throw invalidInput('there is no such variable', {
    where: excerpt(unknown),
    expected: known.join(', '),
  });
}

function portIn(variable: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw invalidInput('where to listen', {
    where: variable,
    expected: 'a port',
    found: excerpt(text),
  });
}

/** `Conflict` if a port that the cluster needs is already in use. */
export async function requireFreePorts({ parts, controllerPort }: ClusterSettings): Promise<void> {
  const controller = { name: 'kafka-controller', port: controllerPort };
  for (const { name, port } of [...parts, controller]) {
    if (port === 0 || (await isFree(port))) continue;
    const variable = `TAPEFOLD_CLUSTER_${name.toUpperCase().replaceAll('-', '_')}_PORT`;
    throw conflict(`another process listens on the port of ${name}`, {
      where: `127.0.0.1:${port}`,
      expected: `a free port: set ${variable}, or give --ports auto`,
    });
  }
}
