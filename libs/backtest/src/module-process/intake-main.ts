/**
 * The second thread of a module's process: takes in what the run sends, hands what is released to
 * the user's thread, and sends back what that says.
 */

import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { inspect } from 'node:util';
import { deserialize } from 'node:v8';
import { workerData } from 'node:worker_threads';
import { channelDescriptor, frame, FrameReader } from '#agents/module/process/frames';
import { toThread, type IntakeMessage } from '#agents/module/facts/parent-message';
import { unsealer } from '#agents/module/threads/sealed-stream';
import { HandOver, type HandOverMemory } from '#agents/module/threads/hand-over';
import { intakeSide } from '#agents/module/threads/turns';
import { UserThread } from '#agents/module/threads/user-thread';
import type { FollowedRun } from './followed-run.js';
import { SentAnswers } from './sent-answers.js';

/**
 * Limits the whole process, beside what it was given: 512 MiB of the module's heap, and as much
 * outside of it.
 */
const bytesMax = 2 ** 30;
/** What is given is held by both threads, and on its way between them. */
const copies = 3;
const watchMs = 50;

const end = (): void => void process.kill(process.pid, 'SIGKILL');
const channel = new Socket({ fd: channelDescriptor, readable: true, writable: true });
const reader = new FrameReader(Infinity);
const unseal = unsealer();
const shared = new HandOver(workerData as HandOverMemory, intakeSide);
const thread = new UserThread(shared);
const sent = new SentAnswers(shared, send);
let followed: FollowedRun | undefined;
let work = Promise.resolve();

let receivedBytes = 0;

thread.onSlow = () => void sent.flush();
thread.watch = watch;
setInterval(watch, watchMs);
// The parent is gone.
channel.on('end', end);
channel.on('error', end);
channel.on('data', (chunk: Buffer) => {
  for (const bytes of reader.push(unseal(chunk)) ?? [])
    work = work.then(() => take(bytes)).catch(fail);
});

/** A fault in this thread is not the module's: log it where the run can read it. */
function fail(error: unknown): void {
  writeSync(2, `${inspect(error)}\n`);
  end();
}

async function take(bytes: Buffer): Promise<void> {
  const body = bytes.subarray(1);
  receivedBytes += body.length;
  if (bytes[0] !== toThread) return follow(deserialize(body) as IntakeMessage);
  const reply = await thread.give(body);
  if (typeof reply === 'string') await send(reply);
}

/** Ends a process that holds too much memory: Node itself limits the heap alone. */
function watch(): void {
  if (process.memoryUsage.rss() < bytesMax + copies * receivedBytes) return;
  void sent.flush();
  void send('{"id":0,"kind":"over-memory"}').then(end);
}

/** Loaded on demand: it brings in most of a run's code. */
async function follow(message: IntakeMessage): Promise<void> {
  if (message.kind === 'ahead') return followed?.take(message);
  const { FollowedRun: Followed } = await import('./followed-run.js');
  followed = new Followed(message, thread, sent);
}

function send(text: string): Promise<void> {
  return new Promise((resolve) => channel.write(frame(Buffer.from(text)), () => resolve()));
}
