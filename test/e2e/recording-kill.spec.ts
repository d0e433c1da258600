/**
 * A recorder that is killed: every frame that it called durable is in the file, and another
 * one continues.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { FrameLog } from '#feeds/frames/frame-log';
import { readFrames } from '#feeds/recording/read-recording.fixture';
import { folder } from './command-line.fixture.js';

const built = pathToFileURL(resolve('dist/libs/feeds/src/frames/frame-log.js')).href;
const program = `
import { FrameLog } from ${JSON.stringify(built)};
const log = new FrameLog(process.argv[1]);
for (;;) {
  for (let more = 0; more < 5; more++) {
    const receivedAt = log.lastTime === -Infinity ? 1 : log.lastTime + 1;
    const bytes = Buffer.alloc(40 + (receivedAt % 7) * 100, receivedAt % 251);
    log.append({ kind: 'data', receivedAt, channel: 'live', bytes });
  }
  log.flush();
  await log.sync();
  process.stdout.write(log.frames + '\\n');
}`;

it('loses no frame that was durable, however often it is killed', async () => {
  const recording = folder();
  for (let kill = 0; kill < 5; kill++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, recording]);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.split('\n').length > 20 + kill) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const durable = Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1));
    expect(durable).toBeGreaterThan(0);
    const frames = [...readFrames(recording)];
    expect(frames.length).toBeGreaterThanOrEqual(durable);
    frames.forEach((frame, at) => {
      const bytes = Buffer.alloc(40 + ((at + 1) % 7) * 100, (at + 1) % 251);
      expect(frame).toEqual({ kind: 'data', receivedAt: at + 1, channel: 'live', bytes });
    });
    const log = new FrameLog(recording);
    expect(log.frames).toBe(frames.length);
    log.close();
  }
});
