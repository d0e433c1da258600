/** How far a recording has come on each way of its feed, read from the frames when a feed asks. */

import { ChannelPositions } from '../channel-position.js';
import { FrameReader } from './frame-reader.js';

export class StoredPositions {
  private readonly positions = new ChannelPositions();
  private reader: FrameReader | undefined;

  constructor(private readonly folder: string) {}

  /** Of the newest frame on the way that is stored; frames are read once, the newer ones at the next question. */
  position(way: string): string | undefined {
    const reader = (this.reader ??= new FrameReader(this.folder));
    for (let frame = reader.next(); frame !== undefined; frame = reader.next()) {
      if (frame.kind === 'data') this.positions.take(frame.channel);
    }
    return this.positions.of(way);
  }

  close(): void {
    this.reader?.close();
    this.reader = undefined;
  }
}
