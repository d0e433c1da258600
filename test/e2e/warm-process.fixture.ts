/**
 * A process in which commands of the built program run one after another, so that loading and
 * compiling is paid once. A command's output, its exit code and the effects of signals are those of
 * a separate process; `process.exit` ends the process. Started by `warm-program.fixture.ts`, with
 * an IPC channel.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { pathToFileURL } from 'node:url';

export interface CommandRequest {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export type CommandReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'out' | 'err'; readonly text: string }
  | { readonly kind: 'ended'; readonly code: number };

const [, , programFile = ''] = process.argv;
const commands = new AsyncLocalStorage<number>();
const exitProcess = process.exit.bind(process);
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let count = 0;
let running: number | undefined;

const report = (message: CommandReport): void => void process.send?.(message);

/**
 * A late `process.exit` of a command that has ended, by which the program ends what modules
 * leave, is ignored.
 */
process.exit = (code) => {
  const caller = commands.getStore();
  if (caller !== undefined && caller !== running) return undefined as never;
  return exitProcess(code);
};

/** What is printed goes to the test. Done for each command, because `tapefold mcp` replaces it. */
function reportOutput(): void {
  for (const [kind, stream] of [
    ['out', process.stdout],
    ['err', process.stderr],
  ] as const) {
    const decoder = new TextDecoder();
    const write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
      const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
      report({ kind, text });
      const done = rest.at(-1);
      if (typeof done === 'function') queueMicrotask(done as () => void);
      return true;
    };
    stream.write = write as typeof stream.write;
  }
}

async function runCommand({ args, env }: CommandRequest): Promise<void> {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, programFile, ...args];
  process.exitCode = undefined;
  running = ++count;
  reportOutput();
  await commands.run(count, () => import(`${pathToFileURL(programFile).href}?run=${count}`));
  const code = Number(process.exitCode ?? 0);
  for (const signal of signals) process.removeAllListeners(signal);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  process.exitCode = undefined;
  running = undefined;
  report({ kind: 'ended', code });
}

process.setMaxListeners(0);
process.on('message', (request: CommandRequest) => void runCommand(request));
process.on('disconnect', () => exitProcess());
report({ kind: 'ready' });
