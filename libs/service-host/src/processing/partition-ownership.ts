/**
 * Which partitions this worker owns, and whether an assignment is still the one under
 * which work began.
 */

/**
 * One assignment of a partition; once revoked it is lost for good, even if the same
 * number comes back.
 */
export class Tenure {
  isHeld = true;

  constructor(readonly partition: number) {}
}

export class PartitionOwnership {
  private readonly tenures = new Map<number, Tenure>();

  begin(partition: number): void {
    this.end(partition);
    this.tenures.set(partition, new Tenure(partition));
  }

  /** From here on, pending work for the partition may publish nothing more. */
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
