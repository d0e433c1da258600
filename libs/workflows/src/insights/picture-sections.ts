/** The section of a report on market insights with pictures: ratings on prices. */

import { pricePicturesMax, pricePointsMax, type PriceMarks } from '#contracts/report-pictures';
import type { ReportSection } from '#contracts/result';
import { tableSection } from '../report-section.js';
import { bySymbol, dueReports, type DueReport, type ReportRun } from './due-reports.js';
import { horizons } from './money.js';
import { pricesOf } from './week-measures.js';

const drawnRunsMax = 4;
const listedMax = 500;
/** Sessions drawn after the last report: those of the longest horizon. */
const sessionsAfter = Math.max(...horizons);

/** `runs` by their labels. */
export function ratingSection(runs: ReadonlyMap<string, ReportRun>): ReportSection {
  const reported = [...runs].map(([run, own]) => ({ run, own, reports: dueReports(own) }));
  const pictures = reported.slice(0, drawnRunsMax).flatMap(({ run, own, reports }) => {
    const prices = pricesOf(own.measured);
    return [...bySymbol(reports)].map(([symbol, due]): PriceMarks => {
      const sessions = prices[symbol]!.slice(0, due.at(-1)!.at + sessionsAfter + 1);
      const points = thinned(sessions).map(([date, , close]): [string, number] => [date, close]);
      return { title: `${symbol}, ${run}`, points, marks: due.flatMap(markOf) };
    });
  });
  const rows = reported.flatMap(({ run, reports }) =>
    reports.map(({ symbol, date, rating, forward }) => {
      const returns = horizons.map((horizon) => forward.get(horizon) ?? null);
      return [run, symbol, date, rating, ...returns];
    }),
  );
  const isCut = reported.length > drawnRunsMax || pictures.length > pricePicturesMax;
  const section = tableSection(
    'Ratings on the price',
    ['Run|Symbol|Date|Rating', ...horizons.map((days) => `After ${days}`)].join('|%'),
    rows.slice(0, listedMax),
    'Adjusted closes with the ratings at their dates, and the return from a rating’s close to the close so many ' +
      'sessions later.',
    ...(isCut ? [`Drawn are ${drawnRunsMax} runs and ${pricePicturesMax} pictures at most.`] : []),
    ...(rows.length > listedMax ? [`The first ${listedMax} of ${rows.length} are listed.`] : []),
  );
  return { ...section, priceMarks: pictures.slice(0, pricePicturesMax) };
}

/** Every so many sessions, the first and the last among them, as many as a picture may have. */
function thinned<Session>(sessions: readonly Session[]): readonly Session[] {
  const last = sessions.length - 1;
  const every = Math.max(1, Math.ceil(last / (pricePointsMax - 1)));
  return sessions.filter((_, at) => at % every === 0 || at === last);
}

function markOf({ date, rating, forward }: DueReport): PriceMarks['marks'] {
  if (rating === null) return [];
  const tone = rating.endsWith('BUY') ? 'up' : rating.endsWith('SELL') ? 'down' : 'flat';
  const after = forward.get(5);
  const percent = after === undefined ? 'not known' : `${(after * 100).toFixed(2)} %`;
  return [
    { date, label: rating, tone, text: `${date}: ${rating}, return after 5 sessions ${percent}` },
  ];
}
