/**
 * A run that a module's process follows by itself: its loop, its workflow and its book, without a
 * journal. What the module sees of its account is what the run would show, as both take the same
 * facts and the same answers.
 */

import type { NoDecision, Observation } from '#agents';
import type { Decision, TapeHeader } from '#contracts';
import { parseChildMessage, type ChildAnswer } from '#agents/module/answers/child-message';
import { factsOf } from '#agents/module/facts/fact-message';
import type { AheadMessage, FollowMessage } from '#agents/module/facts/parent-message';
import { readChildAnswer } from '#agents/module/answers/answer';
import { replies } from '#agents/module/threads/hand-over';
import type { Replied, UserThread } from '#agents/module/threads/user-thread';
import { AsOfStore, Cursor } from '#market-view';
import { TradingRun } from '#workflows/trading/trading-run';
import type { ShownDesk } from '#workflows/trading/trading-work';
import type { TradingPlan } from '#workflows';
import { RunLoop, type AnswerSource } from '../loop/run-loop.js';
import { TapeWalk } from '../loop/tape-walk.js';
import { TapeWindow } from '../loop/tape-window.js';
import type { SentAnswers } from './sent-answers.js';

type Outcome = Decision | NoDecision;

/**
 * Distinct answers that are kept as they were read: most strategies have a few, and others
 * never repeat one.
 */
const readMax = 64;
const never = new Promise<never>(() => undefined);

export class FollowedRun {
  private readonly store: AsOfStore;
  private readonly window = new TapeWindow();
  private readonly loop: RunLoop;
  private readonly walk: TapeWalk;

  constructor(
    { run, timeBudgetMs }: FollowMessage,
    private readonly thread: UserThread,
    private readonly sent: SentAnswers,
  ) {
    const { plan, header } = run as { plan: TradingPlan; header: TapeHeader };
    this.store = new AsOfStore({ ...header, history: 1, ticks: 'last' });
    const cursor = new Cursor(this.store, 1, plan.calendar);
    const workflow = new TradingRun(plan, header, cursor);
    const answers = askedAnswers(workflow, { thread, sent, timeBudgetMs });
    const journal = { append: ignore, flush: ignore, abandon: ignore, close: ignore as never };
    const fold = { take: ignore };
    this.loop = new RunLoop({ plan, cursor, workflow, answers, journal, fold, repeats: true });
    this.walk = new TapeWalk(this.window, this.loop);
  }

  /** Takes the next facts, and sends on what was answered. */
  async take({ facts: given, endsInstant }: AheadMessage): Promise<void> {
    const facts = factsOf(given);
    facts.endsInstant.set(endsInstant);
    this.store.append(facts);
    this.window.add(facts);
    this.walk.go();
    while (this.loop.waiting !== undefined) {
      await this.loop.waiting;
      this.walk.go();
    }
    this.window.dropBefore(this.walk.piece);
    await this.thread.flush();
    void this.sent.flush();
  }
}

const ignore = (): void => undefined;

interface Asking {
  readonly thread: UserThread;
  readonly sent: SentAnswers;
  readonly timeBudgetMs: number;
}

/**
 * Asks the user's thread. An answer that does not come in time, or is the end of the process, is
 * the run's to take.
 */
function askedAnswers(workflow: TradingRun, { thread, sent, timeBudgetMs }: Asking): AnswerSource {
  const translation = workflow.translation();
  const { work } = workflow;
  const read = new Map<string, Outcome>();
  let shownLast: ShownDesk | undefined;
  let textLast: string = '';
  let lastOutcome: Outcome = { kind: 'missing' };

  const show = (shown: ShownDesk): void => {
    const before = shownLast;
    shownLast = shown;
    // Cash, equity and session come with each question, as numbers.
    if (before?.account.shares !== shown.account.shares) thread.showNext(shown);
  };
  const readOutcome = (text: string): Outcome => {
    const known = read.get(text);
    if (known !== undefined) return known;
    const message = parseChildMessage(Buffer.from(text));
    const outcome = readChildAnswer(message as ChildAnswer, work) as Outcome;
    if (read.size === readMax) read.clear();
    read.set(text, outcome);
    return outcome;
  };
  const take = (reply: Replied, asOf: number): Outcome | Promise<Outcome> => {
    if (typeof reply === 'string' && reply !== 'late') {
      lastOutcome = readOutcome(reply);
      textLast = reply;
    } else if (reply !== replies.same) {
      if (reply === 'late') sent.late();
      else sent.leave();
      return never;
    }
    sent.add(textLast, asOf);
    return lastOutcome;
  };
  return {
    answer: (observation) => {
      const { asOf, time, session } = observation as Observation;
      const shown = work.shown(observation as Observation) as ShownDesk;
      show(shown);
      const { cash, equity } = shown.account;
      const reply = thread.ask({ asOf, time, cash, equity, session }, timeBudgetMs);
      if (reply instanceof Promise) {
        return reply
          .then((late) => take(late, asOf))
          .then((outcome) => translation.eventOf(outcome));
      }
      const outcome = take(reply, asOf);
      if (outcome instanceof Promise)
        return outcome.then((settled) => translation.eventOf(settled));
      return translation.again(outcome) ?? translation.eventOf(outcome);
    },
    preludes: () => translation.notes?.() ?? [],
    observe: (facts, from, to) => thread.release(facts, from, to),
    close: ignore,
  };
}
