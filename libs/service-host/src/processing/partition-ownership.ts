/** Which partitions are ours, and whether one still is the one that it was when work on it began. */

/** A partition as it was assigned once; lost for good when it goes, even if the same number comes back. */
export interface Tenure {
  readonly partition: number;
  readonly isHeld: boolean;
}

interface OpenTenure {
  readonly partition: number;
  isHeld: boolean;
}

export class PartitionOwnership {
  private readonly tenures = new Map<number, OpenTenure>();

  begin(partition: number): void {
    this.end(partition);
    this.tenures.set(partition, { partition, isHeld: true });
  }

  /** From here on, work that is under way for it may publish nothing more. */
  end(partition: number): void {
    const tenure = this.tenures.get(partition);
    if (tenure !== undefined) tenure.isHeld = false;
    this.tenures.delete(partition);
  }

  of(partition: number): Tenure | undefined {
    return this.tenures.get(partition);
  }

  get partitions(): readonly number[] {
    return [...this.tenures.keys()].sort((a, b) => a - b);
  }
}
