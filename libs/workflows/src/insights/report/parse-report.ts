/** A weekly report in Markdown, as data. */

import { readMetrics, type TableSection } from './metrics-table.js';
import { readHeader, readRating, readSectionRating, readTitle } from './report-header.js';
import { defect, emphasisDefects, plain, reportLines, truncationOf } from './report-lines.js';
import type { Defect, Line } from './report-lines.js';
import { matchTitle, sectionTitles } from './section-titles.js';
import { datesIn } from './written-dates.js';

export type ParsedReport = ReturnType<typeof parseReport>;
type Section = { readonly line: number; readonly title: string; readonly section: number };
type Heading = ReturnType<typeof headingsOf>[number];

/**
 * Reads any text: what is missing is null, what is wrong is a defect with its line (from 1, in the
 * text as handed in). Takes time linear in the text, of which 400,000 characters are read. An outer
 * code fence is removed. Sections are in the order of the text, with their place in the template,
 * from 0; those without a text are left out.
 */
export function parseReport(markdown: string) {
  const { lines, defects: ofLines } = reportLines(markdown);
  const headings = headingsOf(lines);
  const { chosen, level, defects: ofHeadings } = chooseSections(headings);
  const ends = headings.filter((one) => chosen.includes(one) || (one.level <= level && !one.match));
  const sections = chosen.flatMap((heading): Section[] => {
    const { at, title, match, line } = heading;
    const below = lines.slice(at + 1, ends[ends.indexOf(heading) + 1]?.at);
    const isEmpty = below.every(({ text }) => /^[-*_ ]*$/.test(text));
    return isEmpty ? [] : [{ line: line.number, title, section: match!.section }];
  });
  const tableAt = sections.findIndex(({ section }) => section === tableSection);
  const ownTable = tableAt < 0 ? null : linesOf(chosen, sections[tableAt]!, lines);
  const { metrics, defects: ofTable } = readMetrics(lines, ownTable);
  const ratings = readRatings(lines, chosen);
  const defects = [
    ...ofLines,
    ...ofHeadings,
    ...sectionDefects(sections),
    ...ofTable,
    ...emphasisDefects(lines),
    ...truncationOf(lines),
    ...ratingDefects(ratings),
  ];
  const head = lines.slice(0, Math.min(60, chosen[0]?.at ?? 60));
  return {
    ...readHeader(head),
    title: readTitle(head),
    /** The valid one above the section on the rating, else that section's. */
    rating: ratings.header?.value ?? ratings.section?.value ?? null,
    ratings,
    sections,
    metrics,
    lines,
    /** Each full date that is written out, `YYYY-MM-DD`. */
    dates: lines.flatMap(({ number: line, text }) =>
      datesIn(text).flatMap(({ date }) => (date === null ? [] : [{ line, date }])),
    ),
    /** By line. */
    defects: defects.sort((one, other) => one.line - other.line),
  };
}

/** Place of the section with the metrics in the template. */
const tableSection = 2;

/** From the heading of a section to that of the next, by the numbers of lines. */
function linesOf(
  chosen: readonly Heading[],
  { line: from }: Section,
  lines: readonly Line[],
): TableSection {
  const next = chosen.find(({ line }) => line.number > from)?.line.number;
  return { from, to: next ?? (lines.at(-1)?.number ?? from) + 1 };
}

/** Level is 1 to 6 for `#` to `######`, 7 for a line in bold with a full title. */
function headingsOf(lines: readonly Line[]) {
  return lines.flatMap((line, at) => {
    const [, marks, space, words] =
      /^ {0,3}(#{1,6})( *)((?:[^ \n\r\u2028\u2029].*)?)$/.exec(line.text) ?? [];
    if (marks === undefined && !line.text.startsWith('**')) return [];
    const title = plain(words ?? line.text).trim();
    const match = matchTitle(title);
    if (marks === undefined && !(match?.isFull && line.text.endsWith('**'))) return [];
    return [{ at, line, title, match, level: marks?.length ?? 7, isProper: Boolean(space) }];
  });
}

/**
 * Sections are the headings of one level, the one with most of the eight titles; a section
 * missing there may be at another level under its full title. Of several with the same title
 * the first counts.
 */
function chooseSections(headings: readonly Heading[]) {
  const defects: Defect[] = [];
  const levels = [1, 2, 3, 4, 5, 6, 7].map((level) => {
    const titles = headings.filter((heading) => heading.level === level && heading.match);
    return { level, count: new Set(titles.map(({ match }) => match!.section)).size };
  });
  const { level } = levels.reduce((best, other) => (other.count > best.count ? other : best));
  const chosen = sectionTitles.flatMap((title, section) => {
    const all = headings.filter(({ match }) => match?.section === section);
    const full = all.filter(({ match }) => match!.isFull);
    const isHere = (heading: Heading): boolean => heading.level === level;
    const found = full.find(isHere) ?? all.find(isHere) ?? full[0];
    if (found === undefined) return [];
    const { number, text } = found.line;
    const heading = `${'#'.repeat(Math.min(level, 6))} ${title}`;
    if (!isHere(found) || !found.isProper) defects.push(defect(number, 'heading', heading, text));
    const again = full.find((other) => other !== found && other.level === found.level)?.line;
    if (again !== undefined)
      defects.push(defect(again.number, 'duplicate section', `${title} once`, again.text));
    return [found];
  });
  return { chosen: chosen.sort((one, other) => one.at - other.at), level, defects };
}

function sectionDefects(sections: readonly Section[]): Defect[] {
  const line = sections.at(-1)?.line ?? 1;
  const missing = sectionTitles
    .filter((_, section) => !sections.some((other) => other.section === section))
    .map((title) => defect(line, 'missing section', title, 'none with a text'));
  const turned = sections.findIndex((one, at) => one.section < (sections[at - 1]?.section ?? 0));
  if (turned < 0) return missing;
  const above = sections[turned - 1]!;
  const below = sections[turned]!;
  return [...missing, defect(below.line, 'section order', `it above ${above.title}`, below.title)];
}

/** Where it is stated: in a `Rating:` line above the section on it, and in that section. */
function readRatings(lines: readonly Line[], chosen: readonly Heading[]) {
  const at = chosen.findIndex(({ match }) => match!.section === 1);
  const start = chosen[at]?.at ?? Math.min(60, chosen[0]?.at ?? 60);
  return {
    header: readRating(lines.slice(0, start)),
    section: at < 0 ? null : readSectionRating(lines.slice(start, chosen[at + 1]?.at)),
  };
}

function ratingDefects({ header, section }: ReturnType<typeof readRatings>): Defect[] {
  const invalid = [header, section].find((rating) => rating?.value === null);
  if (!invalid && (header ?? section)) return [];
  const expected = 'STRONG_BUY, BUY, HOLD, SELL or STRONG_SELL';
  return [defect(invalid?.line ?? 1, 'rating', expected, invalid?.text ?? 'none')];
}
