/**
 * Positions that a feed can go on from: those of the newest frames, and of connections that
 * name their places.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FrameLog } from './frame-log.js';
import { storedFrames, StoredPositions } from './stored-positions.js';

const folder = mkdtempSync(join(tmpdir(), 'tapefold-positions-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('are those of the newest frames of each channel', () => {
  const log = new FrameLog(folder);
  let receivedAt = 1_000_000;
  const data = (channel: string): void =>
    void log.append({ kind: 'data', receivedAt: receivedAt++, channel, bytes: Buffer.from('{}') });
  const note = (places?: string[]): void =>
    void log.append({
      kind: 'note',
      receivedAt: receivedAt++,
      note: { note: 'connected', to: 'venue', ...(places && { places }) },
    });
  const positions = new StoredPositions(folder);
  expect(positions.position('a')).toBeUndefined();
  data('a@1');
  data('b@7');
  data('plain');
  log.flush();
  expect(['a', 'b', 'plain', 'c'].map((way) => positions.position(way))).toEqual([
    '1',
    '7',
    undefined,
    undefined,
  ]);
  // Read on from where it was.
  data('a@2');
  note();
  note(['b@9', 'c@3']);
  log.append({
    kind: 'note',
    receivedAt: receivedAt++,
    note: { note: 'disconnected', reason: 'a@5' },
  });
  log.flush();
  expect(['a', 'b', 'c'].map((way) => positions.position(way))).toEqual(['2', '9', '3']);
  positions.close();
  positions.close();
  // From the beginning again.
  expect(positions.position('a')).toBe('2');
  positions.close();
  log.close();
  expect([...storedFrames(folder)].map(({ channel }) => channel)).toEqual([
    'a@1',
    'b@7',
    'plain',
    'a@2',
  ]);
});
