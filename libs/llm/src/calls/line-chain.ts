/** Chains the lines of a recording: each carries a digest over itself and all lines before it. */

import { sha256Hex } from '#values';

const member = /,"chain":"([0-9a-f]{64})"\}$/;

export class LineChain {
  /** By line, from the first. */
  private readonly digests: string[] = [];
  /** Whether something that is not a line follows, as after a crash. */
  hasRest = false;

  get lines(): number {
    return this.digests.length;
  }

  /** Digest over the first `lines` lines; undefined if there are fewer, or none. */
  digest(lines = this.lines): string | undefined {
    return this.digests[lines - 1];
  }

  /** Takes a JSON object without its link, and returns it with the link. */
  add(line: string): string {
    return `${line.slice(0, -1)},"chain":"${this.push(line)}"}`;
  }

  /** Takes a line as written; false if its link does not match the lines. */
  take(written: string): boolean {
    const { line, link } = unlinked(written);
    return this.push(line) === link;
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
