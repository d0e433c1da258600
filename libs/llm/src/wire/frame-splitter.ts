/** The events of a stream (`text/event-stream`), each with the blank line that ends it. */

/** Takes text as it arrives and returns the events that are whole. */
export class FrameSplitter {
  /** An event of many chunks is put together once, and not searched again with each of them. */
  private parts: string[] = [];
  /** The end of what was searched, in which a blank line may have begun. */
  private tail = '';

  /** Events that this text completes. */
  push(text: string): string[] {
    const recent = this.tail + text;
    const first = endOfEvent(recent, 0);
    this.parts.push(text);
    if (first === undefined) {
      this.tail = recent.slice(1 - blankLengthMax);
      return [];
    }
    const whole = this.parts.join('');
    const frames: string[] = [];
    let from = 0;
    let end: number | undefined = whole.length - recent.length + first;
    while (end !== undefined) {
      frames.push(whole.slice(from, end));
      from = end;
      end = endOfEvent(whole, from);
    }
    const rest = whole.slice(from);
    this.parts = [rest];
    this.tail = rest.slice(1 - blankLengthMax);
    return frames;
  }

  /**
   * The rest when the stream has ended: an event that was cut off, or the last without
   * its blank line.
   */
  end(): string[] {
    const rest = this.parts.join('');
    this.parts = [];
    this.tail = '';
    return rest === '' ? [] : [rest];
  }
}

/** Characters of the longest blank line, with the end of the line before it. */
const blankLengthMax = 4;

/**
 * Offset after the next blank line. The end of the text may be half of a line end, so that
 * is waited for.
 */
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

/** Whether a text is a stream of events, whatever its content type: it begins with a field. */
export const isEventStream = (text: string): boolean =>
  /^\ufeff?\s*(?:data|event|id|retry)?:/.test(text);

/** The events of a whole text, each with the blank line that ends it. */
export function framesOf(text: string): string[] {
  const splitter = new FrameSplitter();
  return [...splitter.push(text), ...splitter.end()];
}
