/**
 * Runs mutated filings in processes with bounded memory and processor time, and tells which
 * seeds did harm.
 */

import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const childFile = fileURLToPath(new URL('child.ts', import.meta.url));
/** Seeds of one process. */
const batch = 250;
/** Limits processor time: fifty times what a batch takes. */
const secondsMax = 300;
const megabytesMax = 384;

export interface Fuzzed {
  /** A line for each seed that threw something else than a refusal, or ended its process. */
  readonly findings: readonly string[];
  /** Files read, and files refused by name; the calculations of a package count as one more. */
  readonly read: number;
  readonly refused: number;
}

/**
 * Tries seeds from `from`, `count` of them, on small packages and on a real one.
 * @param filing folder of the real package
 */
export async function fuzzFilings(filing: string, from: number, count: number): Promise<Fuzzed> {
  const real = ['*_htm.xml', '*.xsd', '*_cal.xml'].map((name) => globSync(join(filing, name))[0]!);
  const findings: string[] = [];
  let tried = 0;
  let read = 0;
  let refused = 0;
  while (tried < count) {
    const first = from + tried;
    const last = from + Math.min(count, tried + batch);
    const { lines, code } = await childOf([`${first}`, `${last}`, ...real]);
    findings.push(...lines.filter((line) => line.startsWith('finding')));
    const seeds = lines.filter((line) => line.startsWith('seed'));
    tried += seeds.length;
    const [, done, named] = /^end (\d+) (\d+)$/.exec(lines.at(-1) ?? '') ?? [];
    read += Number(done ?? 0);
    refused += Number(named ?? 0);
    if (done !== undefined) continue;
    findings.push(`ended with ${code} at ${seeds.at(-1) ?? 'the start'}`);
    if (seeds.length === 0) break;
  }
  return { findings, read, refused };
}

interface Ended {
  readonly lines: readonly string[];
  /** Exit code, or the signal by which a limit ended it. */
  readonly code: number | string | null;
}

/** Standard error is shown where a process dies. */
function childOf(args: readonly string[]): Promise<Ended> {
  const limited = `ulimit -t ${secondsMax}; exec "$0" "$@"`;
  const node = [process.execPath, `--max-old-space-size=${megabytesMax}`, childFile, ...args];
  const child = spawn('sh', ['-c', limited, ...node], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise((settle, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => {
      if (code !== 0) console.error(err.slice(0, 2_000));
      settle({ lines: out.split('\n').filter((line) => line !== ''), code: signal ?? code });
    });
  });
}
