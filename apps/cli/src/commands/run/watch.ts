/**
 * `tapefold run --watch`: the same run again, from the start, whenever one of its files is saved.
 */

import { spawn, type ChildProcess } from 'node:child_process';
import { statSync, watch, type FSWatcher } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { loadScenario } from '#backtest';
import { editedFiles } from '#backtest/run-folder/agent-files';
import { agentOfText } from '#contracts/agents/short-agent';
import { exitCodes } from '../../program/exit-code.js';
import type { Options } from '../../program/option-value.js';
import { counted, notify } from '../../program/print.js';
import { stopOnSignal } from '../../program/stop-signal.js';

/** A save that writes in several steps is one change. */
const settleMs = 100;

/**
 * Runs in a process of its own each time, because a process loads a trusted module only once.
 * The first run replaces no result: where it is refused for one, the command ends. Returns
 * the exit code.
 */
export async function watchCommand(
  scenario: string | undefined,
  options: Options,
): Promise<number> {
  using stop = stopOnSignal();
  using changes = new Changes(() => filesOf(scenario, options), stop.signal);
  for (let isFirst = true; ; isFirst = false) {
    const count = changes.remember();
    const { child, ended } = startRun(isFirst);
    const code = await Promise.race([ended, changes.next()]);
    if (code === undefined) child.kill('SIGTERM');
    await ended;
    if (stop.signal.aborted) return exitCodes.interrupted;
    if (isFirst && code === exitCodes.conflict) return code;
    if (code !== undefined) {
      notify(`watching ${counted(count, 'file')}; Ctrl-C ends it`);
      await changes.next();
      if (stop.signal.aborted) return exitCodes.interrupted;
    }
    notify(`${changes.saved} has changed: running again`);
  }
}

/** The files that people edit: the scenario or the prices, and what its agents are made of. */
function filesOf(path: string | undefined, options: Options): string[] {
  const { prices = [], agent = [] } = options as { prices?: string[]; agent?: string[] };
  if (path === undefined) {
    return [
      ...prices.map((file) => resolve(file)),
      ...editedFiles({ agents: agent.map(agentOfText) }, '.'),
    ];
  }
  const { scenario, directory } = loadScenario(path);
  return [resolve(path), ...editedFiles(scenario, directory)];
}

interface StartedRun {
  readonly child: ChildProcess;
  /** Its exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** The command of this process without `--watch`, in a process that ends when this one does. */
function startRun(isFirst: boolean): StartedRun {
  const words = process.argv.slice(2).filter((word) => word !== '--watch');
  if (!isFirst && !words.includes('--fresh')) words.push('--fresh');
  const program = [...process.execArgv, process.argv[1] as string];
  const child = spawn(process.execPath, [...program, ...words], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, TAPEFOLD_LAUNCHER: String(process.pid) },
  });
  const ended = new Promise<number | null>((settle, reject) => {
    child.once('error', reject);
    child.once('close', settle);
  });
  return { child, ended };
}

/**
 * Tells when a file differs from what it was. Editors put another file in its place, so
 * folders are watched.
 */
class Changes implements Disposable {
  /** The file that has changed, by its path from here. */
  saved = '';
  private stamps = new Map<string, string>();
  private watchers: FSWatcher[] = [];
  private timer: NodeJS.Timeout | undefined;
  private wake = (): void => undefined;

  constructor(
    /** Throws where the scenario has errors. */
    private readonly files: () => readonly string[],
    stop: AbortSignal,
  ) {
    stop.addEventListener('abort', () => this.wake());
  }

  /**
   * Takes the files as they are now, those of before if the scenario has an error.
   * Returns their number.
   */
  remember(): number {
    this[Symbol.dispose]();
    const files = this.filesNow();
    this.stamps = new Map(files.map((file) => [file, stampOf(file)]));
    const check = (): void => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.check(), settleMs);
    };
    const folders = new Set(files.map((file) => dirname(file)));
    this.watchers = [...folders].map((folder) => watch(folder, check));
    return this.stamps.size;
  }

  /** Resolves once a file has changed since it was remembered, and on a stop. */
  next(): Promise<undefined> {
    const { promise, resolve: settle } = Promise.withResolvers<undefined>();
    this.wake = () => settle(undefined);
    this.check();
    return promise;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.timer);
    for (const watcher of this.watchers.splice(0)) watcher.close();
  }

  private check(): void {
    const changed = [...this.stamps].find(([file, stamp]) => stampOf(file) !== stamp);
    if (changed === undefined) return;
    this.saved = relative('.', changed[0]);
    this.wake();
  }

  private filesNow(): readonly string[] {
    try {
      return this.files();
    } catch (error) {
      if (this.stamps.size === 0) throw error;
      return [...this.stamps.keys()];
    }
  }
}

/** A file that is missing has a stamp as well. */
function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
}
