/**
 * Tests of signals to a program that is behind the launcher: each may come twice, under two
 * names, and late.
 */

import { spawn, type ChildProcess } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = pathToFileURL(resolve('dist/apps/cli/src/program/stop-signal.js')).href;
/** Stops in order at the first signal, says so, and stays until it is told to end, or is ended. */
const program = `
import { stopOnSignal, untilAborted } from ${JSON.stringify(source)};
const ticking = setInterval(() => undefined, 1000);
{
  using stop = stopOnSignal();
  process.stdout.write('ready');
  await untilAborted(stop.signal);
}
process.stdout.write('stopped');
process.stdin.once('data', () => process.exit(130));
`;

interface Started {
  readonly child: ChildProcess;
  readonly said: (text: string) => Promise<void>;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

function start(env: NodeJS.ProcessEnv): Started {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  let heard = (): void => undefined;
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
    heard();
  });
  const ended = new Promise<Awaited<Started['ended']>>((settle) => {
    child.once('exit', (code, signal) => settle({ code, signal }));
  });
  const said = async (text: string): Promise<void> => {
    while (!output.includes(text)) await new Promise<void>((settle) => (heard = settle));
  };
  return { child, said, ended };
}

describe('a program that stopped in order', () => {
  it('ignores the copy of the signal that the launcher sends under another name', async () => {
    const { child, said, ended } = start({ TAPEFOLD_LAUNCHER: '1' });
    await said('ready');
    child.kill('SIGINT');
    await said('stopped');
    child.kill('SIGTERM');
    child.stdin!.write('end');
    expect(await ended).toEqual({ code: 130, signal: null });
  });

  it('ends at a second signal of that name', async () => {
    const { child, said, ended } = start({ TAPEFOLD_LAUNCHER: '1' });
    await said('ready');
    child.kill('SIGINT');
    await said('stopped');
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: null, signal: 'SIGINT' });
  });

  it('ends at any signal without a launcher', async () => {
    const { child, said, ended } = start({ TAPEFOLD_LAUNCHER: undefined });
    await said('ready');
    child.kill('SIGINT');
    await said('stopped');
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: null, signal: 'SIGTERM' });
  });
});
