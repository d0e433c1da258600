/** Channels that carry a position: `way@position`. The recording uses it to resume. */

/** Limit of ways per feed: lines of a file, partitions of a topic. A feed with more is misused. */
const waysMax = 100_000;

/** The way and, if the channel has one, its position. */
export function partsOfChannel(channel: string): { way: string; position: string | undefined } {
  const at = channel.indexOf('@');
  if (at < 0) return { way: channel, position: undefined };
  return { way: channel.slice(0, at), position: channel.slice(at + 1) };
}

/** The newest position of each way, among the stored frames. */
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
