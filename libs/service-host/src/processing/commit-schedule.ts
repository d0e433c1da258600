/** When offsets are committed: often enough that a restart repeats little, seldom enough to cost nothing. */

import type { GroupMember, Position } from '#event-log';

interface CommitOptions {
  /** 0: whenever something may have changed. */
  readonly everyMs: number;
  readonly positionsOf: (partition: number) => readonly Position[];
  /** Runs when no batch is half done: what a processor says in between is not true yet. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  /** A commit that failed is made up by the next one. */
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

  /** Something may have changed; it is committed with the next ones. */
  note(partition: number): void {
    this.waiting.add(partition);
  }

  /** A batch is done and everything that came of it is durable. */
  async due(partition: number): Promise<void> {
    this.note(partition);
    if (this.options.everyMs === 0) await this.now([partition]);
  }

  /** Commits what has changed since the last time. Never throws. */
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

  /** The partition is somebody else's: what was committed for it is no longer known. */
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
