/**
 * Weekly reports of HERCULEAN: `report_generation_{symbol}_{model}.json` with a record a week, and
 * a file for each.
 */

import { z } from 'zod';
import {
  modelPart,
  namePart,
  parseResult,
  resultMember,
  resultRecordsMax,
} from './herculean-result.js';

/** Symbol and model of a report, and its day: `YYYY-MM-DD`. */
export interface ReportName {
  readonly symbol: string;
  readonly date: string;
  readonly model: string;
}

/** The name of a run's folder of reports, and of its records without `.json`. */
export const reportRunName = ({ symbol, model }: Pick<ReportName, 'symbol' | 'model'>): string =>
  `report_generation_${namePart(symbol)}_${modelPart(model)}`;

/** The name of a report's file within that folder. */
export const reportFileName = ({ symbol, date, model }: ReportName): string =>
  `report_generation_${namePart(symbol)}_${date.replaceAll('-', '')}_${modelPart(model)}.md`;

/** Parts of the name of a report's file, as written; undefined for other names. */
export function reportNameIn(file: string): ReportName | undefined {
  // The first eight digits: names of models have dates, too, and symbols have none.
  const [head = '', symbol, year, month, day] =
    /^report_generation_([^_].*?)_(\d{4})(\d\d)(\d\d)_/.exec(file) ?? [];
  const [, model] = /^(.+)\.md$/.exec(file.slice(head.length)) ?? [];
  if (symbol === undefined || model === undefined) return undefined;
  return { symbol, date: `${year}-${month}-${day}`, model };
}

const owner = { symbol: resultMember, model: resultMember };
const record = z.looseObject({ ...owner, date: z.string(), recommended_action: z.string() });
const schema = z.looseObject({
  status: resultMember,
  ...owner,
  recommendations: z.array(record).max(resultRecordsMax),
});

/**
 * The records of a run: a list, or an object that has it as `recommendations`. Fails as
 * `parseResult` does.
 */
export function parseReportRecords(value: unknown, file: string): z.infer<typeof schema> {
  const whole = Array.isArray(value) ? { recommendations: value } : value;
  return parseResult(whole, file, { schema, what: 'a HERCULEAN list of reports' });
}
