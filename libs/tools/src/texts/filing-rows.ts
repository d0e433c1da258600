/** Filings as tools show them: the day of acceptance, the form, and two sections. */

import type { CivilDate } from '#values';
import type { Filing } from '#contracts';
import type { MarketView } from '#market-view';
import { calendarOf } from '#market-data/calendar/calendar-of';
import { characterCount } from '../market/fields.js';

export const sections = ['mda', 'risk'] as const;
export type Section = (typeof sections)[number];

/** The day of its acceptance, in the exchange's time zone; its filing date if the time is unknown. */
export function dateOfFiling(view: MarketView, { acceptedAt, filedDate }: Filing): CivilDate {
  return acceptedAt === null ? filedDate : calendarOf(view.calendar).dateOf(acceptedAt);
}

/** The text of a section; undefined if the filing has none. */
export function textOfSection(
  view: MarketView,
  filing: Filing,
  section: Section,
): string | undefined {
  const found = filing.sections.find(({ name }) => name === section);
  return found === undefined ? undefined : view.document(found.document.sha256);
}

/** Characters of a section, 0 if the filing has none. */
export function sectionChars(view: MarketView, filing: Filing, section: Section): number {
  return characterCount(textOfSection(view, filing, section) ?? '');
}
