/** What a running cluster tells others: a file with processes, addresses and where the token is. */

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessIdentity } from './process-identity.ts';

export interface ProcessState {
  /** kafka, postgres, portfolio, portfolio-2, … */
  readonly name: string;
  /** Undefined before its first start, and while it waits for its next one. */
  readonly process?: ProcessIdentity;
  readonly status: 'starting' | 'ready' | 'waiting' | 'stopped';
  /** How often it was started again after it had died. */
  readonly restarts: number;
  /** host:port. */
  readonly address: string;
  readonly log: string;
  readonly stopSignal: NodeJS.Signals;
}

export interface ClusterState {
  readonly version: 1;
  readonly supervisor: ProcessIdentity;
  readonly status: 'starting' | 'ready' | 'stopping';
  /** As TAPEFOLD_BROKERS takes it; absent if Kafka is not part of the cluster. */
  readonly brokers?: string;
  /** With its password: the file is for the eyes of its owner. */
  readonly databaseUrl?: string;
  readonly gatewayUrl?: string;
  /** The file with the token of the command line. */
  readonly tokenFile: string;
  readonly processes: readonly ProcessState[];
}

export const stateFile = (folder: string): string => join(folder, 'state.json');

/**
 * The state of the cluster in this folder; undefined if none was started, or the last one
 * ended cleanly.
 */
export function readState(folder: string): ClusterState | undefined {
  try {
    const state = JSON.parse(readFileSync(stateFile(folder), 'utf8')) as ClusterState;
    return state.version === 1 ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Readers see the old file or the new one, never a half. */
export function writeState(folder: string, state: ClusterState): void {
  mkdirSync(folder, { recursive: true });
  const partial = `${stateFile(folder)}.${process.pid}`;
  writeFileSync(partial, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(partial, stateFile(folder));
}

export const removeState = (folder: string): void => rmSync(stateFile(folder), { force: true });
