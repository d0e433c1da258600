/**
 * Output of a run's module, in a file of bounded size beside the journal: for people, and
 * part of no hash.
 */

import { closeSync, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { isFailure, unavailable } from '#values';
import { writeWhole } from './run-folder.js';

/** Bytes of the file; beyond, its older half is dropped. */
export const logBytesMax = 1024 * 1024;

const keptBytes = logBytesMax / 2;
const droppedLine = /^\((\d+) bytes before this line were dropped\)\n/;

export class RunLog {
  /** Open from the first line on. */
  private file: number | undefined;
  private bytes = 0;
  private failure: unknown;

  constructor(private readonly path: string) {}

  /**
   * Appends whole lines. `requireWritten` reports a file that could not be written: no answer
   * depends on it.
   */
  print(lines: string): void {
    if (this.failure !== undefined) return;
    try {
      this.file ??= this.open();
      this.append(this.file, lines);
      if (this.bytes > logBytesMax) this.dropOlder();
    } catch (error) {
      this.failure = error;
    }
  }

  /** Safe to call twice. */
  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  /** `Unavailable` if a line could not be written. */
  requireWritten(): void {
    if (this.failure === undefined) return;
    if (isFailure(this.failure)) throw this.failure;
    throw unavailable('what the module prints cannot be written', {
      where: this.path,
      cause: this.failure,
    });
  }

  private open(): number {
    const file = openSync(this.path, 'a');
    this.bytes = fstatSync(file).size;
    if (this.bytes > 0) this.append(file, '(the run resumes here)\n');
    return file;
  }

  private append(file: number, lines: string): void {
    writeFileSync(file, lines);
    this.bytes += Buffer.byteLength(lines);
  }

  private dropOlder(): void {
    this.close();
    const whole = readFileSync(this.path);
    const head = droppedLine.exec(whole.toString('latin1', 0, 80));
    const from = whole.indexOf('\n', whole.length - keptBytes) + 1;
    const dropped = from - (head?.[0].length ?? 0) + Number(head?.[1] ?? 0);
    const line = `(${dropped} bytes before this line were dropped)\n`;
    writeWhole(this.path, Buffer.concat([Buffer.from(line), whole.subarray(from)]));
    this.file = openSync(this.path, 'a');
    this.bytes = fstatSync(this.file).size;
  }
}
