/** Ports that are free at this moment. */

import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { unavailable } from '#values';

/**
 * Below the ports that systems give to outgoing connections: one of those may be taken before the process starts for
 * which it was found. Drawn at random, because another process may be looking for some as well.
 */
const [lowest, highest] = [20_000, 32_000];
const attemptsMax = 1000;

/**
 * `count` different free ports of 127.0.0.1. All are held until the last is known, so that they are distinct.
 * `Unavailable` if there are too few.
 */
export async function freePorts(count: number): Promise<number[]> {
  const held = new Map<number, Server>();
  try {
    for (let attempt = 0; held.size < count; attempt++) {
      if (attempt > attemptsMax) throw unavailable(`no ${count} free ports`);
      const port = randomInt(lowest, highest);
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
