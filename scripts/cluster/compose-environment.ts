/** `npm run compose:env`: makes what docker-compose.yml must not hold, and writes it to .env for its owner alone. */

import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminTokenHash, tokenFile } from './admin-token.ts';
import { stateFile } from './cluster-state.ts';
import { defaultFolder, projectRoot } from './project-root.ts';
import { runningSupervisor } from './supervisor-lock.ts';

/** The lines with these variables set anew or added; all others stay as they are. */
export function withVariables(text: string, variables: Readonly<Record<string, string>>): string {
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '' && !Object.hasOwn(variables, line.split('=')[0] ?? ''));
  const added = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  return `${[...lines, ...added].join('\n')}\n`;
}

/** The database keeps the password that it was made with, so one that is there stays. */
export function passwordOf(text: string): string {
  return /^TAPEFOLD_POSTGRES_PASSWORD=(\S+)$/m.exec(text)?.[1] ?? randomBytes(24).toString('hex');
}

/** Where docker-compose.yml has the gateway listen, as the command line looks it up. */
export function gatewayUrlOf(text: string): string {
  const port = /^TAPEFOLD_GATEWAY_PORT=(\d+)$/m.exec(text)?.[1] ?? '18080';
  return `http://127.0.0.1:${port}`;
}

function main(): void {
  const file = join(projectRoot, '.env');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const partial = `${file}.${process.pid}`;
  const variables = {
    TAPEFOLD_POSTGRES_PASSWORD: passwordOf(text),
    TAPEFOLD_ADMIN_TOKEN_HASH: adminTokenHash(defaultFolder),
  };
  writeFileSync(partial, withVariables(text, variables), { mode: 0o600 });
  chmodSync(partial, 0o600);
  renameSync(partial, file);
  const gatewayUrl = gatewayUrlOf(text);
  // A cluster that runs outside of Docker has said more in this file.
  if (runningSupervisor(defaultFolder) === undefined) {
    writeFileSync(stateFile(defaultFolder), `${JSON.stringify({ gatewayUrl })}\n`, { mode: 0o600 });
  }
  console.log(`wrote ${file}; the token of the command line is in ${tokenFile(defaultFolder)}`);
}

if (import.meta.main) main();
