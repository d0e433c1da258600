/** A column of numbers that grows by doubling. */

export class NumberColumn {
  length = 0;
  private values = new Float64Array(64);

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Float64Array(this.values.length * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length++] = value;
  }

  at(index: number): number {
    return this.values[index] as number;
  }

  set(index: number, value: number): void {
    this.values[index] = value;
  }

  pop(): void {
    this.length--;
  }

  /** A copy of the values. */
  toArray(): Float64Array {
    return this.values.slice(0, this.length);
  }
}
