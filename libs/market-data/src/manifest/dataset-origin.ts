/**
 * What a data set that follows from a finished result says of it: `origin` and `places` in
 * `dataset.yaml`.
 */

import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 of 64 hex digits');
/** Hash of the journal by the label of its run. */
const runs = z.record(z.string().min(1), sha256);

/**
 * What the data was made from. It is part of the content hash of the data set, which the last
 * record of each journal over it names: after a change, the runs must be repeated.
 */
export const originSchema = z.strictObject({
  /** Journals of the result. */
  runs,
  /** In a later stage of grading: the stage before it, and its journals. */
  before: z.strictObject({ workflow: z.string().min(1), runs }).optional(),
  /** Two agents whose answers a rubric is made from. */
  authors: z.tuple([z.string(), z.string()]).optional(),
  /** Content of the file of rubrics, and of their review. */
  rubrics: sha256.optional(),
  review: sha256.optional(),
  /**
   * A member of the solutions that people may state or change after the runs, and what it
   * was before them.
   */
  stated: z.strictObject({ member: z.string().min(1), sha256 }).optional(),
});
export type DataOrigin = z.infer<typeof originSchema>;

/**
 * Where the files behind `origin` are, from the folder of the data set. No hash covers this, as
 * folders are moved; what is found there must have the hashes that `origin` names.
 */
export const placesSchema = z.strictObject({
  result: z.string().min(1),
  /** Folder of the stage before. */
  before: z.string().min(1).optional(),
  /** The data set of the result, if it moved. */
  data: z.string().min(1).optional(),
  rubrics: z.string().min(1).optional(),
  review: z.string().min(1).optional(),
});
export type DataPlaces = z.infer<typeof placesSchema>;
