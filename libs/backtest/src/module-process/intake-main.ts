/**
 * The second thread of a module's process: takes in what the run sends, hands what is released to the user's thread,
 * and sends back what that says.
 */

import { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';
import { channelDescriptor, frame, FrameReader } from '#agents/module/frames';
import { toThread } from '#agents/module/parent-message';
import { unsealer } from '#agents/module/threads/sealed-stream';
import { HandOver, type HandOverMemory } from '#agents/module/threads/hand-over';
import { intakeSide } from '#agents/module/threads/turns';
import { UserThread } from '#agents/module/threads/user-thread';

const end = (): void => void process.kill(process.pid, 'SIGKILL');
const channel = new Socket({ fd: channelDescriptor, readable: true, writable: true });
const reader = new FrameReader(Infinity);
const unseal = unsealer();
const thread = new UserThread(new HandOver(workerData as HandOverMemory, intakeSide));
let work = Promise.resolve();

// The parent is gone.
channel.on('end', end);
channel.on('error', end);
channel.on('data', (chunk: Buffer) => {
  for (const bytes of reader.push(unseal(chunk)) ?? []) work = work.then(() => take(bytes));
});

async function take(bytes: Buffer): Promise<void> {
  if (bytes[0] === toThread) {
    const reply = await thread.give(bytes.subarray(1));
    if (typeof reply === 'string') channel.write(frame(Buffer.from(reply)));
  }
}
