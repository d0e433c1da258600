/** The events of a stream (`text/event-stream`), each with the blank line that ends it. */

/** Takes text as it arrives and returns the events that are whole. */
export class FrameSplitter {
  private rest = '';
  /** No blank line begins before this offset: an event of many chunks is not searched again with each of them. */
  private searched = 0;

  /** Events that this text completes. */
  push(text: string): string[] {
    this.rest += text;
    const frames: string[] = [];
    let from = 0;
    let end = endOfEvent(this.rest, this.searched);
    while (end !== undefined) {
      frames.push(this.rest.slice(from, end));
      from = end;
      end = endOfEvent(this.rest, from);
    }
    this.rest = this.rest.slice(from);
    this.searched = Math.max(0, this.rest.length - blankLengthMax + 1);
    return frames;
  }

  /** The rest when the stream has ended: an event that was cut off, or the last without its blank line. */
  end(): string[] {
    const { rest } = this;
    this.rest = '';
    this.searched = 0;
    return rest === '' ? [] : [rest];
  }
}

/** Characters of the longest blank line, with the end of the line before it. */
const blankLengthMax = 4;

/** Offset after the next blank line. The end of the text may be half of a line end, so that is waited for. */
function endOfEvent(text: string, from: number): number | undefined {
  const blank = /\n\n|\r\n\r\n|\r\r(?!\n)|\n\r\n/g;
  blank.lastIndex = from;
  const found = blank.exec(text);
  if (found === null) return undefined;
  const end = found.index + found[0].length;
  return found[0] === '\r\r' && end === text.length ? undefined : end;
}

/** The data of an event; undefined for a comment or an event without any. */
export function dataOf(frame: string): string | undefined {
  const lines = frame
    .split(/\r\n|\r|\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).replace(/^ /, ''));
  return lines.length === 0 ? undefined : lines.join('\n');
}
