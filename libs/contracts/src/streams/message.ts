/** Members common to all messages, and validators that many of their members share. */

import { z } from 'zod';

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const count = z.int().nonnegative();

/** The schema of a message: its type and version, then its own members. */
export const message = <const T extends string, const V extends number, M extends z.ZodRawShape>(
  type: T,
  version: V,
  members: M,
) => z.strictObject({ type: z.literal(type), version: z.literal(version), ...members });
