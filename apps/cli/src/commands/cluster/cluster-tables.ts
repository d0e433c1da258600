/**
 * `tapefold cluster tables`: rebuilds the read models of a cluster from the topics, to compare
 * or replace them.
 */

import { invalidInput } from '#values';
import { openKafkaLog } from '#event-log/kafka/open-kafka-log';
import type { MessageLog } from '#event-log';
import type { ReadModels, TableComparison } from '#read-models';
import { databaseUrlWith } from '#service-host/config/secret-files';
import { openPostgresReadModels } from '#read-models/postgres/open-postgres-read-models';
import { stateIn } from '../../cluster/gateway-address.js';
import { exitCodes } from '../../program/exit-code.js';
import { type Options, textOf } from '../../program/option-value.js';
import { print, notify } from '../../program/print.js';

/**
 * Rebuilds all tables next to the live ones, up to the same point, and compares row by row. Exit
 * code 1 if a table differs; prints the first differing row.
 */
export async function checkTablesCommand(options: Options): Promise<number> {
  return withTables(options, async (models, log) => {
    const comparisons = await models.differences(withProgress(log));
    for (const comparison of comparisons) print(lineOf(comparison));
    const isSame = comparisons.every(({ difference }) => difference === null);
    process.stdout.write(isSame ? 'no table differs\n' : 'tables differ\n');
    return isSame ? exitCodes.ok : exitCodes.negative;
  });
}

/** Rebuilds all tables while the live ones stay in use, then replaces those. */
export async function rebuildTablesCommand(options: Options): Promise<number> {
  return withTables(options, async (models, log) => {
    const { messages } = await models.rebuild(withProgress(log));
    print(`rebuilt from ${messages} messages`);
    return exitCodes.ok;
  });
}

const progressEveryMs = 2000;

/** The log, with a line of progress on standard error every two seconds. */
function withProgress(log: MessageLog): Pick<MessageLog, 'endOffsets' | 'tail'> {
  let read = 0;
  let printedMs = performance.now();
  return {
    endOffsets: (topic) => log.endOffsets(topic),
    tail: (options) =>
      log.tail({
        ...options,
        onBatch: async (batch) => {
          await options.onBatch(batch);
          read += batch.messages.length;
          if (performance.now() - printedMs < progressEveryMs) return;
          printedMs = performance.now();
          notify(`read ${read} messages, now of ${batch.topic}`);
        },
      }),
  };
}

async function withTables(
  options: Options,
  work: (models: ReadModels, log: MessageLog) => Promise<number>,
): Promise<number> {
  const { brokers, databaseUrl } = addresses(options);
  const log = await openKafkaLog({ brokers: brokers.split(',') });
  try {
    // As the gateway projects: a run that misses records is marked, and nothing else is blocked.
    const models = await openPostgresReadModels({ url: databaseUrl, onGap: 'fail' });
    try {
      return await work(models, log);
    } finally {
      await models.close();
    }
  } finally {
    await log.close();
  }
}

/**
 * From options, the environment in the services' format (also TAPEFOLD_DATABASE_PASSWORD_FILE), or
 * the state of the local cluster that `npm run cluster:up` wrote.
 */
function addresses(options: Options): { brokers: string; databaseUrl: string } {
  const folder = process.env['TAPEFOLD_CLUSTER_DATA'] ?? '.tapefold-cluster';
  const state = stateIn(folder);
  const brokers = textOf(options['brokers']) ?? process.env['TAPEFOLD_BROKERS'] ?? state['brokers'];
  const databaseUrl =
    textOf(options['databaseUrl']) ?? environmentUrl(process.env) ?? state['databaseUrl'];
  if (brokers === undefined) throw missing('--brokers', 'host:port of a broker, TAPEFOLD_BROKERS');
  if (databaseUrl === undefined) {
    throw missing('--database-url', 'postgres://user:password@host:port/database');
  }
  return { brokers, databaseUrl };
}

/** As the gateway receives it; the password belongs to this address alone. */
function environmentUrl(env: NodeJS.ProcessEnv): string | undefined {
  const url = env['TAPEFOLD_DATABASE_URL'] ?? '';
  if (url === '') return undefined;
  if (URL.canParse(url)) return databaseUrlWith(env, url);
  throw missing('TAPEFOLD_DATABASE_URL', 'postgres://user:password@host:port/database');
}

function missing(where: string, expected: string): Error {
  const or = `${expected}, or a cluster started in this folder`;
  return invalidInput('no cluster is known', { where, expected: or });
}

function lineOf({ table, rows, otherRows, difference }: TableComparison): string {
  if (difference === null) return `${table.padEnd(20)} ${rows} rows, the same`;
  const shown = (row: object | null): string => (row === null ? 'none' : JSON.stringify(row));
  return [
    `${table.padEnd(20)} ${rows} rows, rebuilt ${otherRows}`,
    `  live     ${shown(difference.row)}`,
    `  rebuilt  ${shown(difference.otherRow)}`,
  ].join('\n');
}
