/** The closing lines of `cluster:up` are about the cluster that it started, wherever that is. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ClusterState } from './cluster-state.ts';
import { clusterTable } from './cluster-table.ts';
import { defaultFolder } from './project-root.ts';

const stateIn = (folder: string, gatewayUrl?: string): ClusterState => ({
  version: 1,
  supervisor: { pid: 17, started: 'now' },
  status: 'ready',
  tokenFile: join(folder, 'token'),
  processes: [],
  ...(gatewayUrl === undefined ? {} : { gatewayUrl }),
});

/** What follows the table. */
const closing = (state: ClusterState): string[] => clusterTable(state).split('\n').slice(2);

describe('the closing lines', () => {
  it('are the plain commands in the usual folder', () => {
    expect(closing(stateIn(defaultFolder, 'http://127.0.0.1:18080'))).toEqual([
      'gateway     http://127.0.0.1:18080',
      `token       ${join(defaultFolder, 'token')}`,
      'supervisor  process 17',
      'to reach    npx tapefold cluster status',
      'to end      npm run cluster:down',
    ]);
  });

  it('name another folder, and reach no gateway if none runs', () => {
    expect(closing(stateIn('/var/other')).slice(1)).toEqual([
      'supervisor  process 17',
      'to end      npm run cluster:down -- --data /var/other',
    ]);
    expect(closing(stateIn('/var/other', 'http://127.0.0.1:1'))).toContain(
      'to reach    TAPEFOLD_CLUSTER_DATA=/var/other npx tapefold cluster status',
    );
  });

  it('are for a shell, whatever the folder is called', () => {
    const folder = "/var/it's $HOME; here";
    const end = closing(stateIn(folder)).at(-1) ?? '';
    const argument = end.slice(end.indexOf('--data ') + '--data '.length);
    const said = execFileSync('sh', ['-c', `printf %s ${argument}`], { encoding: 'utf8' });
    expect(said).toBe(folder);
  });
});
