/** What a feed asks of the frames that its recording holds: how far it has come on each way, and the frames again. */

import { ChannelPositions } from '../port/channel-position.js';
import type { DataFrame } from '../port/feed.js';
import { FrameReader, framesOf } from './frame-reader.js';

export class StoredPositions {
  private readonly positions = new ChannelPositions();
  private reader: FrameReader | undefined;

  constructor(private readonly folder: string) {}

  /** Of the newest frame on the way that is stored; frames are read once, the newer ones at the next question. */
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
