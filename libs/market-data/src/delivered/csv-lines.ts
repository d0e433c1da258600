/** Writes lines of CSV into a new file, in blocks. */

import { closeSync, openSync, writeSync } from 'node:fs';

const blockChars = 1 << 16;

export class CsvLines {
  private readonly descriptor: number;
  private pending = '';

  /** Throws if there is a file at `path`. */
  constructor(path: string) {
    this.descriptor = openSync(path, 'wx');
  }

  write(fields: readonly string[]): void {
    this.pending += `${fields.map(csvField).join()}\n`;
    if (this.pending.length >= blockChars) this.flush();
  }

  close(): void {
    try {
      this.flush();
    } finally {
      closeSync(this.descriptor);
    }
  }

  private flush(): void {
    const bytes = Buffer.from(this.pending);
    let written = 0;
    while (written < bytes.length) written += writeSync(this.descriptor, bytes, written);
    this.pending = '';
  }
}

const csvField = (text: string): string =>
  /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
