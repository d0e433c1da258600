/** The column types that Postgres and SQLite share, as decorators; JSON is text. */

import { Column, PrimaryColumn } from 'typeorm';
import { packing } from './packed-text.js';

/** Postgres hands 64-bit integers over as text; all of ours are safe integers. */
const wholeNumber = {
  type: 'bigint' as const,
  transformer: {
    to: (value: unknown) => value,
    from: (value: unknown) => (value === null || value === undefined ? null : Number(value)),
  },
};
const nullable = { nullable: true } as const;

export const TextKey = (): PropertyDecorator => PrimaryColumn({ type: 'text' });
export const WholeKey = (): PropertyDecorator => PrimaryColumn(wholeNumber);
export const Text = (): PropertyDecorator => Column({ type: 'text' });
export const TextOrNull = (): PropertyDecorator => Column({ type: 'text', ...nullable });
export const Whole = (): PropertyDecorator => Column(wholeNumber);
export const WholeOrNull = (): PropertyDecorator => Column({ ...wholeNumber, ...nullable });
export const Double = (): PropertyDecorator => Column({ type: 'double precision' });
export const DoubleOrNull = (): PropertyDecorator =>
  Column({ type: 'double precision', ...nullable });
export const Flag = (): PropertyDecorator => Column({ type: 'boolean' });
/** Long texts, compressed. */
export const PackedText = (): PropertyDecorator => Column({ type: 'text', transformer: packing });
export const JsonText = (): PropertyDecorator => Column({ type: 'simple-json' });
export const JsonTextOrNull = (): PropertyDecorator => Column({ type: 'simple-json', ...nullable });
