/** Shows the live line: rewritten in place on a terminal, and a line now and then elsewhere. */

const terminalMs = 1_000;
const plainMs = 60_000;

export class LiveScreen {
  private timer: NodeJS.Timeout | undefined;
  private readonly isTerminal = process.stderr.isTTY;

  /** Shows what `line` gives, at once and then again and again. */
  start(line: () => string): void {
    const show = (): void => {
      if (!this.isTerminal) process.stderr.write(`${line()}\n`);
      else
        process.stderr.write(`\r\u001b[K${line().slice(0, (process.stderr.columns ?? 120) - 1)}`);
    };
    show();
    this.timer = setInterval(show, this.isTerminal ? terminalMs : plainMs);
  }

  /** A line that stays. */
  tell(text: string): void {
    process.stderr.write(this.isTerminal ? `\r\u001b[K${text}\n` : `${text}\n`);
  }

  end(): void {
    if (this.timer === undefined) return;
    clearInterval(this.timer);
    this.timer = undefined;
    if (this.isTerminal) process.stderr.write('\n');
  }
}
