/**
 * `tapefold data export`: a data set as a HERCULEAN environment file, which the same command
 * rolls forward.
 */

import { type CivilDate, excerpt, invalidInput, parseCivilDate } from '#values';
import { openDataset } from '#feeds';
import { exportEnvironment, type ExportOptions, type ExportReport } from '#herculean';
import { resolveReference } from '#backtest';
import { withLock } from '../../output/new-files.js';
import { printAs } from '../../program/print.js';
import { oneOf, type Options } from '../../program/option-value.js';

export async function exportCommand(reference: string, options: Options): Promise<void> {
  const { format, out } = options;
  oneOf(format, ['duckdb'], { what: 'no such format', where: '--format' });
  const wanted: ExportOptions = {
    from: dateOption(options, 'from'),
    through: dateOption(options, 'through'),
    weekly: options['weekly'] === true,
    symbols: Array.isArray(options['symbols']) ? options['symbols'].map(String) : undefined,
  };
  const dataset = await openDataset(resolveReference(reference, process.cwd()));
  const write = () => exportEnvironment(dataset, String(out), wanted);
  const report = await withLock(String(out), write).finally(() => dataset.close());
  printAs(options, report, () => describe(report).join('\n'));
}

function dateOption(options: Options, name: string): CivilDate | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  const date = parseCivilDate(String(text));
  if (date !== undefined) return date;
  throw invalidInput('not a date', {
    where: `--${name}`,
    expected: 'YYYY-MM-DD',
    found: excerpt(text),
  });
}

function describe({ file, isNew, cuts, through, ...report }: ExportReport): string[] {
  const counted = ({ prices, news, filings }: ExportReport['appended']): string =>
    `${prices} prices, ${news} news, ${filings} filings`;
  const first = cuts[0];
  const last = cuts.at(-1);
  const days = first === last ? first : `${first} to ${last}`;
  const grown =
    cuts.length === 0
      ? `nothing to append: the file reaches ${through ?? 'no day yet'}`
      : `${isNew ? 'written' : 'appended'}: ${days}, ${counted(report.appended)}`;
  const leftOut = Object.entries(report.leftOut).map(([what, count]) => `  ${count} × ${what}`);
  return [
    `${file}: ${grown}`,
    ...(isNew ? [] : [`compared and the same: ${counted(report.compared)}`]),
    ...(leftOut.length === 0 ? [] : ['', 'Left out', ...leftOut]),
    '',
    'Rules',
    ...Object.entries(report.rules).map(([name, rule]) => `  ${name}: ${rule}`),
  ];
}
