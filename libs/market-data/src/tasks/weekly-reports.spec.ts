/** Report dates by the calendar of New York, and the tasks on them. */

import { describe, expect, it } from 'vitest';
import { formatCivilDate, parseCivilDate, type CivilDate } from '#values';
import { calendarOf } from '../calendar/calendar-of.js';
import { endsOfWeeks } from '../calendar/periodic.js';
import { weeklyTasks } from './weekly-reports.js';

const calendar = calendarOf('XNYS');
const datesOf = (from: string, to: string): string[] =>
  endsOfWeeks(calendar, parseCivilDate(from) as CivilDate, parseCivilDate(to) as CivilDate).map(
    formatCivilDate,
  );

describe('report dates', () => {
  it('are the thirteen Fridays of the first quarter of 2026', () => {
    const dates = datesOf('2026-01-02', '2026-03-31');
    expect(dates).toHaveLength(13);
    expect([dates[0], dates[1], dates.at(-1)]).toEqual(['2026-01-02', '2026-01-09', '2026-03-27']);
  });

  it('end on the Thursday before Good Friday', () => {
    expect(datesOf('2026-03-30', '2026-04-10')).toEqual(['2026-04-02', '2026-04-10']);
  });

  it('are empty for a week whose last session is outside the window', () => {
    expect(datesOf('2026-03-30', '2026-03-31')).toEqual([]);
    expect(datesOf('2026-03-30', '2026-04-01')).toEqual([]);
  });
});

describe('tasks', () => {
  it('are one for each symbol, known at the close', () => {
    const window = { from: '2026-04-01', to: '2026-04-03' };
    const tasks = weeklyTasks(calendar, { window, symbols: ['MSFT', 'BRK-B'] });
    expect(tasks.map(({ task }) => task.id)).toEqual(['MSFT-2026-04-02', 'BRK-B-2026-04-02']);
    const close = calendar.closeOf(parseCivilDate('2026-04-02') as CivilDate);
    expect(tasks.map(({ knowledgeTime }) => knowledgeTime)).toEqual([close, close]);
  });
});
