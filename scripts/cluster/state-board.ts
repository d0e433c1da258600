/**
 * The state of a cluster while it runs: every change of a process goes into the state file at once.
 */

import { tokenFile } from './admin-token.ts';
import type { ClusterSettings } from './cluster-settings.ts';
import { writeState, type ClusterState, type ProcessState } from './cluster-state.ts';
import { identify, type ProcessIdentity } from './process-identity.ts';

export type Addresses = Pick<ClusterState, 'brokers' | 'databaseUrl'>;

export interface StateBoard {
  status(): ClusterState['status'];
  setStatus(status: ClusterState['status']): void;
  addresses(): Addresses;
  setAddresses(addresses: Addresses): void;
  /** A process that is about to start. */
  add(name: string, what: Pick<ProcessState, 'address' | 'log' | 'stopSignal'>): void;
  /** With the pid while it runs. */
  change(name: string, status: ProcessState['status'], pid: number | undefined): void;
  countRestart(name: string): void;
}

export function openStateBoard(
  { folder, parts }: ClusterSettings,
  supervisor: ProcessIdentity,
): StateBoard {
  const processes = new Map<string, ProcessState>();
  const gateway = parts.find(({ part }) => part === 'gateway');
  const fixed = {
    version: 1 as const,
    supervisor,
    ...(gateway === undefined ? {} : { gatewayUrl: `http://127.0.0.1:${gateway.port}` }),
    tokenFile: tokenFile(folder),
  };
  let status: ClusterState['status'] = 'starting';
  let addresses: Addresses = {};
  const publish = (): void =>
    writeState(folder, { ...fixed, status, ...addresses, processes: [...processes.values()] });
  const update = (name: string, change: (state: ProcessState) => ProcessState): void => {
    const state = processes.get(name);
    if (state === undefined) return;
    processes.set(name, change(state));
    publish();
  };
  publish();
  return {
    status: () => status,
    setStatus(next) {
      status = next;
      publish();
    },
    addresses: () => addresses,
    setAddresses(more) {
      addresses = { ...addresses, ...more };
      publish();
    },
    add(name, what) {
      processes.set(name, { name, status: 'starting', restarts: 0, ...what });
    },
    change(name, next, pid) {
      const process = pid === undefined ? undefined : identify(pid);
      update(name, ({ process: _, ...rest }) => ({
        ...rest,
        status: next,
        ...(process === undefined ? {} : { process }),
      }));
    },
    countRestart(name) {
      update(name, (state) => ({ ...state, restarts: state.restarts + 1 }));
    },
  };
}
