/**
 * A drawn price file: each bar has the start and the end that its vendor cuts it by, which nothing
 * of the product has a part in.
 */

import fc from 'fast-check';
import { exchangeNames } from './published-hours.js';
import type { Form, Stamp } from './vendor-files.js';

export interface VendorBar {
  readonly stamp: Stamp;
  /** In milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
}

export interface VendorWorld {
  readonly symbol: string;
  readonly form: Form;
  readonly bars: readonly VendorBar[];
  /** Options of the command line. */
  readonly options: { readonly calendar?: string; readonly timestampZone?: string };
  /** What the user edits in `dataset.yaml`: keys of the data set, and those of its bars. */
  readonly edits: { readonly top?: Readonly<Record<string, string>>; readonly bars?: Edits };
  /** The zone of the exchange: dates of actions are those of its clock. */
  readonly zone: string;
}
type Edits = Readonly<Record<string, string | number>>;

export type Cut = Omit<VendorBar, 'stamp'>;

export const formOf = (forms: Readonly<Record<string, Form>>): fc.Arbitrary<Form> =>
  fc.constantFrom(...Object.values(forms));
export const coins = fc.constantFrom('BTC-USD', 'ETHUSDT');
export const zones = fc.constantFrom(
  'America/New_York',
  'America/Chicago',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
);

export const evenly = (first: number, step: number, count: number): Cut[] =>
  Array.from({ length: count }, (_, at) => {
    const start = first + at * step;
    return { start, end: start + step };
  });
export const stamped = (cuts: readonly Cut[], stampOf: (cut: Cut) => Stamp): VendorBar[] =>
  cuts.map((cut) => ({ ...cut, stamp: stampOf(cut) }));
export const byStart = ({ start }: Cut): Stamp => ({ instant: start });
export const exchange = fc.constantFrom(...exchangeNames);
