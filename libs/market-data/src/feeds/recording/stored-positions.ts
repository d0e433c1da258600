/** How far a recording has come on each way of its feed, read from the frames when a feed asks. */

import { ChannelPositions, partsOfChannel } from '../channel-position.js';
import type { DataFrame } from '../frame.js';
import { FrameReader, readFrameAt, type FramePlace } from './frame-reader.js';

export class StoredPositions {
  private readonly positions = new ChannelPositions();
  /** Of the newest frame of each way. */
  private readonly places = new Map<string, FramePlace>();
  private reader: FrameReader | undefined;

  constructor(private readonly folder: string) {}

  /** Of the newest frame on the way that is stored; frames are read once, the newer ones at the next question. */
  position(way: string): string | undefined {
    const reader = (this.reader ??= new FrameReader(this.folder));
    for (let frame = reader.next(); frame !== undefined; frame = reader.next()) {
      if (frame.kind === 'data') this.take(frame.channel, reader);
      else if (frame.note.note === 'connected') {
        for (const place of frame.note.places ?? []) this.positions.take(place);
      }
    }
    return this.positions.of(way);
  }

  /** Read again from the disk. */
  newest(way: string): DataFrame | undefined {
    this.position(way);
    const place = this.places.get(way);
    const frame = place === undefined ? undefined : readFrameAt(place);
    return frame?.kind === 'data' ? frame : undefined;
  }

  close(): void {
    this.reader?.close();
    this.reader = undefined;
  }

  private take(channel: string, { path, offset, length: bytes }: FrameReader): void {
    this.positions.take(channel);
    const { way, position } = partsOfChannel(channel);
    if (position !== undefined && this.positions.of(way) === position) {
      this.places.set(way, { path, offset, bytes });
    }
  }
}

/** Data frames of a recording, oldest first, in bounded memory. */
export function* storedFrames(folder: string): Generator<DataFrame> {
  const reader = new FrameReader(folder);
  try {
    for (let frame = reader.next(); frame !== undefined; frame = reader.next()) {
      if (frame.kind === 'data') yield frame;
    }
  } finally {
    reader.close();
  }
}
