/**
 * One broker and one database server for all files of the project that can share them. Each starts
 * when a file first asks for it, and ends with the project.
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startKafka } from '../../scripts/cluster/kafka.ts';
import type { ManagedProcess } from '../../scripts/cluster/managed-process.ts';
import { startPostgres } from '../../scripts/cluster/postgres.ts';

const servers = ['kafka', 'postgres'] as const;
export type ServerName = (typeof servers)[number];
const isServer = (name: string): name is ServerName => servers.some((one) => one === name);

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Where a test process asks for the address of a server:
     * `http://127.0.0.1:<port>/<ServerName>`.
     */
    readonly serversOnce: number;
  }
}

interface Started {
  /** As TAPEFOLD_BROKERS or TAPEFOLD_DATABASE_URL takes it. */
  readonly address: string;
  readonly server: ManagedProcess;
}

/** Returns what ends the servers that were started. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-servers-once-'));
  // Postgres has its own user if the tests run as root, and needs access.
  chmodSync(folder, 0o755);
  const javaOptions = project.config.env['TAPEFOLD_CLUSTER_KAFKA_OPTS'];
  const starts: Record<ServerName, () => Promise<Started>> = {
    async kafka() {
      const server = await startKafka({ dataDir: join(folder, 'kafka'), javaOptions });
      return { address: server.brokers, server };
    },
    async postgres() {
      const server = await startPostgres({ dataDir: join(folder, 'postgres') });
      return { address: server.url, server };
    },
  };
  const started = new Map<ServerName, Promise<Started>>();
  const once = (name: ServerName): Promise<Started> => {
    const server = started.get(name) ?? starts[name]();
    started.set(name, server);
    return server;
  };

  // Test processes are told by HTTP, since what is provided to them has to be known
  // before they start.
  const desk = createServer(({ url = '' }, response) => {
    const name = url.slice(1);
    if (!isServer(name)) return refuse(response, 404, `expected ${servers.join(' or ')}`);
    once(name).then(
      ({ address }) => response.end(address),
      (error: unknown) => refuse(response, 500, error),
    );
  });
  await new Promise<void>((listening) => desk.listen(0, '127.0.0.1', listening));
  project.provide('serversOnce', (desk.address() as AddressInfo).port);
  return async () => {
    desk.close();
    // One that did not start has ended by itself, and the file that asked for it has failed.
    const settled = await Promise.allSettled(started.values());
    const running = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value.server : []));
    await Promise.all(running.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
}

function refuse(response: ServerResponse, status: number, why: unknown): void {
  response.writeHead(status).end(why instanceof Error ? why.message : String(why));
}
