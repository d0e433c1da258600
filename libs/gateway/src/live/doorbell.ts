/** Waits for news, for a time: news that came while nobody waited is not missed. */

export class Doorbell {
  private isRung = false;
  private answer: (() => void) | undefined;

  ring(): void {
    this.isRung = true;
    this.answer?.();
  }

  /** Settles when it rang since the last wait, or after `ms`. */
  wait(ms: number): Promise<void> {
    return new Promise((settle) => {
      const timer = setTimeout(() => this.answer?.(), this.isRung ? 0 : ms);
      this.answer = () => {
        clearTimeout(timer);
        this.answer = undefined;
        this.isRung = false;
        settle();
      };
    });
  }
}
