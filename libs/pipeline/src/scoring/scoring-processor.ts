/**
 * Scoring: folds the journals of its partitions, checks their owners, and publishes the figures of
 * finished runs.
 */

import { conflict, isFailure, printable } from '#values';
import { engineSemantics } from '#contracts';
import { isOfTheseSemantics } from '#contracts/streams/runs';
import type { Events, RunSubmitted } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import { outgoing, type MessageBatch, type OutgoingMessage } from '#event-log';
import { allWorkflows, type Workflows } from '#workflows';
import { planOfSubmitted } from '#workflows/workflow/run-plan';
import type { OwnedPartition } from '../messages/partition-processor.js';
import { RunProcessor } from '../messages/run-processor.js';
import type { SolutionsOf } from './registered-solutions.js';
import { ScoredRun, type Letter } from './scored-run.js';

/** Maximum characters of a reason: a line, not a log. */
const reasonMax = 500;

/** A run with other semantics and no figures yet: only tracks whether its journal has ended. */
class EarlierRun {
  readonly isWhole = false;
  readonly letter = undefined;
  hasEnded = false;

  take({ hash }: Events): undefined {
    this.hasEnded ||= hash !== null;
  }
}

type Run = ScoredRun | EarlierRun;
type Partition = OwnedPartition<Run>;

interface ScoringOptions {
  /** Kinds of work that plans may ask for; those of this version by default. */
  readonly workflows?: Workflows;
  /** Ground truth of runs of tasks; none by default. */
  readonly solutionsOf?: SolutionsOf;
}

export class ScoringProcessor extends RunProcessor<Run> {
  readonly inputs: readonly TopicName[] = ['runs', 'portfolio.events', 'scores'];
  readonly output: TopicName = 'scores';
  protected readonly workflows: Workflows;
  private readonly solutionsOf: SolutionsOf;

  constructor({ workflows = allWorkflows, solutionsOf }: ScoringOptions = {}) {
    super();
    this.workflows = workflows;
    this.solutionsOf = solutionsOf ?? (() => Promise.resolve(null));
  }

  protected begin(message: RunSubmitted, { progress }: Partition): Run {
    if (isOfTheseSemantics(message)) return new ScoredRun(message, this.workflows);
    // It holds nothing back, and no successor has to read it again.
    progress.end(message.run);
    return new EarlierRun();
  }

  protected release(): void {}

  protected takeMessages(batch: MessageBatch, partition: Partition): ReadonlySet<Run> {
    const whole = new Set<Run>();
    if (batch.topic === 'scores') {
      for (const { message } of this.messagesOf('scores', batch, partition)) {
        this.end(message.run, partition);
      }
      return whole;
    }
    for (const { message, stored } of this.messagesOf('portfolio.events', batch, partition)) {
      const run = this.hand(message.run, partition, (one) => {
        const reason = one.take(message, stored);
        if (reason !== undefined) this.onBroken?.({ ...stored, reason });
      });
      if (run?.letter !== undefined) whole.add(run);
    }
    return whole;
  }

  protected async advance(run: Run, partition: Partition): Promise<OutgoingMessage[]> {
    if (run.letter === undefined) return [];
    const score = await this.scoreOf(run, run.letter);
    run.letter = undefined;
    if (score === undefined) return [];
    this.end(run.submitted.run, partition);
    return [score];
  }

  /**
   * Messages for a run with a complete journal. Solutions that its workflow refuses, or that are
   * unreadable, count as a broken data set does at ingest: reported once, as a dead letter, and
   * blocking no other run. The submitter chooses data set and workflow, and could otherwise stop
   * scoring for everyone. The run stays open: its journal does not depend on the solutions: once
   * they are repaired, a restart scores it. `Unavailable` ends the service, which is restarted: a
   * disk that does not respond now may respond then.
   */
  private async scoreOf(run: ScoredRun, letter: Letter): Promise<OutgoingMessage | undefined> {
    const { submitted } = run;
    const hasTasks = planOfSubmitted(submitted).terms !== undefined;
    try {
      const score = run.score(hasTasks ? await this.solutionsOf(submitted) : null);
      return score && outgoing('scores', score);
    } catch (error) {
      if (!isFailure(error, 'InvalidInput') && !isFailure(error, 'CorruptJournal')) throw error;
      const reason = printable(`run ${submitted.run} has no score: ${error.message}`, reasonMax);
      this.onBroken?.({ ...letter, reason });
      return undefined;
    }
  }

  /**
   * Only the version that finished a journal can compute its figures: encoded today, it
   * hashes differently.
   */
  protected override checkRuns({ work, isCaughtUp, progress }: Partition): void {
    if (!isCaughtUp || !progress.isRead('runs') || !progress.isRead('portfolio.events')) return;
    for (const [id, run] of work) {
      if (!(run instanceof EarlierRun && run.hasEnded)) continue;
      throw conflict(
        'the cluster has finished runs of another version of the engine without figures',
        {
          where: `run ${id}`,
          expected: `semantics ${engineSemantics}; let the version that finished the run score it`,
          found: 'other semantics',
        },
      );
    }
  }
}
