/** How a file writes its rows, as a table of `dataset.yaml` declares it. */

import { z } from 'zod';
import { dateFormat, epochUnits } from '../rows/date-format.js';

const delimiters = { comma: ',', tab: '\t', semicolon: ';', pipe: '|' } as const;

/** All optional and without defaults: data sets that declare none keep their content hash. */
export const dialectKeys = {
  delimiter: z.enum(['comma', 'tab', 'semicolon', 'pipe', ',', '\t', ';', '|']).optional(),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).optional(),
  /** `false`: the first line is a row, and `columns` are positions from 1. */
  header: z.boolean().optional(),
  decimal: z.enum(['.', ',']).optional(),
  thousands: z.enum([',', '.', "'", ' ']).optional(),
  /** Whether numbers may carry a currency sign, `K`, `M`, `B`, `T` or `%`. */
  units: z.boolean().optional(),
  dates: z
    .string()
    .max(40)
    .refine((name) => dateFormat(name) !== undefined, {
      message: 'expected YYYY, MM (or Mon) and DD with separators, such as DD.MM.YYYY',
    })
    .optional(),
  epoch: z.enum(epochUnits).optional(),
  /** Texts that stand for a value that is not known, besides an empty one. */
  unknown: z.array(z.string().max(40)).max(20).optional(),
};

const dialectSchema = z.object(dialectKeys);
export type DialectKeys = Readonly<z.infer<typeof dialectSchema>>;

/** The character between two fields. */
export const delimiterOf = ({ delimiter = ',' }: DialectKeys): string =>
  delimiters[delimiter as keyof typeof delimiters] ?? delimiter;
