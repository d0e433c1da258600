/**
 * The service `setup` of docker-compose.yml: makes once what that file must not hold, where
 * commands look for it.
 */

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { conflict } from '#values';
import { adminTokenHash, tokenFile } from './admin-token.ts';
import { readState, stateFile } from './cluster-state.ts';
import { giveTo, madeOnce, requireOwner, writeOwn, type Owner } from './whole-file.ts';

export interface SetupPlace {
  /** The folder of the checkout where `tapefold cluster` finds address and token. */
  readonly cluster: string;
  /** Whose checkout it is. */
  readonly owner: Owner;
  /** Where services read their secrets; outside of the checkout. */
  readonly secrets: string;
  /** Who reads them. */
  readonly reader: Owner;
  readonly gatewayUrl: string;
}

/**
 * Creates the token and the password if they are missing, and records where the gateway is.
 * Existing ones are kept. `Conflict` if a file belongs to another user, or a cluster outside of
 * Docker uses the folder; nothing changes then.
 */
export function setUp({ cluster, owner, secrets, reader, gatewayUrl }: SetupPlace): void {
  mkdirSync(cluster, { recursive: true });
  // Docker makes a folder that is missing, as root.
  if (readdirSync(cluster).length === 0) giveTo(cluster, owner);
  const files = [cluster, tokenFile(cluster), stateFile(cluster)];
  for (const path of files.filter((each) => existsSync(each))) requireOwner(path, owner);
  if (readState(cluster) !== undefined) {
    const expected = 'no cluster of "npm run cluster:up": end it with "npm run cluster:down"';
    throw conflict('a cluster outside of Docker is here', { where: stateFile(cluster), expected });
  }
  const hash = adminTokenHash(cluster, owner);
  writeOwn(join(secrets, 'admin-token-hash'), `${hash}\n`, reader);
  madeOnce(join(secrets, 'postgres-password'), () => randomBytes(24).toString('hex'), reader);
  madeOnce(join(secrets, 'model-gateway-token'), () => randomBytes(32).toString('hex'), reader);
  writeOwn(stateFile(cluster), `${JSON.stringify({ gatewayUrl })}\n`, owner);
}

/** In the checkout; the container sees two folders of it. */
function main(env: NodeJS.ProcessEnv): void {
  const cluster = '.tapefold-cluster';
  const { uid, gid } = statSync('docker');
  const reader = Number(env['TAPEFOLD_SECRETS_READER']);
  const gatewayUrl = `http://127.0.0.1:${env['TAPEFOLD_GATEWAY_PORT']}`;
  setUp({
    cluster,
    owner: { uid, gid },
    secrets: env['TAPEFOLD_SECRETS'] ?? '/secrets',
    reader: { uid: reader, gid: reader },
    gatewayUrl,
  });
  console.log(`gateway ${gatewayUrl}, token ${tokenFile(cluster)}`);
}

if (import.meta.main) {
  try {
    main(process.env);
  } catch (error) {
    console.error(`setup: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
