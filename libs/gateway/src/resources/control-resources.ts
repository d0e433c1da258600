/** The interface's resources for tokens. */

import { z } from 'zod';
import { tokenRowSchema } from '#read-models/entities/control-rows';
import { instantSchema } from '#read-models/entities/fields';
import { scopeSchema } from '../auth/principal.js';

const name = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'letters, digits, ".", "_", "-", 64 at most');

const yearSeconds = 366 * 86_400;

export const tokenPathSchema = z.strictObject({ name });

export const tokenBodySchema = z
  .strictObject({
    name: name
      .refine((given) => given !== 'admin', 'another name than admin')
      .meta({ not: { const: 'admin' } }),
    scopes: z.array(scopeSchema).min(1).max(3),
    expiresInSeconds: z.int().positive().max(yearSeconds),
  })
  .meta({
    id: 'TokenRequest',
    description:
      'The token to create. Its scopes cannot exceed those of the token that creates it.',
    examples: [{ name: 'dashboard', scopes: ['read'], expiresInSeconds: 2_592_000 }],
  });

export const tokenMadeSchema = z
  .strictObject({
    name: z.string(),
    scopes: z.array(scopeSchema).readonly(),
    expires: instantSchema,
    token: z.string().describe('Shown only here.'),
  })
  .meta({ id: 'TokenMade', description: 'A new token.' });

export const tokenSchema = tokenRowSchema
  .omit({ hash: true })
  .meta({ id: 'Token', description: 'A token without its secret.' });

export const tokenRevokedSchema = z
  .strictObject({ name: z.string() })
  .meta({ id: 'TokenRevoked', description: 'The revoked token.' });
