/** What a service is told by its environment, checked before anything is opened. */

import { z } from 'zod';
import { excerpt, invalidInput } from '#values';

/** A message that cannot be read is kept as a dead letter and passed by, or its partition stands still. */
export type OnBroken = 'dead-letter' | 'stop';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface ServiceConfig {
  /** host:port of brokers, at least one. */
  readonly brokers: readonly string[];
  /** Partitions of each topic but `dead-letters`. */
  readonly partitions: number;
  readonly httpHost: string;
  /** 0: whatever port is free. */
  readonly httpPort: number;
  readonly logLevel: LogLevel;
  readonly onBroken: OnBroken;
  /** A JSON file of registered data sets, read by `registeredDatasets`. */
  readonly datasets: string | undefined;
  readonly databaseUrl: string | undefined;
  /** A member of a group that is silent for so long loses its partitions, milliseconds. */
  readonly sessionTimeoutMs: number;
  /** Asks of asynchronous agents that may be under way at once; of the agent adapter. */
  readonly asks: number;
  /** Where the agent adapter serves tools; port 0: whatever is free. */
  readonly toolsHost: string;
  readonly toolsPort: number;
  /** Under which agents reach them, where that is another address. */
  readonly toolsUrl: string | undefined;
  /** Where the agent adapter posts each decision that is due. */
  readonly announceUrl: string | undefined;
  /** Where the model gateway is, for the agent adapter. */
  readonly modelGatewayUrl: string | undefined;
  /** The models file of the model gateway: providers, limits, prices. */
  readonly models: string | undefined;
  /** A YAML file of registered agents, read by `readAgentRegister`. */
  readonly agents: string | undefined;
  /** A YAML file of registered feeds, read by `readFeedRegister`. */
  readonly feeds: string | undefined;
  /** Folder in which ingest keeps the recordings of feeds. */
  readonly frames: string | undefined;
  /** Base address of an OpenTelemetry collector; spans go to `<it>/v1/traces`. */
  readonly otlpUrl: string | undefined;
}

interface Variable<T> {
  readonly schema: z.ZodType<T>;
  readonly expected: string;
  /** Taken where the variable is missing or empty; without it, that is an error. */
  readonly fallback?: T;
  /** Its value may hold a password, and is not shown. */
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

const hostName = z.string().regex(/^[^\s/]+$/);

const variables = {
  TAPEFOLD_BROKERS: { schema: brokerList, expected: 'host:port, more of them after commas' },
  TAPEFOLD_PARTITIONS: {
    schema: wholeNumber(1, 10_000),
    expected: 'a whole number from 1 to 10000',
    fallback: 6,
  },
  TAPEFOLD_HTTP_HOST: {
    schema: hostName,
    expected: 'an address or a host name to listen on',
    fallback: '127.0.0.1',
  },
  TAPEFOLD_HTTP_PORT: {
    schema: wholeNumber(0, 65_535),
    expected: 'a port from 0 to 65535',
    fallback: 8080,
  },
  TAPEFOLD_LOG_LEVEL: {
    schema: z.enum(logLevels),
    expected: logLevels.join(', '),
    fallback: 'info' as LogLevel,
  },
  TAPEFOLD_ON_BROKEN: {
    schema: z.enum(['dead-letter', 'stop']),
    expected: 'dead-letter or stop',
    fallback: 'dead-letter' as OnBroken,
  },
  TAPEFOLD_DATASETS: {
    schema: z.string() as z.ZodType<string | undefined>,
    expected: 'the path of a JSON file',
    fallback: undefined,
  },
  TAPEFOLD_DATABASE_URL: {
    schema: addressOf(/^postgres(ql)?:$/),
    expected: 'postgres://user:password@host:port/database',
    fallback: undefined,
    secret: true,
  },
  TAPEFOLD_SESSION_TIMEOUT_MS: {
    schema: wholeNumber(1_000, 1_800_000),
    expected: 'milliseconds from 1000 to 1800000',
    fallback: 10_000,
  },
  TAPEFOLD_ASKS: {
    schema: wholeNumber(1, 100_000),
    expected: 'a whole number from 1 to 100000',
    fallback: 64,
  },
  TAPEFOLD_TOOLS_HOST: {
    schema: hostName,
    expected: 'an address or a host name to listen on',
    fallback: '127.0.0.1',
  },
  TAPEFOLD_TOOLS_PORT: {
    schema: wholeNumber(0, 65_535),
    expected: 'a port from 0 to 65535',
    fallback: 0,
  },
  TAPEFOLD_TOOLS_URL: {
    schema: addressOf(/^https?:$/).transform((url) => url?.replace(/\/+$/, '')),
    expected: 'http:// or https:// and a host',
    fallback: undefined,
  },
  TAPEFOLD_ANNOUNCE_URL: {
    schema: addressOf(/^https?:$/),
    expected: 'http:// or https:// and a host',
    fallback: undefined,
    secret: true,
  },
  TAPEFOLD_MODEL_GATEWAY_URL: {
    schema: addressOf(/^https?:$/).transform((url) => url?.replace(/\/+$/, '')),
    expected: 'http:// or https:// and a host',
    fallback: undefined,
  },
  TAPEFOLD_MODELS: {
    schema: z.string() as z.ZodType<string | undefined>,
    expected: 'the path of a YAML file of models',
    fallback: undefined,
  },
  TAPEFOLD_AGENTS: {
    schema: z.string() as z.ZodType<string | undefined>,
    expected: 'the path of a YAML file of agents',
    fallback: undefined,
  },
  TAPEFOLD_FEEDS: {
    schema: z.string() as z.ZodType<string | undefined>,
    expected: 'the path of a YAML file of feeds',
    fallback: undefined,
  },
  TAPEFOLD_FRAMES: {
    schema: z.string() as z.ZodType<string | undefined>,
    expected: 'the path of a folder',
    fallback: undefined,
  },
  TAPEFOLD_OTLP_URL: {
    schema: addressOf(/^https?:$/),
    expected: 'http:// or https:// and a host',
    fallback: undefined,
    secret: true,
  },
} satisfies Record<string, Variable<unknown>>;

/** Reads the environment of a service. `InvalidInput` names the first variable that is missing or wrong. */
export function serviceConfig(env: Environment): ServiceConfig {
  return {
    brokers: valueOf(env, 'TAPEFOLD_BROKERS', variables.TAPEFOLD_BROKERS),
    partitions: valueOf(env, 'TAPEFOLD_PARTITIONS', variables.TAPEFOLD_PARTITIONS),
    httpHost: valueOf(env, 'TAPEFOLD_HTTP_HOST', variables.TAPEFOLD_HTTP_HOST),
    httpPort: valueOf(env, 'TAPEFOLD_HTTP_PORT', variables.TAPEFOLD_HTTP_PORT),
    logLevel: valueOf(env, 'TAPEFOLD_LOG_LEVEL', variables.TAPEFOLD_LOG_LEVEL),
    onBroken: valueOf(env, 'TAPEFOLD_ON_BROKEN', variables.TAPEFOLD_ON_BROKEN),
    datasets: valueOf(env, 'TAPEFOLD_DATASETS', variables.TAPEFOLD_DATASETS),
    databaseUrl: valueOf(env, 'TAPEFOLD_DATABASE_URL', variables.TAPEFOLD_DATABASE_URL),
    sessionTimeoutMs: valueOf(
      env,
      'TAPEFOLD_SESSION_TIMEOUT_MS',
      variables.TAPEFOLD_SESSION_TIMEOUT_MS,
    ),
    asks: valueOf(env, 'TAPEFOLD_ASKS', variables.TAPEFOLD_ASKS),
    toolsHost: valueOf(env, 'TAPEFOLD_TOOLS_HOST', variables.TAPEFOLD_TOOLS_HOST),
    toolsPort: valueOf(env, 'TAPEFOLD_TOOLS_PORT', variables.TAPEFOLD_TOOLS_PORT),
    toolsUrl: valueOf(env, 'TAPEFOLD_TOOLS_URL', variables.TAPEFOLD_TOOLS_URL),
    announceUrl: valueOf(env, 'TAPEFOLD_ANNOUNCE_URL', variables.TAPEFOLD_ANNOUNCE_URL),
    modelGatewayUrl: valueOf(
      env,
      'TAPEFOLD_MODEL_GATEWAY_URL',
      variables.TAPEFOLD_MODEL_GATEWAY_URL,
    ),
    models: valueOf(env, 'TAPEFOLD_MODELS', variables.TAPEFOLD_MODELS),
    agents: valueOf(env, 'TAPEFOLD_AGENTS', variables.TAPEFOLD_AGENTS),
    feeds: valueOf(env, 'TAPEFOLD_FEEDS', variables.TAPEFOLD_FEEDS),
    frames: valueOf(env, 'TAPEFOLD_FRAMES', variables.TAPEFOLD_FRAMES),
    otlpUrl: valueOf(env, 'TAPEFOLD_OTLP_URL', variables.TAPEFOLD_OTLP_URL),
  };
}

function valueOf<T>(env: Environment, name: string, variable: Variable<T>): T {
  const { schema, expected, secret = false } = variable;
  const text = env[name] ?? '';
  // `fallback: undefined` is a default as well: the variable may be missing.
  if (text === '' && 'fallback' in variable) return variable.fallback as T;
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  const found = secret ? `a text of ${text.length} characters that is not shown` : excerpt(text);
  throw invalidInput('a variable of the environment', {
    where: name,
    expected,
    found: text === '' ? 'nothing' : found,
  });
}
