/** What runs where, as a table for people. */

import type { ClusterState } from './cluster-state.ts';

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

function hints({ gatewayUrl, tokenFile, supervisor }: ClusterState): string[] {
  return [
    ...(gatewayUrl === undefined ? [] : [`gateway     ${gatewayUrl}`]),
    `token       ${tokenFile}`,
    `supervisor  process ${supervisor.pid}; it ends by "npm run cluster:down"`,
  ];
}
