/** Channels that say how far a source was read: `way@position`. The recording so remembers where to go on. */

/** Ways of one feed: lines of a file, partitions of a topic. Beyond that a feed does not use it as it should. */
const waysMax = 100_000;

/** The way and, where the channel has one, the position on it. */
export function partsOfChannel(channel: string): { way: string; position: string | undefined } {
  const at = channel.indexOf('@');
  if (at < 0) return { way: channel, position: undefined };
  return { way: channel.slice(0, at), position: channel.slice(at + 1) };
}

/** The newest position of each way, of the frames that are stored. */
export class ChannelPositions {
  private readonly newest = new Map<string, string>();

  take(channel: string): void {
    const { way, position } = partsOfChannel(channel);
    if (position === undefined) return;
    if (this.newest.size < waysMax || this.newest.has(way)) this.newest.set(way, position);
  }

  of(way: string): string | undefined {
    return this.newest.get(way);
  }
}
