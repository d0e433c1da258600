/**
 * A number for each due decision of a run, equal for equal answers, by which its
 * repeats are compared.
 */

import { canonicalJson, fnv1a, NumberColumn } from '#values';
import { isPrelude, type DecisionEvent } from '#contracts';
import type { AnswerRuns } from '#metrics';

/** Marks a decision that was not answered. */
const none = 0;

/** Ignores rationales and prices that come with a decision. */
export class AnswerLabels {
  /**
   * The symbol of a run that has one: no part of its answers, or runs of several symbols would seem
   * to agree on it.
   */
  symbol: string | undefined;
  private readonly labels = new NumberColumn(Uint32Array);
  private readonly counts = new NumberColumn(Uint32Array);
  /** The last decision and its label: most decisions are like the one before. */
  private last = { text: '', label: none };
  /** The object that stood for it: an agent's same answer is the same object as a rule. */
  private decision: unknown;

  take(event: DecisionEvent): void {
    if (isPrelude(event)) return;
    const label = this.labelOf(event);
    const count = event.type === 'DecisionsUnchanged' ? event.count : 1;
    const { labels, counts } = this;
    const newest = labels.length - 1;
    if (newest >= 0 && labels.at(newest) === label) {
      counts.set(newest, counts.at(newest) + count);
      return;
    }
    labels.push(label);
    counts.push(count);
  }

  /**
   * Hands over the labels of the due decisions, once and at the end: in order, run-length encoded.
   */
  runs(): AnswerRuns {
    return { labels: this.labels.handOver(), counts: this.counts.handOver() };
  }

  private labelOf(event: DecisionEvent): number {
    if ('decision' in event && event.decision === this.decision) return this.last.label;
    const text = textOf(event, this.symbol);
    if (text === null) return none;
    this.decision = 'decision' in event ? event.decision : undefined;
    if (this.last.text !== text) this.last = { text, label: fnv1a(text) >>> 0 || 1 };
    return this.last.label;
  }
}

/** Null if the event is not an answer. */
function textOf(event: DecisionEvent, subject: string | undefined): string | null {
  const named = (symbol: string): string => (symbol === subject ? '' : symbol);
  switch (event.type) {
    case 'DecisionMade':
    case 'DecisionsUnchanged': {
      const { decision } = event;
      // The two that nearly every run has, written faster.
      if (decision.kind === 'action') return `${named(decision.symbol)} ${decision.action}`;
      if (decision.kind === 'target') {
        const { positions } = decision;
        const labels = positions.map(({ symbol, position }) => `${named(symbol)} ${position}`);
        return `= ${labels.join(' ')}`;
      }
      const text = canonicalJson(decision);
      return subject === undefined ? text : text.replaceAll(JSON.stringify(subject), '""');
    }
    case 'PairDecided':
      return `${event.left} ${event.right} ${event.action}`;
    case 'AnswerGiven':
      return event.answer;
    default:
      return null;
  }
}
