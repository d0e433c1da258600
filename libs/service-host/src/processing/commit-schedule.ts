/**
 * When offsets are committed: often enough that a restart repeats little, rarely enough
 * to cost nothing.
 */

import type { GroupMember, Position } from '#event-log';

interface CommitOptions {
  /** 0: after every possible change. */
  readonly everyMs: number;
  readonly positionsOf: (partition: number) => readonly Position[];
  /** Runs work between batches: in the middle of one, a processor's offsets are not valid yet. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Called when a commit failed; the next commit makes up for it. */
  readonly onRefused: (error: unknown) => void;
}

export class CommitSchedule {
  private member: Pick<GroupMember, 'commit'> | undefined;
  private readonly waiting = new Set<number>();
  private readonly committed = new Map<string, number>();
  private readonly timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: CommitOptions) {
    const { everyMs, inTurn } = options;
    if (everyMs === 0) return;
    this.timer = setInterval(() => {
      if (this.waiting.size > 0) void inTurn(() => this.now([...this.waiting]));
    }, everyMs);
    this.timer.unref();
  }

  attach(member: Pick<GroupMember, 'commit'>): void {
    this.member = member;
  }

  /** Marks a partition as possibly changed; it is included in the next commit. */
  note(partition: number): void {
    this.waiting.add(partition);
  }

  /** Called when a batch is done and its output is durable. */
  async due(partition: number): Promise<void> {
    this.note(partition);
    if (this.options.everyMs === 0) await this.now([partition]);
  }

  /** Commits what has changed since the last commit. Never throws. */
  async now(partitions: readonly number[]): Promise<void> {
    const { member } = this;
    if (member === undefined) return;
    for (const partition of partitions) this.waiting.delete(partition);
    const positions = partitions
      .flatMap((partition) => this.options.positionsOf(partition))
      .filter((position) => this.committed.get(nameOf(position)) !== position.offset);
    if (positions.length === 0) return;
    try {
      await member.commit(positions);
      for (const position of positions) this.committed.set(nameOf(position), position.offset);
    } catch (error) {
      for (const { partition } of positions) this.waiting.add(partition);
      this.options.onRefused(error);
    }
  }

  /** Forgets a partition that has moved to another worker, and what was committed for it. */
  forget(partition: number): void {
    this.waiting.delete(partition);
    for (const name of this.committed.keys()) {
      if (name.endsWith(`/${partition}`)) this.committed.delete(name);
    }
  }

  close(): void {
    clearInterval(this.timer);
  }
}

function nameOf({ topic, partition }: Position): string {
  return `${topic}/${partition}`;
}
