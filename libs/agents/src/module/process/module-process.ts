/**
 * The parent's hold on one process of a module: ask with a time budget, read its output, end it.
 */

import { spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { serialize } from 'node:v8';
import { answerBytesMax } from '../../seat/answer-text.js';
import { parseChildMessage, type ChildMessage } from '../answers/child-message.js';
import { frame, FrameReader } from './frames.js';
import { childEnvironment } from './node-arguments.js';
import { OutputLines } from './output-lines.js';
import {
  toIntake,
  toThread,
  type IntakeMessage,
  type ParentMessage,
  type ParentRequest,
} from '../facts/parent-message.js';
import { runningProcesses } from './running-processes.js';
import { sealer } from '../threads/sealed-stream.js';

/** Room around an answer of the permitted size. */
const messageBytesMax = answerBytesMax + 1024;

/**
 * A terminal sends Ctrl-C to modules too, and one that is being started dies of it: the run hears
 * of Ctrl-C within this time, and only then does the death count as the module's own.
 */
const interruptionMs = 1_000;

/** What became of a request. */
export type Reply =
  | { readonly kind: 'message'; readonly message: ChildMessage }
  | { readonly kind: 'silent' }
  | { readonly kind: 'ended'; readonly reason: string; readonly started: boolean };

/** That nothing came back. */
export type Lost = Exclude<Reply, { kind: 'message' }>;

/** Each reason that is the end of a process begins so; what a module throws begins otherwise. */
export const processWords = 'the module’s process';

const overMemory = 'used more memory than it may have';

export function lost(what: string): Lost {
  return { kind: 'ended', reason: `${processWords} ${what}`, started: true };
}

export interface ModuleProcess {
  send(message: ParentMessage): void;
  /** The same, to the thread that takes in. */
  sendToIntake(message: IntakeMessage): void;
  /** Hears what the process says of a run that it follows, and of its end. */
  listen(listener: (reply: Reply) => void): void;
  /** One at a time. `silent` when nothing came within the budget; the process still runs then. */
  request(message: ParentRequest, budgetMs: number): Promise<Reply>;
  /** Ends it at once and waits until it is gone; safe to call twice. */
  end(): Promise<void>;
}

/**
 * Starts `node` (this very version of it) with `nodeArguments`, in `folder`; `print` gets what it
 * prints, as lines.
 */
export function startModuleProcess(
  nodeArguments: readonly string[],
  folder: string,
  print: (lines: string) => void,
): ModuleProcess {
  const child = spawn(process.execPath, nodeArguments, {
    cwd: folder,
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const { pid } = child;
  if (pid !== undefined) runningProcesses.add(pid);
  const channel = child.stdio[3] as Duplex;
  const conversation = new Conversation(() => child.kill('SIGKILL'));
  channel.on('data', (chunk: Buffer) => conversation.read(chunk));
  channel.on('error', () => undefined);
  for (const stream of [child.stdout, child.stderr]) {
    const lines = new OutputLines(print);
    stream?.on('data', (chunk: Buffer) => lines.push(chunk));
    stream?.on('end', () => lines.end());
    stream?.on('error', () => undefined);
  }
  const gone = new Promise<void>((resolve) => {
    // From now on the system may give the number to another process.
    child.on('exit', () => pid !== undefined && runningProcesses.remove(pid));
    child.on('close', (code, signal) => {
      const finish = (): void => conversation.end(endReason(code, signal), true);
      if (interruptions.has(signal)) setTimeout(finish, interruptionMs).unref();
      else finish();
      resolve();
    });
    child.on('error', () => {
      conversation.end('the module’s process could not be started', false);
      resolve();
    });
  });
  const seal = sealer();
  const sendTo = (thread: number, message: ParentMessage | IntakeMessage): void => {
    channel.write(seal(frame(Buffer.concat([Uint8Array.of(thread), serialize(message)]))));
  };
  const send = (message: ParentMessage): void => sendTo(toThread, message);
  return {
    send,
    sendToIntake: (message) => sendTo(toIntake, message),
    listen: (listener) => (conversation.listener = listener),
    request: (message, budgetMs) => conversation.ask(message.id, budgetMs, () => send(message)),
    end: () => {
      child.kill('SIGKILL');
      return gone;
    },
  };
}

const interruptions = new Set<string | null>(['SIGINT', 'SIGTERM', 'SIGHUP']);

function endReason(code: number | null, signal: NodeJS.Signals | null): string {
  const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
  return `${processWords} ended ${how}`;
}

const invalidAnswer = 'sent an invalid answer';

/** One question at a time, and what comes back for it. */
class Conversation {
  private readonly reader = new FrameReader(messageBytesMax);
  private waiting: { readonly id: number; readonly settle: (reply: Reply) => void } | undefined;
  private ended: Extract<Reply, { kind: 'ended' }> | undefined;
  listener: ((reply: Reply) => void) | undefined;

  constructor(private readonly kill: () => void) {}

  ask(id: number, budgetMs: number, write: () => void): Promise<Reply> {
    const { ended } = this;
    if (ended !== undefined) return Promise.resolve(ended);
    return new Promise((resolve) => {
      // An answer that reached the pipe while this process was busy was in time.
      const timer = setTimeout(
        () => setImmediate(() => this.settle({ kind: 'silent' }, id)),
        budgetMs,
      );
      const settle = (reply: Reply): void => {
        clearTimeout(timer);
        resolve(reply);
      };
      this.waiting = { id, settle };
      write();
    });
  }

  read(chunk: Buffer): void {
    if (this.ended !== undefined) return;
    const messages = this.reader.push(chunk);
    if (messages === undefined) return this.breakOff('sent a message over the limit of its size');
    for (const bytes of messages) {
      const defect = this.take(parseChildMessage(bytes));
      if (defect !== undefined) return this.breakOff(defect);
    }
  }

  /** Passes on a message, or returns what is wrong with it. */
  private take(message: ReturnType<typeof parseChildMessage>): string | undefined {
    if (message === undefined) return invalidAnswer;
    if (message.kind === 'over-memory') return overMemory;
    if (message.kind === 'answers' || message.kind === 'late') {
      if (this.listener === undefined) return invalidAnswer;
      this.listener({ kind: 'message', message });
      return undefined;
    }
    if (message.id !== this.waiting?.id) return invalidAnswer;
    this.settle({ kind: 'message', message }, message.id);
    return undefined;
  }

  end(reason: string, started: boolean): void {
    const isNew = this.ended === undefined;
    const ended = (this.ended ??= { kind: 'ended', reason, started });
    if (isNew) this.listener?.(ended);
    if (this.waiting !== undefined) this.settle(ended, this.waiting.id);
  }

  private breakOff(what: string): void {
    this.end(`${processWords} ${what}`, true);
    this.kill();
  }

  private settle(reply: Reply, id: number): void {
    const { waiting } = this;
    if (waiting === undefined || waiting.id !== id) return;
    this.waiting = undefined;
    waiting.settle(reply);
  }
}
