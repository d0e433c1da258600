/**
 * A module agent in its own process: sent the released facts, asked with a budget,
 * restarted when it ends.
 */

import { invariant } from '#values';
import { FactColumns } from '#contracts';
import type { MarketView } from '#market-view';
import type { Agent, AskedAt, HistoryNeed, NoDecision, RecordedOutcome } from '../../seat/agent.js';
import { AheadAnswers } from './ahead-answers.js';
import { documentsOf, factMessage } from '../facts/fact-message.js';
import {
  lost,
  processWords,
  type Lost,
  type ModuleProcess,
  type Reply,
} from '../process/module-process.js';
import type { ModuleOpening } from '../facts/parent-message.js';
import type { Work } from '../../seat/work.js';
import { ReplayLog } from './replay-log.js';
import { readChildAnswer } from '../answers/answer.js';

/** Consecutive ends without an answer in between, after which a module is not asked any more. */
const endsMax = 3;
const pendingMax = 4096;

interface ConfinedAgentOptions<Asked extends AskedAt, Made> {
  readonly work: Work<Asked, Made>;
  readonly opening: ModuleOpening;
  readonly timeBudgetMs: number;
  /** For loading the module, and for catching up after a restart. */
  readonly startBudgetMs: number;
  /** Bars per symbol that a new process must be given; null for all. */
  readonly history: number | null;
  readonly start: () => ModuleProcess;
  /** For a process that follows the run by itself: its inputs for that. */
  readonly followed?: unknown;
}

export class ConfinedAgent<Asked extends AskedAt, Made> implements Agent<Asked, Made | NoDecision> {
  readonly history: HistoryNeed;
  readonly answers = 'later';
  private process: ModuleProcess | undefined;
  private readonly replay: ReplayLog;
  /** Released, and not yet sent to the running process. */
  private readonly pending = new FactColumns(pendingMax);
  /** Documents that the running process will need, and those that it has. */
  private wanted = new Set<string>();
  private sent = new Set<string>();
  private endsInARow = 0;
  private requests = 0;
  /** Answers computed ahead; only the first process has them, while it follows the run. */
  private ahead: AheadAnswers<Made> | undefined;

  /** `opened`: a process that has loaded the module and received no fact. */
  constructor(
    private readonly options: ConfinedAgentOptions<Asked, Made>,
    opened: ModuleProcess,
  ) {
    this.process = opened;
    this.history = { bars: options.history };
    this.replay = new ReplayLog(options.opening.instruments.length, options.history);
    const { followed: run, timeBudgetMs, work } = options;
    if (run === undefined) return;
    this.ahead = new AheadAnswers(work, opened);
    opened.sendToIntake({ kind: 'follow', run, timeBudgetMs });
  }

  /**
   * Sends the process facts ahead, up to the first that refers to a text: those are read
   * when it is known.
   */
  foresee(facts: FactColumns): void {
    const { ahead, process } = this;
    if (ahead === undefined || process === undefined || ahead.isOver) return;
    let to = 0;
    while (to < facts.count && !refersToTexts(facts, to)) to++;
    ahead.isOver = to < facts.count;
    ahead.facts += to;
    const endsInstant = facts.endsInstant.slice(0, to);
    if (to > 0) {
      process.sendToIntake({ kind: 'ahead', facts: factMessage(facts, 0, to), endsInstant });
    }
  }

  /** An answer that the process has given ahead. */
  here({ asOf }: Asked): Made | NoDecision | undefined {
    return this.ahead?.take(asOf);
  }

  observe(facts: FactColumns, from: number, to: number): void {
    const known = this.ahead === undefined ? 0 : this.ahead.facts - this.replay.total;
    this.replay.append(facts, from, to);
    if (this.givenUp) return this.replay.clear();
    for (let start = Math.max(from, from + known); start < to && this.process !== undefined;) {
      if (this.pending.count === pendingMax) this.flush(this.process);
      const end = Math.min(to, start + pendingMax - this.pending.count);
      this.pending.appendRows(facts, start, end);
      start = end;
    }
  }

  decide(observation: Asked): Promise<Made | NoDecision> {
    return this.decideWithin(this.options.timeBudgetMs, observation);
  }

  /**
   * A timely answer may take longer now. A process without one was ended, and its state with it.
   */
  async repeat(
    observation: Asked,
    { type, reason }: RecordedOutcome,
  ): Promise<Made | NoDecision | undefined> {
    const hasEnded = type === 'DecisionFailed' && reason?.startsWith(processWords) === true;
    if (type !== 'DecisionLate' && !hasEnded) {
      const { timeBudgetMs, startBudgetMs } = this.options;
      return this.decideWithin(Math.max(timeBudgetMs, startBudgetMs), observation);
    }
    await this.abandon(lost('is ended again'), 0);
    return undefined;
  }

  private async decideWithin(budgetMs: number, observation: Asked): Promise<Made | NoDecision> {
    invariant(this.replay.total === observation.asOf, 'a module sees every fact up to its as-of');
    if (this.givenUp) {
      const reason = `${processWords} ended ${endsMax} times in a row and is not started again`;
      return { kind: 'failed', reason };
    }
    const { ahead } = this;
    if (ahead !== undefined && observation.asOf <= ahead.facts) {
      return this.askAhead(ahead, observation.asOf, budgetMs);
    }
    const asked = this.process ?? (await this.restart(observation.view));
    if ('kind' in asked) return this.abandon(asked, this.options.startBudgetMs);
    this.flush(asked);
    this.sendDocuments(asked, observation.view);
    const reply = await this.ask(asked, observation, budgetMs);
    if (reply.kind !== 'message') return this.abandon(reply, budgetMs);
    switch (reply.message.kind) {
      case 'answer':
      case 'missing':
      case 'unreadable':
      case 'failed':
        this.endsInARow = 0;
        return readChildAnswer(reply.message, this.options.work);
      default:
        return this.abandon(lost('sent an invalid answer'), 0);
    }
  }

  private async askAhead(
    ahead: AheadAnswers<Made>,
    asOf: number,
    budgetMs: number,
  ): Promise<Made | NoDecision> {
    const reply = await ahead.next(asOf, budgetMs);
    return reply.kind === 'said' ? reply.said : this.abandon(reply, budgetMs);
  }

  async close(): Promise<void> {
    const last = this.process;
    this.process = undefined;
    this.endsInARow = endsMax;
    this.replay.clear();
    await last?.end();
  }

  private get givenUp(): boolean {
    return this.endsInARow >= endsMax;
  }

  private ask(asked: ModuleProcess, observation: Asked, budgetMs: number): Promise<Reply> {
    const id = ++this.requests;
    const { asOf, time } = observation;
    const shown = this.options.work.shown(observation);
    return asked.request({ kind: 'decide', id, asOf, time, shown }, budgetMs);
  }

  /** A new process that has received the facts of the former one, or why there is none. */
  private async restart(view: MarketView): Promise<ModuleProcess | Lost> {
    const fresh = this.options.start();
    this.process = fresh;
    const open = { kind: 'open', id: ++this.requests, ...this.options.opening } as const;
    const opened = await fresh.request(open, this.options.startBudgetMs);
    if (opened.kind !== 'message') return opened;
    if (opened.message.kind !== 'opened') {
      return lost('could not load the module again');
    }
    this.sendReplay(fresh);
    this.sendDocuments(fresh, view);
    const caughtUp = { kind: 'catch-up', id: ++this.requests } as const;
    const reply = await fresh.request(caughtUp, this.options.startBudgetMs);
    return reply.kind === 'message' ? fresh : reply;
  }

  private sendReplay(to: ModuleProcess): void {
    this.pending.clear();
    this.sent = new Set();
    this.wanted = new Set();
    const { kept, droppedFacts, droppedBars } = this.replay;
    if (droppedFacts > 0) to.send({ kind: 'skip', facts: droppedFacts, bars: droppedBars });
    for (let from = 0; from < kept.count; from += pendingMax) {
      this.sendFacts(to, kept, from, Math.min(kept.count, from + pendingMax));
    }
  }

  private flush(to: ModuleProcess): void {
    if (this.pending.count > 0) this.sendFacts(to, this.pending, 0, this.pending.count);
    this.pending.clear();
  }

  private sendFacts(to: ModuleProcess, facts: FactColumns, from: number, until: number): void {
    const message = factMessage(facts, from, until);
    for (const [, payload] of message.payloads) {
      for (const sha256 of documentsOf(payload))
        if (!this.sent.has(sha256)) this.wanted.add(sha256);
    }
    to.send({ kind: 'facts', facts: message });
  }

  /** Texts come from the run's own view, which returns only the visible ones. */
  private sendDocuments(to: ModuleProcess, view: MarketView): void {
    for (const sha256 of this.wanted) {
      const text = view.document(sha256);
      if (text !== undefined) to.send({ kind: 'documents', texts: [[sha256, text]] });
      this.sent.add(sha256);
    }
    this.wanted.clear();
  }

  private async abandon(reply: Lost, budgetMs: number): Promise<NoDecision> {
    this.endsInARow++;
    const ended = this.process;
    this.process = undefined;
    this.ahead = undefined;
    this.pending.clear();
    if (this.givenUp) this.replay.clear();
    await ended?.end();
    if (reply.kind === 'ended') return { kind: 'failed', reason: reply.reason };
    return { kind: 'late', reason: `no answer within ${budgetMs} ms` };
  }
}

function refersToTexts(facts: FactColumns, row: number): boolean {
  const payload = facts.payload[row];
  return payload !== undefined && documentsOf(payload).length > 0;
}
