/** An append-only file of lines. A line is durable when the promise of its append resolves. */

import { createReadStream, existsSync } from 'node:fs';
import { appendFile, mkdir, open, stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { corruptJournal, excerpt, isFailure, unavailable } from '#values';
import { LineChain, unlinked } from '../calls/line-chain.js';

/** Where in its file a line is stored, in bytes, without its line break. */
export interface LineSpan {
  readonly offset: number;
  readonly length: number;
}

/** Gets each line; false if this program did not write it. */
type TakeLine = (line: string, span: LineSpan, number: number) => boolean;

/** Longer lines are not read into memory. */
const lineBytesMax = 256 * 1024 * 1024;
const lineBreak = 10;

export class LineFile {
  readonly chain = new LineChain();
  private readonly pending: Buffer[] = [];
  private written: Promise<void> = Promise.resolve();
  /** The end of the file once all pending lines are written. */
  private size = 0;
  private failure: unknown;

  constructor(readonly path: string) {}

  /**
   * Reads the file from its start, if it exists. What a crash left unfinished at its end is skipped, and moved
   * to `<path>.torn` if `repair` is set. `CorruptJournal` for a line that `take` refuses before others that it
   * takes, or whose link is wrong; `Unavailable` if the file cannot be read.
   */
  load(take: TakeLine, { repair }: { readonly repair: boolean }): Promise<void> {
    return this.reach(async () => {
      if (!existsSync(this.path)) return;
      this.size = await this.read(take);
      const { size } = await stat(this.path);
      this.chain.hasRest = !repair && size > this.size;
      if (repair && size > this.size) await this.setAside(size);
    });
  }

  /** Resolves when the line and all before it are on the disk. After a failure nothing more is written. */
  async append(line: string): Promise<LineSpan> {
    const bytes = Buffer.from(`${this.chain.add(line)}\n`);
    const span = { offset: this.size, length: bytes.length - 1 };
    this.size += bytes.length;
    this.pending.push(bytes);
    await this.flushed();
    return span;
  }

  /** Resolves when all appended lines are on the disk. */
  flushed(): Promise<void> {
    // Callers that await it get its failure.
    const before = this.written.catch(() => undefined);
    return (this.written = before.then(() => this.flush()));
  }

  /** The line at `span`. */
  line({ offset, length }: LineSpan): Promise<string> {
    return this.reach(async () => {
      const file = await open(this.path, 'r');
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
        if (bytesRead === length) return unlinked(buffer.toString('utf8')).line;
      } finally {
        await file.close();
      }
      throw corruptJournal('the file became shorter while it was open', { where: this.path });
    });
  }

  /** One write and one sync for all lines that have gathered: many runs write at once. */
  private flush(): Promise<void> {
    return this.reach(async () => {
      if (this.failure !== undefined) throw this.failure;
      const lines = this.pending.splice(0);
      if (lines.length === 0) return;
      try {
        await this.write(Buffer.concat(lines));
      } catch (error) {
        throw (this.failure = error);
      }
    });
  }

  private async write(bytes: Buffer): Promise<void> {
    const isNew = !existsSync(this.path);
    if (isNew) await mkdir(dirname(this.path), { recursive: true });
    const file = await open(this.path, 'a');
    try {
      await file.appendFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    if (isNew) await syncFolder(dirname(this.path));
  }

  /** The first byte after the last accepted line. */
  private async read(take: TakeLine): Promise<number> {
    let end = 0;
    let broken: { readonly line: string; readonly number: number } | undefined;
    let number = 0;
    for await (const { line, span } of linesOf(this.path)) {
      number += 1;
      if (!take(unlinked(line).line, span, number)) {
        broken ??= { line, number };
        continue;
      }
      if (broken !== undefined) throw brokenLine(this.path, broken);
      if (!this.chain.take(line)) throw alteredLine(this.path, number);
      end = span.offset + span.length + 1;
    }
    return end;
  }

  private async setAside(size: number): Promise<void> {
    const file = await open(this.path, 'r');
    const rest = Buffer.alloc(size - this.size);
    await file.read(rest, 0, rest.length, this.size).finally(() => file.close());
    await appendFile(`${this.path}.torn`, rest);
    await truncate(this.path, this.size);
  }

  private async reach<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (cause) {
      if (isFailure(cause)) throw cause;
      throw unavailable('the recording cannot be read or written', { where: this.path, cause });
    }
  }
}

const alteredLine = (path: string, number: number): Error =>
  corruptJournal(
    'the recording was altered: the link of a line does not match the lines up to it',
    {
      where: `${path} line ${number}`,
    },
  );

const brokenLine = (
  path: string,
  { line, number }: { readonly line: string; readonly number: number },
): Error =>
  corruptJournal('the recording has a line that nobody wrote', {
    where: `${path} line ${number}`,
    expected: 'a line as JSON that follows from those before it',
    found: excerpt(line),
  });

/** The whole lines of a file, one at a time; bytes after the last line break are not a line. */
async function* linesOf(path: string): AsyncGenerator<{ line: string; span: LineSpan }> {
  let offset = 0;
  let begun: Buffer[] = [];
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    let rest = chunk as Buffer;
    for (let end = rest.indexOf(lineBreak); end >= 0; end = rest.indexOf(lineBreak)) {
      const bytes = Buffer.concat([...begun, rest.subarray(0, end)]);
      begun = [];
      yield { line: bytes.toString('utf8'), span: { offset, length: bytes.length } };
      offset += bytes.length + 1;
      rest = rest.subarray(end + 1);
    }
    begun.push(rest);
    if (begun.reduce((sum, { length }) => sum + length, 0) > lineBytesMax) {
      const expected = `at most ${lineBytesMax} bytes`;
      throw corruptJournal('a line of the recording is too long', { where: path, expected });
    }
  }
}

/** A new file survives a crash only once its folder is on the disk, too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
