/**
 * What gives an answer away that comes from outside of the market that it was asked about, as from a file of a tool's
 * own: the close of a later session beside its date, the title of a later item of news, or an adjusted close of the
 * last session that is not its close, because the rest is the factor of later dividends.
 */

import { formatCivilDate, utcDateOf } from '#values';
import type { MarketView } from '#market-view';

/** Shorter titles occur in other texts. */
const titleMin = 20;
const titlesMax = 200;

export class FutureMarks {
  /** Closes by the date of their session, as JSON writes them. */
  private readonly closes = new Map<string, Set<string>>();
  private readonly titles: readonly string[];
  /** What the rows of last bars have; none where the data set declares the vendor's factors. */
  private readonly lastRows: readonly string[];

  /** `end`: the view behind all facts; `asOf`: what is known. */
  constructor(end: MarketView, asOf: MarketView, hidesFactors = true) {
    const last = hidesFactors ? asOf.symbols.map((symbol) => asOf.lastBar(symbol)?.time ?? 0) : [];
    this.lastRows = last.flatMap((time) => [
      `"date":"${formatCivilDate(utcDateOf(time))}"`,
      `"time":${time}`,
    ]);
    for (const symbol of end.symbols) {
      for (const bar of end.barsBetween(symbol, { after: asOf.time })) {
        const date = formatCivilDate(utcDateOf(bar.time));
        const known = this.closes.get(date) ?? new Set();
        this.closes.set(date, known.add(String(bar.close)).add(String(bar.adjClose)));
      }
    }
    const known = asOf.news(null);
    // A series of articles has one title again and again.
    const said = known.map(({ title, summary }) => `${title} ${summary}`).join('\n');
    this.titles = end
      .news(null)
      .slice(known.length)
      .filter(({ title }) => title.length >= titleMin && !said.includes(title))
      .slice(0, titlesMax)
      .map(({ title }) => title);
  }

  /** Whether a text tells what comes later, and the question did not. */
  isIn(text: string, question: string): boolean {
    const hasClose = [...new Set(text.match(/\d{4}-\d{2}-\d{2}/g) ?? [])].some((date) => {
      const closes = this.closes.get(date);
      return closes !== undefined && numbersIn(text).some((number) => closes.has(number));
    });
    return (
      hasClose ||
      this.tellsFactor(text) ||
      this.titles.some((title) => text.includes(title) && !question.includes(title))
    );
  }

  private tellsFactor(text: string): boolean {
    return (text.match(/\{[^{}]*\}/g) ?? []).some((row) => {
      const close = /"close":([^,}]+)/.exec(row)?.[1];
      const adjusted = /"adj_?[cC]lose":([^,}]+)/.exec(row)?.[1] ?? close;
      return close !== adjusted && this.lastRows.some((mark) => row.includes(mark));
    });
  }
}

/** Numbers of three digits or more that are no part of a date. */
const numbersIn = (text: string): string[] =>
  (text.replace(/\d{4}-\d{2}-\d{2}/g, ' ').match(/\d+(?:\.\d+)?/g) ?? []).filter(
    (number) => number.replace('.', '').length >= 3,
  );
