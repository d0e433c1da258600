/** What runs where, as a table for people. */

import { dirname } from 'node:path';
import type { ClusterState } from './cluster-state.ts';
import { defaultFolder } from './project-root.ts';

const headings = ['part', 'status', 'pid', 'address', 'restarts', 'log'];

/** Lines of the table, and below it how to talk to the cluster. */
export function clusterTable(state: ClusterState): string {
  const rows = state.processes.map(({ name, status, process, address, restarts, log }) => [
    name,
    status,
    `${process?.pid ?? '-'}`,
    address,
    `${restarts}`,
    log,
  ]);
  const all = [headings, ...rows];
  const widths = headings.map((_, column) =>
    Math.max(...all.map((row) => (row[column] ?? '').length)),
  );
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, '', ...hints(state)].join('\n');
}

/**
 * How to reach this cluster, and how to end it: a folder other than the default has to be named.
 */
function hints({ gatewayUrl, tokenFile, supervisor }: ClusterState): string[] {
  const folder = dirname(tokenFile);
  const isUsual = folder === defaultFolder;
  const end = `npm run cluster:down${isUsual ? '' : ` -- --data ${quoted(folder)}`}`;
  const reach =
    `${isUsual ? '' : `TAPEFOLD_CLUSTER_DATA=${quoted(folder)} `}npx ` + 'tapefold cluster status';
  return [
    ...(gatewayUrl === undefined ? [] : [`gateway     ${gatewayUrl}`]),
    `token       ${tokenFile}`,
    `supervisor  process ${supervisor.pid}`,
    ...(gatewayUrl === undefined ? [] : [`to reach    ${reach}`]),
    `to end      ${end}`,
  ];
}

/** As a shell takes it. */
const quoted = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
