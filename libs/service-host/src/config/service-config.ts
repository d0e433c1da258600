/** The configuration of a service from its environment, checked before anything is opened. */

import { z } from 'zod';
import { excerpt, invalidInput, withoutEnd } from '#values';

/** Either keeps an unreadable message as a dead letter and skips it, or stops its partition. */
export type OnBroken = 'dead-letter' | 'stop';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

interface Variable<T> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
  readonly expected: string;
  /** Used if the variable is missing or empty; without it, that is an error. */
  readonly fallback?: T;
  /** The value may hold a password, and is not shown. */
  readonly secret?: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const wholeNumber = (min: number, max: number): z.ZodType<number> =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

const broker = /^[^\s:,/]+:\d{1,5}$/;
const brokerList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().regex(broker)));

const addressOf = (protocols: RegExp): z.ZodType<string | undefined> =>
  z.string().refine((text) => URL.canParse(text) && protocols.test(new URL(text).protocol));

/** An optional variable. */
const optional = (
  name: string,
  expected: string,
  schema: z.ZodType<string | undefined> = z.string(),
): Variable<string | undefined> => ({ name, schema, expected, fallback: undefined });

const webAddress = (name: string): Variable<string | undefined> =>
  optional(name, 'http:// or https:// and a host', addressOf(/^https?:$/));

/** A base address for paths. */
const baseAddress = (name: string): Variable<string | undefined> => {
  const variable = webAddress(name);
  return { ...variable, schema: variable.schema.transform((url) => url && withoutEnd(url, '/')) };
};

const host = (name: string): Variable<string> => {
  const expected = 'an address or a host name to listen on';
  return { name, schema: z.string().regex(/^[^\s/]+$/), expected, fallback: '127.0.0.1' };
};

const number = (
  name: string,
  what: string,
  [min, max, fallback]: readonly [min: number, max: number, fallback: number],
): Variable<number> => ({
  name,
  schema: wholeNumber(min, max),
  fallback,
  expected: `${what} from ${min} to ${max}`,
});

/** Keyed by the members of the configuration. */
const variables = {
  /** host:port of brokers, at least one. */
  brokers: {
    name: 'TAPEFOLD_BROKERS',
    schema: brokerList,
    expected: 'host:port, or several separated by commas',
  } as Variable<readonly string[]>,
  /** Partitions of each topic but `dead-letters`. */
  partitions: number('TAPEFOLD_PARTITIONS', 'a whole number', [1, 10_000, 6]),
  httpHost: host('TAPEFOLD_HTTP_HOST'),
  /** 0 binds a free port. */
  httpPort: number('TAPEFOLD_HTTP_PORT', 'a port', [0, 65_535, 8080]),
  logLevel: {
    name: 'TAPEFOLD_LOG_LEVEL',
    schema: z.enum(logLevels),
    expected: logLevels.join(', '),
    fallback: 'info',
  } as Variable<LogLevel>,
  onBroken: {
    name: 'TAPEFOLD_ON_BROKEN',
    schema: z.enum(['dead-letter', 'stop']),
    expected: 'dead-letter or stop',
    fallback: 'dead-letter',
  } as Variable<OnBroken>,
  /** A JSON file of registered data sets, read by `registeredDatasets`. */
  datasets: optional('TAPEFOLD_DATASETS', 'the path of a JSON file'),
  databaseUrl: {
    ...optional(
      'TAPEFOLD_DATABASE_URL',
      'postgres://user:password@host:port/database',
      addressOf(/^postgres(ql)?:$/),
    ),
    secret: true,
  },
  /** A group member that is silent for this long loses its partitions, milliseconds. */
  sessionTimeoutMs: number(
    'TAPEFOLD_SESSION_TIMEOUT_MS',
    'milliseconds',
    [1_000, 1_800_000, 10_000],
  ),
  /** Maximum concurrent asks of asynchronous agents, for the agent adapter. */
  asks: number('TAPEFOLD_ASKS', 'a whole number', [1, 100_000, 64]),
  /** Where the agent adapter serves tools; port 0 binds a free port. */
  toolsHost: host('TAPEFOLD_TOOLS_HOST'),
  toolsPort: number('TAPEFOLD_TOOLS_PORT', 'a port', [0, 65_535, 0]),
  /** The address at which agents reach them, if it is a different one. */
  toolsUrl: baseAddress('TAPEFOLD_TOOLS_URL'),
  /** Where the agent adapter posts each decision that is due. */
  announceUrl: { ...webAddress('TAPEFOLD_ANNOUNCE_URL'), secret: true },
  /** Where the model gateway is, for the agent adapter. */
  modelGatewayUrl: baseAddress('TAPEFOLD_MODEL_GATEWAY_URL'),
  /** The models file of the model gateway: providers, limits, prices. */
  models: optional('TAPEFOLD_MODELS', 'the path of a YAML file of models'),
  /** A YAML file of registered agents, read by `readAgentRegister`. */
  agents: optional('TAPEFOLD_AGENTS', 'the path of a YAML file of agents'),
  /** A YAML file of registered feeds, read by `readFeedRegister`. */
  feeds: optional('TAPEFOLD_FEEDS', 'the path of a YAML file of feeds'),
  /** Folder in which ingest keeps the recordings of feeds. */
  frames: optional('TAPEFOLD_FRAMES', 'the path of a folder'),
  /** Base address of an OpenTelemetry collector; spans go to `<it>/v1/traces`. */
  otlpUrl: { ...webAddress('TAPEFOLD_OTLP_URL'), secret: true },
};

export type ServiceConfig = {
  readonly [N in keyof typeof variables]: (typeof variables)[N] extends Variable<infer T>
    ? T
    : never;
};

/**
 * Reads the environment of a service. `InvalidInput` names the first variable that is
 * missing or wrong.
 */
export function serviceConfig(env: Environment): ServiceConfig {
  const values = Object.entries<Variable<unknown>>(variables).map(
    ([member, variable]) => [member, valueOf(env, variable)] as const,
  );
  return Object.fromEntries(values) as ServiceConfig;
}

function valueOf<T>(env: Environment, variable: Variable<T>): T {
  const { name, schema, expected, secret = false } = variable;
  const text = env[name] ?? '';
  // `fallback: undefined` is a default as well: the variable is optional.
  if (text === '' && 'fallback' in variable) return variable.fallback as T;
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  const found = secret ? `a text of ${text.length} characters that is not shown` : excerpt(text);
  throw invalidInput('invalid environment variable', {
    where: name,
    expected,
    found: text === '' ? 'nothing' : found,
  });
}
