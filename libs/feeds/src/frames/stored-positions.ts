/**
 * A recording's frames as its feed needs them: the position reached on each channel, and the
 * frames themselves.
 */

import { ChannelPositions } from '../port/channel-position.js';
import type { DataFrame } from '../port/feed.js';
import { FrameReader, framesOf } from './frame-reader.js';

export class StoredPositions {
  private readonly positions = new ChannelPositions();
  private reader: FrameReader | undefined;

  constructor(private readonly folder: string) {}

  /**
   * Position of the newest stored frame of a channel; each frame is read once, newer ones at
   * the next call.
   */
  position(way: string): string | undefined {
    const reader = (this.reader ??= new FrameReader(this.folder));
    for (let frame = reader.next(); frame !== undefined; frame = reader.next()) {
      if (frame.kind === 'data') this.positions.take(frame.channel);
      else if (frame.note.note === 'connected') {
        for (const place of frame.note.places ?? []) this.positions.take(place);
      }
    }
    return this.positions.of(way);
  }

  close(): void {
    this.reader?.close();
    this.reader = undefined;
  }
}

/** Data frames of a recording, oldest first, in bounded memory. */
export function* storedFrames(folder: string): Generator<DataFrame> {
  for (const frame of framesOf(new FrameReader(folder))) if (frame.kind === 'data') yield frame;
}
