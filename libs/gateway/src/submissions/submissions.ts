/**
 * Accepts scenarios one at a time, publishes each once, and returns the same answer for
 * every repetition.
 */

import PQueue from 'p-queue';
import { firstValueFrom, filter, merge, timer } from 'rxjs';
import { unavailable, canonicalHash } from '#values';
import type { Scenario } from '#contracts/scenario/scenario';
import type { TapeRequested } from '#contracts/streams/market';
import type { z } from 'zod';
import type { GatewayParts } from '../providers/gateway-parts.js';
import type { submittedSchema } from '../resources/run-resources.js';
import { outgoingWithinLimit, planSubmission, type SubmissionPlan } from './plan-submission.js';

type Submitted = z.output<typeof submittedSchema>;

/**
 * Maximum milliseconds that an answer waits until its messages are readable; they are
 * durable before that.
 */
const visibleMs = 3_000;
const rememberedMax = 1_000;

export class Submissions {
  private readonly turns = new PQueue({ concurrency: 1 });
  /** Recently published by this process, as long as it may not be in the tables. */
  private readonly published = new Set<string>();

  constructor(private readonly parts: GatewayParts) {}

  /**
   * Plans and publishes. `InvalidInput` for what is wrong with the scenario; `Unavailable` when too
   * many wait, or the topics are unavailable: it can then be submitted again, whatever part of it
   * was published.
   */
  async submit(scenario: Scenario, speed: TapeRequested['speed']): Promise<Submitted> {
    const { submissionsWaiting } = this.parts.limits;
    if (this.turns.size + this.turns.pending >= submissionsWaiting) {
      const expected = `at most ${submissionsWaiting} that wait`;
      throw unavailable('too many submissions at once', { where: 'submissions', expected });
    }
    // Planning reads whole data sets: one at a time, so that other requests are answered meanwhile.
    return this.turns.add(() => this.take(scenario, speed));
  }

  private async take(scenario: Scenario, speed: TapeRequested['speed']): Promise<Submitted> {
    const { datasets, feeds, register, limits, models, logger, workflows } = this.parts;
    const onUnopened = (err: Error, dataset: string): void =>
      logger.error({ err, dataset }, 'a registered data set cannot be opened');
    const rules = {
      datasets,
      feeds,
      register,
      runsMax: limits.runs,
      speed,
      workflows,
      onUnopened,
    };
    const planned = await planSubmission(scenario, rules);
    const plan = await openAttempt(planned, async (id) => {
      const tape = await models.tape(id);
      if (tape === undefined) return false;
      // An ended recording is a data set: a new submission for the feed wants its data from now on.
      return tape.failure !== null || (planned.tape.live === true && tape.isClosed);
    });
    const { submission, tape, runs } = plan.submission;
    const isKnown =
      this.published.has(submission) || (await models.submission(submission)) !== undefined;
    if (!isKnown) {
      await this.publish(plan);
      this.remember(submission);
    }
    return { submission, tape, runs, created: !isKnown };
  }

  private remember(submission: string): void {
    this.published.add(submission);
    const [oldest] = this.published;
    if (this.published.size > rememberedMax && oldest !== undefined) this.published.delete(oldest);
  }

  /**
   * The submission is published last: once it is readable, everything that belongs to
   * it is durable.
   */
  private async publish({ submission, tape, runs }: SubmissionPlan): Promise<void> {
    const { log } = this.parts;
    const last = outgoingWithinLimit('runs', submission);
    await log.append([
      outgoingWithinLimit('tapes', tape),
      ...runs.map((run) => outgoingWithinLimit('runs', run)),
    ]);
    const isVisible = this.visible(submission.submission);
    await log.append([last]);
    await isVisible;
  }

  /** So that a client with the answer usually finds what it names. */
  private async visible(submission: string): Promise<void> {
    const { changes } = this.parts.updates;
    const seen = changes.pipe(filter((keys) => keys.has(submission)));
    await firstValueFrom(merge(seen, timer(visibleMs)));
  }
}

/**
 * The plan, or the first attempt at it whose tape is not over: neither failed nor ended. What is
 * over is final, with the output of its runs; but a submitter may have repaired the cause of the
 * failure, which leaves all hashes unchanged if the file was restored as planned. A second attempt
 * is the tape `….2`, with runs and a submission of its own.
 */
async function openAttempt(
  plan: SubmissionPlan,
  isOver: (tape: string) => Promise<boolean>,
): Promise<SubmissionPlan> {
  let attempt = plan;
  for (let number = 2; await isOver(attempt.tape.tape); number++) {
    attempt = attemptOf(plan, number);
  }
  return attempt;
}

function attemptOf({ submission, tape, runs }: SubmissionPlan, attempt: number): SubmissionPlan {
  const tapeId = `${tape.tape}.${attempt}`;
  const idOf = (id: string): string => canonicalHash({ id, attempt });
  const place = { submission: idOf(submission.submission), tape: tapeId };
  return {
    tape: { ...tape, tape: tapeId, header: { ...tape.header, id: tapeId } },
    runs: runs.map((run) => ({ ...run, ...place, run: idOf(run.run) })),
    submission: { ...submission, ...place, runs: submission.runs.map(idOf) },
  };
}
