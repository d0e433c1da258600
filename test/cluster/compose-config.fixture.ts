/**
 * `docker compose config`: from Docker where it is here, else from the library that Docker
 * Compose is made with.
 */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Ended } from './command.fixture.js';

const source = resolve('test', 'compose-config');
const cache = resolve('node_modules', '.cache', 'compose-config');

export interface ComposeConfig {
  /** The normalized file as JSON, or the error, and an exit code. */
  of(file: string): Promise<Ended>;
}

/**
 * Builds the program if there is neither Docker Compose nor an earlier build; that takes Go and
 * half a minute.
 */
export async function openComposeConfig(): Promise<ComposeConfig> {
  if ((await run('docker', ['compose', 'version'])).code === 0) {
    const options = ['--env-file', '/dev/null'];
    return {
      of: (file) =>
        run('docker', ['compose', ...options, '-f', file, 'config', '--format', 'json']),
    };
  }
  const program = await built();
  return { of: (file) => run(program, [file]) };
}

async function built(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of ['main.go', 'go.mod', 'go.sum']) hash.update(readFileSync(join(source, name)));
  const program = join(cache, hash.digest('hex').slice(0, 16));
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  const partial = `${program}.${process.pid}`;
  const { code, err } = await run('go', ['build', '-buildvcs=false', '-o', partial, '.'], source);
  if (code !== 0) {
    throw new Error(
      `neither Docker Compose nor a Go of 1.24 or newer that builds ${source}: ${err}`,
    );
  }
  renameSync(partial, program);
  return program;
}

/** To its end, without variables that the file asks for. */
function run(program: string, args: readonly string[], cwd?: string): Promise<Ended> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TAPEFOLD_'));
  const env = { ...Object.fromEntries(own), GOFLAGS: '-mod=readonly', GOTOOLCHAIN: 'local' };
  const child = spawn(program, args, { env, cwd });
  let out = '';
  let err = '';
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()));
  return new Promise((settle) => {
    child.once('error', ({ message }) => settle({ code: null, out, err: message }));
    child.once('close', (code) => settle({ code, out, err }));
  });
}
