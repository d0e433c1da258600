/** A status line: rewritten in place on a terminal, and a new line every few seconds elsewhere. */

const terminalMs = 1_000;
const elsewhereMs = 5_000;
const columnsDefault = 120;

interface StatusStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export class StatusLine {
  readonly isTerminal: boolean;
  private timer: NodeJS.Timeout | undefined;
  private show: () => void = () => undefined;

  constructor(private readonly stream: StatusStream) {
    this.isTerminal = stream.isTTY === true && process.env['TERM'] !== 'dumb';
  }

  /** Shows what `line` returns, at once and then repeatedly. */
  start(line: () => string): void {
    const { stream, isTerminal } = this;
    this.show = () => {
      // A terminal that does not know its width reports 0.
      const width = (stream.columns || columnsDefault) - 1;
      stream.write(isTerminal ? `\r\u001b[K${line().slice(0, width)}` : `${line()}\n`);
    };
    this.show();
    this.timer = setInterval(this.show, isTerminal ? terminalMs : elsewhereMs);
  }

  /** Prints a line that stays. */
  tell(text: string): void {
    this.stream.write(this.isTerminal ? `\r\u001b[K${text}\n` : `${text}\n`);
  }

  /** Shows the final status, if it was started. */
  end(): void {
    if (this.timer === undefined) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.show();
    if (this.isTerminal) this.stream.write('\n');
  }
}
