/** Output of a process, as whole lines that a terminal can show: foreign text. */

import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';

/** A longer line is cut if it has not ended yet. */
export const lineCharsMax = 16_384;

/**
 * Controls but for tab and new line, separators of lines, and marks that turn the
 * direction of a text.
 */
const unprintable =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Cuts one output of a process into lines. */
export class OutputLines {
  private readonly decoder = new StringDecoder('utf8');
  /** A line that has not ended yet. */
  private begun = '';

  /** `print` gets one line or several, each with its end, without control characters. */
  constructor(private readonly print: (lines: string) => void) {}

  push(chunk: Buffer): void {
    const text = this.begun + this.decoder.write(chunk);
    const end = text.lastIndexOf('\n') + 1;
    this.begun = text.slice(end);
    if (end > 0) this.print(printableLines(text.slice(0, end)));
    if (this.begun.length > lineCharsMax) this.end();
  }

  /** Prints a last line that has no end. */
  end(): void {
    if (this.begun !== '') this.print(`${printableLines(this.begun)}\n`);
    this.begun = '';
  }
}

function printableLines(text: string): string {
  return stripVTControlCharacters(text).replace(unprintable, '');
}

/** The line that names an error, or else the last one; undefined when nothing was printed. */
export function informativeLine(printed: string): string | undefined {
  const lines = printed.split('\n');
  const isTelling = (line: string): boolean => /^\w*Error\b/.test(line);
  return lines.findLast(isTelling) ?? lines.findLast((line) => line.trim() !== '');
}
