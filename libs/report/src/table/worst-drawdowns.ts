/** The deepest drawdowns of a run: when each began, was deepest and ended, and how long that took. */

import { parseCivilDate } from '#values';
import { dataTable, figures, texts } from '../html/elements.js';
import { formatCount, formatFigure } from '../words/figure-format.js';
import { markup, type Html } from '../html/html.js';
import type { RunView } from '../input/report-run-view.js';

interface DrawdownSpan {
  /** A positive fraction of the peak. */
  readonly depth: number;
  /** The last mark at the peak; -1 if the peak is the starting equity, before the first mark. */
  readonly from: number;
  /** The first deepest mark. */
  readonly trough: number;
  /** The first mark at or above the peak; null if there is none. */
  readonly recovered: number | null;
}

/** Rounding differences do not count as drawdowns. */
const noise = 1e-9;
const shownMax = 5;

/** The `count` deepest spans below a peak, deepest first; `drawdown` as of `drawdownCurve`. */
export function worstDrawdowns(drawdown: Float64Array, count: number): readonly DrawdownSpan[] {
  const spans: DrawdownSpan[] = [];
  let from = -1;
  let trough = -1;
  for (let mark = 0; mark <= drawdown.length; mark++) {
    const level = drawdown[mark] ?? 0;
    if (level < -noise) {
      if (trough < 0 || level < drawdown[trough]!) trough = mark;
      continue;
    }
    const recovered = mark < drawdown.length ? mark : null;
    if (trough >= 0) spans.push({ depth: -drawdown[trough]!, from, trough, recovered });
    [from, trough] = [mark, -1];
  }
  return spans.toSorted((a, b) => b.depth - a.depth || a.from - b.from).slice(0, count);
}

/** The five deepest, with their dates and durations. */
export function drawdownTable({ marks, label, market }: RunView, drawdown: Float64Array): Html {
  const spans = worstDrawdowns(drawdown, shownMax);
  if (spans.length === 0) return markup`<p>The equity never fell below an earlier peak.</p>`;
  const { dates } = marks;
  const days = (from: number, to: number): string => {
    const [first, last] = [from, to].map((mark) => parseCivilDate(dates[Math.max(0, mark)]!));
    return formatCount(last! - first!);
  };
  return dataTable({
    label: `Worst drawdowns of ${label}, ${market}`,
    caption:
      'Worst drawdowns at session closes; in calendar days, up to the last close if not recovered',
    columns: [
      ...texts('From the peak of', 'Trough', 'Recovered'),
      ...figures('Depth', 'Days to trough', 'Days to recover', 'Days in all'),
    ],
    rows: spans.map(({ depth, from, trough, recovered }) => [
      dates[from] ?? 'the start',
      dates[trough]!,
      recovered === null ? 'not recovered' : dates[recovered]!,
      formatFigure(depth, 'percent'),
      days(from, trough),
      recovered === null ? '—' : days(trough, recovered),
      days(from, recovered ?? dates.length - 1),
    ]),
  });
}
