/**
 * `tapefold mcp … --profile herculean`: takes the flags and environment variables of HERCULEAN's
 * servers, and serves their tools alone.
 */

import { resolve } from 'node:path';
import { excerpt, invalidInput } from '#values';
import { reportFilesAt } from '#herculean/reports/report-files';
import type { ToolSet } from '#tools';
import { type Options, textOf } from '../../program/option-value.js';

/** What is served, and from where. */
export interface Served {
  readonly sets: readonly ToolSet[];
  /** A reference to a data set. */
  readonly data: string;
  /** As in `parseAsOf`. */
  readonly asOf: string | undefined;
}

/** A value of the command line, and the variables that stand in for it, the first one first. */
interface ProfileValue {
  readonly option: string;
  readonly flag: string;
  readonly variables: readonly string[];
}

const legacy = 'TRADING_DB_PATH';
const dbPath = (...variables: readonly string[]): ProfileValue => ({
  option: 'dbPath',
  flag: '--db-path',
  variables,
});
const asOfDate = (...variables: readonly string[]): ProfileValue => ({
  option: 'asOfDate',
  flag: '--as-of-date',
  variables,
});

interface PublishedServer {
  readonly data: ProfileValue;
  readonly asOf?: ProfileValue;
  setOf(place: { readonly data: string; readonly options: Options }): Promise<ToolSet>;
}

const load = () => import('#tools/published/published-servers');

const trading: PublishedServer = {
  data: dbPath(legacy),
  setOf: async () => (await load()).publishedTrading,
};

const hedging: PublishedServer = {
  data: dbPath('HEDGING_DB_PATH'),
  setOf: async ({ data }) => {
    const pool = environmentText('HEDGING_STOCK_POOL')?.split(',');
    const symbols = pool?.map((symbol) => symbol.trim().toUpperCase()).filter(Boolean);
    return (await load()).publishedHedging({
      dbPath: data,
      dataDir: resolve(environmentText('HEDGING_DATA_DIR') ?? 'data/trading'),
      poolName: environmentText('HEDGING_POOL_NAME'),
      pool: symbols,
    });
  },
};

const reportGeneration: PublishedServer = {
  data: dbPath('REPORT_GENERATION_DB_PATH', legacy),
  asOf: asOfDate('REPORT_GENERATION_AS_OF_DATE'),
  setOf: async () => (await load()).publishedInsights,
};

const reportsRoot: ProfileValue = {
  option: 'reportsRoot',
  flag: '--reports-root',
  variables: ['REPORT_EVALUATION_REPORTS_ROOT'],
};

const reportEvaluation: PublishedServer = {
  data: dbPath('REPORT_EVALUATION_DB_PATH', legacy),
  setOf: async ({ options }) => {
    const root = resolve(textOf(options['reports']) ?? requiredValue(reportsRoot, options));
    return (await load()).publishedEvaluation(() => reportFilesAt(root));
  },
};

const auditing: PublishedServer = {
  data: {
    option: 'dataRoot',
    flag: '--data-root',
    variables: ['AUDITING_DATA_ROOT', 'AUDITMCP_DATA_ROOT'],
  },
  setOf: async ({ data }) => (await load()).publishedAuditing(data),
};

/** By their published names. */
const servers = new Map<string, PublishedServer>([
  ['trading_mcp', trading],
  ['hedging_mcp', hedging],
  ['auditing_mcp', auditing],
  ['report_generation_mcp', reportGeneration],
  ['report_evaluation_mcp', reportEvaluation],
]);

/** Sets of tools whose names here are not those of the published servers. */
const otherNames: Readonly<Record<string, string>> = {
  'market-insights': 'report_generation',
  'report-evaluation': 'report_evaluation',
};

function serverOf(name: string): PublishedServer {
  const published = Object.hasOwn(otherNames, name) ? otherNames[name] : name;
  const server = servers.get(`${published}_mcp`);
  if (server !== undefined) return server;
  const names = [...servers.keys()].map((known) => known.replace('_mcp', ''));
  const expected = `one of ${[...names, ...Object.keys(otherNames)].join(', ')}`;
  throw invalidInput('the profile has no such server', { expected, found: excerpt(name) });
}

/** The server of a workflow in its published form. */
export async function herculeanServer(name: string, options: Options): Promise<Served> {
  const server = serverOf(name);
  const data = resolve(textOf(options['data']) ?? requiredValue(server.data, options));
  const asOf = textOf(options['asOf']) ?? valueOf(server.asOf ?? asOfDate(), options);
  return { sets: [await server.setOf({ data, options })], data, asOf };
}

/** A variable that is set and not empty. */
const environmentText = (name: string): string | undefined => process.env[name] || undefined;

/** Throws `InvalidInput` without the flag, and without the variables that stand in for it. */
function requiredValue(value: ProfileValue, options: Options): string {
  const given = valueOf(value, options);
  if (given !== undefined) return given;
  const expected = `${value.flag}, or ${value.variables.join(' or ')} in the environment`;
  throw invalidInput('the server lacks its data', { expected, found: 'neither' });
}

const valueOf = ({ option, variables }: ProfileValue, options: Options): string | undefined =>
  textOf(options[option]) ?? variables.map(environmentText).find((value) => value !== undefined);

/** Throws `InvalidInput` for a flag that belongs to the profile alone. */
export function requireNoProfileOptions(options: Options): void {
  const flags = {
    dbPath: '--data',
    dataRoot: '--data',
    reportsRoot: '--reports',
    asOfDate: '--as-of',
  };
  const stray = Object.entries(flags).find(([option]) => options[option] !== undefined);
  if (stray === undefined) return;
  throw invalidInput('a flag of --profile herculean', {
    expected: `${stray[1]}, or the profile`,
    found: stray[0],
  });
}
