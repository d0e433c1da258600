/** Ports that are free at this moment. */

import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unavailable } from '#values';

/**
 * Below the ports that systems give to outgoing connections: one of those may be taken before the
 * process starts for which it was found. Drawn at random, because another process may be looking
 * for some as well.
 */
const lowest = 20_000;
const highest = 32_000;
const attemptsMax = 1000;

/**
 * `count` different free ports of 127.0.0.1, which no process on this machine draws again
 * while this one runs: what listens there may start late, or be restarted. `Unavailable` if
 * there are too few.
 */
export async function freePorts(count: number): Promise<number[]> {
  const held = new Map<number, Server>();
  try {
    for (let attempt = 0; held.size < count; attempt++) {
      if (attempt > attemptsMax) throw unavailable(`no ${count} free ports`);
      const port = randomInt(lowest, highest);
      if (!reserve(port)) continue;
      const server = await listening(port).catch(() => undefined);
      if (server !== undefined) held.set(port, server);
    }
    return [...held.keys()];
  } finally {
    await Promise.all([...held.values()].map(closed));
  }
}

export async function isFree(port: number): Promise<boolean> {
  try {
    await closed(await listening(port));
    return true;
  } catch {
    return false;
  }
}

const reservations = join(tmpdir(), 'tapefold-ports');

/** Whether no living process has drawn the port; now this one has, by a file with its pid. */
function reserve(port: number): boolean {
  const file = join(reservations, String(port));
  mkdirSync(reservations, { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isOfLivingProcess(file)) rmSync(file, { force: true });
    return false;
  }
}

/** A file without a pid was made just now. */
function isOfLivingProcess(file: string): boolean {
  try {
    return process.kill(Number(readFileSync(file, 'utf8')), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function listening(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
