/**
 * The schema of an object with any members; separate from `nesting.ts`, which processes without
 * schemas also load.
 */

import { z } from 'zod';
import { hasPlainKeys, isNestedWithin } from '../parsing/nesting.js';

/**
 * An object whose members are any JSON, such as the settings of an agent: at most `depthMax` deep,
 * with plain keys.
 */
export const openObject = (depthMax: number) =>
  z
    .unknown()
    // Depth is checked first: a JSON schema walks the whole value, however deep.
    .refine((value) => isNestedWithin(value, depthMax), `nested more than ${depthMax} deep`)
    .refine(hasPlainKeys, 'a member called __proto__')
    .pipe(z.record(z.string(), z.json()))
    // The published schema is that of the object; no schema can express the depth.
    .meta({ type: 'object' });
