/**
 * Sends answers to the run in batches: equal ones in a row as one, and all of them before
 * a slow answer.
 */

import type { HandOver } from '#agents/module/threads/hand-over';

/** Characters that are sent at once at most, beside those of one answer. */
const charsMax = 65_536;

export class SentAnswers {
  private asOf = 0;
  private chars = 0;
  private readonly texts: string[] = [];
  private readonly counts: number[] = [];

  /** `send` settles once the text is with the system. */
  constructor(
    private readonly shared: HandOver,
    private readonly send: (text: string) => Promise<void>,
  ) {}

  /** Adds the text of the answer at `asOf`. */
  add(text: string, asOf: number): void {
    const last = this.texts.length - 1;
    if (last >= 0 && this.texts[last] === text) {
      (this.counts[last] as number)++;
    } else {
      if (this.chars > charsMax) void this.flush();
      this.texts.push(text);
      this.counts.push(1);
      this.chars += text.length;
    }
    this.asOf = asOf;
    if (this.texts.length === 1) this.shared.hasUnsent = true;
  }

  async flush(): Promise<void> {
    const { texts, counts, asOf } = this;
    if (texts.length === 0) return;
    const runs = texts.map((text, at) => `[${counts[at]},${text}]`).join(',');
    const message = `{"id":0,"kind":"answers","asOf":${asOf},"runs":[${runs}]}`;
    this.chars = texts.length = counts.length = 0;
    await this.send(message);
    if (this.texts.length === 0) this.shared.hasUnsent = false;
  }

  /** No answer came in time: the run will end this process. */
  late(): void {
    void this.flush();
    void this.send('{"id":0,"kind":"late"}');
  }

  /** The process is about to end: lets it, once all answers are sent. */
  leave(): void {
    void this.flush().then(() => this.shared.turns.pass());
  }
}
