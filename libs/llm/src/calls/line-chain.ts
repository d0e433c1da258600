/** Lines of a recording chained in themselves: each carries a digest over itself and all lines before it. */

import { sha256Hex } from '#values';

const member = /,"chain":"([0-9a-f]{64})"\}$/;

export class LineChain {
  /** By line, from the first. */
  private readonly digests: string[] = [];
  /** Lines of earlier versions may stand before the first that is chained. */
  isChained = false;
  /** Whether something follows that is no line, as a crash leaves it. */
  hasRest = false;

  get lines(): number {
    return this.digests.length;
  }

  /** Digest over the first `lines` lines; undefined where there are fewer, or none. */
  digest(lines = this.lines): string | undefined {
    return this.digests[lines - 1];
  }

  /** Takes a JSON object without its link, and gives it with it. */
  add(line: string): string {
    this.isChained = true;
    return `${line.slice(0, -1)},"chain":"${this.push(line)}"}`;
  }

  /** Takes a line as it was written; false where its link is not that of the lines. */
  take(written: string): boolean {
    const { line, link } = unlinked(written);
    const digest = this.push(line);
    const isSound = link === undefined ? !this.isChained : link === digest;
    this.isChained ||= link !== undefined;
    return isSound;
  }

  private push(line: string): string {
    const digest = sha256Hex(`${this.digest() ?? ''}\n${line}`);
    this.digests.push(digest);
    return digest;
  }
}

/** A written line without its link. */
export function unlinked(written: string): {
  readonly line: string;
  readonly link: string | undefined;
} {
  const link = member.exec(written)?.[1];
  return { line: link === undefined ? written : written.replace(member, '}'), link };
}

/** Lines with their links. */
export function* chained(lines: Iterable<string>): Generator<string> {
  const chain = new LineChain();
  for (const line of lines) yield chain.add(line);
}
