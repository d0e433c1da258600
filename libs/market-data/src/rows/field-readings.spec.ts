/**
 * What is read of single fields, in every dialect and form, and of close forms: what is read
 * differently has to be seen. `npx vitest run libs/market-data/src/rows/field-readings.spec.ts
 * --update` writes the files again.
 */

import { expect, it } from 'vitest';
import { formatCivilDate, formatInstant, isFailure, parseInstant } from '#values';
import { FieldCursor } from '../bars/byte-fields.js';
import { calendarOf } from '../calendar/calendar-of.js';
import type { DialectKeys } from '../manifest/dataset-manifest.js';
import { dateFormat, epochInstant, epochUnits, fittingFormats } from '../manifest/date-format.js';
import { fieldNames } from './column-names.js';
import { splitCsv } from './csv-record.js';
import { dialectOf } from './dialect.js';
import { describeDefect, RowDefect } from './row-defect.js';
import {
  clockChangeDefect,
  hasOffset,
  parseDate,
  parseNumber,
  parseZonedInstant,
} from './zoned-time.js';

/** What is read, or why nothing is. */
function read<T>(get: () => T, told: (value: T) => unknown = (value) => value): string {
  try {
    return JSON.stringify(told(get())) ?? '-';
  } catch (error) {
    if (error instanceof RowDefect) return `! ${describeDefect(error.defect)}`;
    if (isFailure(error)) return `! ${error.message}`;
    throw error;
  }
}
const asInstant = (at: number | undefined) =>
  at === undefined || Number.isNaN(at) ? at : formatInstant(at);
const asDate = (date: number | undefined) => (date === undefined ? date : formatCivilDate(date));
const lines = (texts: readonly string[], of: (text: string) => readonly string[]): string =>
  `${texts.flatMap((text) => [`${JSON.stringify(text)}: ${of(text).join('  ')}`]).join('\n')}\n`;

const numbers =
  '0|5|+5|-5|5.|.5|.|-.5e-3|1e4|1E+04|1e12345|1e400|NaN|Infinity|0x10| 5|5 |1,234' +
  "|1,234.5|1,23|1.234|1.234,5|1'234.5|1’234|" +
  '1 234,5|1\u00a0234|12,34,567|$5|$ 5|5 $|€1.5K|1.5 k|2M|3B|4T|5%|5 %|-2%|+$3M|' +
  '$-3M|5 K%|5X|--5|5-|1,2,3|1234,5|1234.5|1234567890123456';
const numberDialects: readonly DialectKeys[] = [
  {},
  { decimal: ',' as const },
  { units: true },
  { units: true, decimal: ',' as const },
  ...([',', '.', "'", ' '] as const).map((thousands) => ({ thousands })),
  { thousands: '.', decimal: ',', units: true },
];

const stamps =
  '2024-01-02|2024-1-2|2024-02-30|1899-12-31|1900-01-01|2199-12-31|2200-01-01|' +
  '2024-01-02 00:00|2024-01-02T00:00:00|' +
  '2024-01-02 00:00:00.000|2024-01-02T00:00:00Z|2024-01-02 00:00:00+00|2024-01-02' +
  ' 00:00-05:00|2024-01-02 05:00:00Z|' +
  '2024-01-02 16:00|2024-01-02 09:30:15.25|2024-01-02T09:30:15.1234567|2024-01-02' +
  ' 24:00|2024-01-02 9:30|2024-01-02 22:00:00Z|' +
  '2024-01-02T23:59:59.999Z|2024-01-02T23:58:00Z|2024-01-06 00:00Z|2024-03-10 ' +
  '02:30|2024-11-03 01:30|2024-01-02 10:00+0100|' +
  '2024-01-02 10:00+15:00|20240102|01/02/2024|02.01.2024|2 Jan 2024|Jan 2, 2024|' +
  '1704153600|1704153600000|2024-01-02x|';
const stampDialects: readonly Parameters<typeof dialectOf>[0][] = [
  {},
  { timestampZone: 'America/New_York' as const },
  { timestampZone: '-06:00' as const },
  ...['MM/DD/YYYY', 'DD.MM.YYYY', 'YYYYMMDD'].map((dates) => ({ dates })),
  ...epochUnits.map((epoch) => ({ epoch })),
];
const calendars = [
  'XNYS',
  '24/5',
  '24/7',
  '24/7 from 16:00',
  '24/7 from 00:00 America/New_York',
] as const;

it('of numbers this is read', async () => {
  const text = lines(numbers.split('|'), (one) => [
    read(() => parseNumber(one)),
    ...numberDialects.map((keys) => read(() => dialectOf(keys).number(one))),
  ]);
  const traits = numberDialects.map((keys) => JSON.stringify([keys, dialectOf(keys).isPlain]));
  await expect(`${text}${traits.join('\n')}\n`).toMatchFileSnapshot('./golden-fields/numbers.txt');
});

it('of dates and times this is read', async () => {
  const text = lines(stamps.split('|'), (one) => [
    read(() => parseDate(one), asDate),
    read(() => hasOffset(one)),
    ...stampDialects.flatMap((keys) => {
      const dialect = dialectOf(keys);
      return [
        read(() => dialect.date(one), asDate),
        read(() => dialect.instant(one), asInstant),
        dialect.isUnknown(one) ? 'unknown' : 'known',
        describeDefect(dialect.unreadable('not read', 'date', one).defect),
      ];
    }),
  ]);
  await expect(text).toMatchFileSnapshot('./golden-fields/stamps.txt');
});

it('of days of calendars this is read', async () => {
  const dialects = [{}, { dates: 'MM/DD/YYYY' }, { epoch: 's' as const }].map(dialectOf);
  const more = [
    '2024-01-02 21:00:00Z',
    '1960-01-01 00:00Z',
    '2150-01-01 00:00Z',
    '2024-01-05 22:00Z',
  ];
  const all = [
    ...stamps.split('|'),
    ...more,
    '2024-01-05 22:30Z',
    '2024-07-03 17:00Z',
    '2024-07-04 04:00Z',
  ];
  const text = lines(all, (one) =>
    calendars.flatMap((name) =>
      dialects.map((dialect) => read(() => dialect.day(one, calendarOf(name)), asDate)),
    ),
  );
  await expect(text).toMatchFileSnapshot('./golden-fields/days.txt');
});

it('of bytes this is read, or left to the text', async () => {
  const cursorAt = (text: string, zone: 'UTC' | 'America/New_York'): FieldCursor => {
    const cursor = new FieldCursor(zone);
    cursor.bytes = Buffer.from(text);
    cursor.end = cursor.bytes.length;
    return cursor;
  };
  const ways = ['number', 'date', 'instant'] as const;
  const more =
    '1.2.3|12345678901234.5|123456789012345|1234567890123456|5;|2024-13-01|' +
    '2024-02-29|2023-02-29|2024-12-31|' +
    '2024-01-02T09:30:60|2024-01-02 09:60|2024-01-02 09:30:15.|2024-01-02 ' +
    '09:30:15.1234567|2024-01-02 09:30:15.123456Z|' +
    '2024-01-02 09:30Zx|2024-01-02 09:30+14:00|2024-01-02 09:30+14:60|2024-01-02 ' +
    '09:30-0500|2024/01/02|2024-01/02|20a4-01-02|2024-01-0';
  const text = lines([...numbers.split('|'), ...stamps.split('|'), ...more.split('|')], (one) =>
    ['', ',7', '\r'].flatMap((behind) =>
      ways.flatMap((way) =>
        (['UTC', 'America/New_York'] as const).map((zone) => {
          const cursor = cursorAt(`${one}${behind}`, zone);
          const value = cursor[way]();
          const shown = way === 'instant' ? asInstant(value) : value;
          return Number.isNaN(value)
            ? '-'
            : `${shown}@${cursor.at}${cursor.atDelimiter ? ',' : ''}`;
        }),
      ),
    ),
  );
  await expect(text).toMatchFileSnapshot('./golden-fields/bytes.txt');
});

it('formats of dates read these texts', async () => {
  const formats =
    'YYYY-MM-DD|YYYYMMDD|YYYY/MM/DD|MM/DD/YYYY|DD.MM.YYYY|D.M.YY|DD-Mon-YYYY|Mon ' +
    'DD, YYYY|DD. Mon YYYY|DDMonYY|YYMMDD|' +
    'YYYY-MM-DD HH:MM|DD/MM/YYYYTHH|YYYY-DD|YYYY-MM-DD-DD|DD_MM_YYYY|YYYY\nMM-DD||MM YY DD';
  const dates =
    '2024-01-02|20240102|2024/1/2|1/2/2024|13/02/2024|02/13/2024|2.1.24|2.1.69|' +
    '2.1.70|02-Jan-2024|2-jan.-2024|Jan 2, 2024|January 02, 2024|' +
    '2. Mär 2024|2 août 2024|2 dic 2024|2 Okt 2024|2 xyz 2024|02Jan24|240102|' +
    '2024-01-02 09:30|2024-01-02T09:30:15Z|2024-01-02 9:30 PM|' +
    '2024-01-02 12:00 AM|2024-01-02 093015123|2024-01-02 09:30:15,5|2024-01-02 ' +
    '09:30 GMT|2024-01-02 09:30 UTC+0100|2024-01-02 09:30 +01|' +
    '2024-01-02 09:30-05:00|2024-01-02 noon|2024-01-02,10:00|2024-02-30|20240102 ' +
    '093000|2024010293|x2024-01-02|1704153600|170415360|1704153600000|' +
    '1704153600000000|1704153600000000000|17041536001234567890|1704153600.5|' +
    '12345678|-5|5.5|0.0000001';
  const text = lines(dates.split('|'), (one) => [
    ...formats.split('|').map((name) => dateFormat(name)?.(one) ?? '-'),
    JSON.stringify(fittingFormats(one)),
    ...epochUnits.map((unit) => String(epochInstant(one, unit))),
  ]);
  const known = formats
    .split('|')
    .map((name) => JSON.stringify([name, dateFormat(name) !== undefined]));
  const long = dateFormat('YYYY-MM-DD')!(`2024-01-02 ${' '.repeat(180)}09:30`);
  const longer = dateFormat('YYYY-MM-DD')!(`2024-01-02 ${' '.repeat(190)}09:30`);
  const all = `${text}${known.join('\n')}\n${long} ${longer}\n`;
  await expect(all).toMatchFileSnapshot('./golden-fields/date-formats.txt');
});

it('records are split so', async () => {
  const records = [
    '',
    'a',
    'a,b',
    ',',
    '"a"',
    '"a,b",c',
    '"a""b"',
    '""',
    '"",""',
    'a,"b"',
    '"a',
    'a"b',
    '"a"b',
    '"a" ,b',
    '"a",',
  ];
  const text = lines(records, (one) => [
    ...[',', ';'].map((delimiter) => read(() => splitCsv(one, delimiter))),
    read(() => splitCsv(one)),
  ]);
  const wide = [65_535, 65_536].map((count) => read(() => splitCsv(','.repeat(count)).length));
  const quoted = [65_535, 65_536].map((count) =>
    read(() => splitCsv(`"a"${','.repeat(count)}`).length),
  );
  await expect(`${text}${[...wide, ...quoted].join('\n')}\n`).toMatchFileSnapshot(
    './golden-fields/records.txt',
  );
});

it('columns are named so', async () => {
  const fields =
    'symbol|date|timestamp|time|open|high|low|close|adj_close|split_factor|dividend' +
    '|volume|vwap|price|size|id|bid|ask|bid_size|ask_size';
  const words =
    'Ticker|Instrument|Symbole|Kürzel|Valor|S|Datum|Fecha|Tag|Jour|Día|Trade Date|' +
    '<DATE>|DateTime|Window_Start|Open Time|GMT time|index_level_0|T|' +
    'Uhrzeit|Zeit|Heure|Hora|Eröffnung|Erster|Ouverture|Apertura|O|Hoch|+ Haut|' +
    'Máximo|H|Tief|+ Bas|Mínimo|L|Close/Last|Schluss|Clôture|Cierre|Último|Price|' +
    'Kurs|C|' +
    'Adj Close|Adjusted_Close|Split Coefficient|Stock Splits|Dividend Amount|' +
    'Dividends|Vol.|Stücke|Volumen|V|VW|Weighted average|Preis|Prix|Last|P|Qty|' +
    'Amount|Trade ID|Bid Price|Geld|BP|Offer|Brief|AP|Bid Qty|BS|AskVol|AS|Nothing|';
  const headers = [
    ...words.split('|').map((word) => [word]),
    ['Date', 'Time', 'Open'],
    ['Timestamp', 'Time'],
    ['', 'Open'],
    ['Close', 'Last'],
    ['date', 'Date', 'datum'],
    ['Volume', 'Size'],
  ];
  const named = headers.map((header) => {
    const all = fields.split('|').flatMap((field) => {
      const found = fieldNames(header, [field]);
      return found.join() === header.join() && !header.includes(field)
        ? []
        : [`${field}>${found.join('/')}`];
    });
    const placed = fieldNames(header, ['timestamp', 'time', 'open', 'volume'], {
      open: 'Open',
      time: 'Time',
    });
    const several = fieldNames(header, ['date', 'time', 'close', 'price', 'size']);
    return `${header.join(', ')}: ${all.join(' ')} | ${several.join()} | ${placed.join()}`;
  });
  await expect(`${named.join('\n')}\n`).toMatchFileSnapshot('./golden-fields/columns.txt');
});

it('zones and clock changes are read so', async () => {
  const text = lines(stamps.split('|'), (one) =>
    (['UTC', 'America/New_York', '-06:00'] as const).map((zone) =>
      read(() => parseZonedInstant(one, zone), asInstant),
    ),
  );
  const at = (stamp: string): number => parseInstant(stamp, null)!;
  const pairs = [
    ['2024-11-03T05:30:00Z', '2024-11-03T05:30:00Z'],
    ['2024-11-03T05:30:00Z', '2024-11-03T06:30:00Z'],
    ['2024-11-03T06:30:00Z', '2024-11-03T05:30:00Z'],
    ['2024-03-10T06:30:00Z', '2024-03-10T07:00:00Z'],
    ['2024-11-03T05:30:00Z', '2024-11-04T05:30:00Z'],
    ['2024-06-03T05:30:00Z', '2024-06-03T05:30:00Z'],
  ] as const;
  const changes = pairs.flatMap(([one, above]) =>
    (['UTC', 'America/New_York', undefined] as const).map((zone) =>
      [one, above, zone, JSON.stringify(clockChangeDefect(at(one), at(above), zone))].join(' '),
    ),
  );
  const file = './golden-fields/zones.txt';
  await expect(`${text}${changes.join('\n')}\n`).toMatchFileSnapshot(file);
});
