/**
 * The single shape of an error over HTTP, and refusals specific to the edge: no token, not
 * found, too much.
 */

import { HttpException } from '@nestjs/common';
import { z } from 'zod';
import { failureCodes, printable } from '#values';

/** Codes in addition to those of the engine's own failures. */
const edgeCodes = ['Unauthorised', 'Forbidden', 'NotFound', 'TooMany', 'Refused'] as const;

export const failureBodySchema = z
  .strictObject({
    code: z.enum([...failureCodes, ...edgeCodes]),
    /** One sentence for a reader. */
    message: z.string(),
    /** The field, parameter or line concerned. */
    where: z.string().nullable(),
    expected: z.string().nullable(),
    found: z.string().nullable(),
  })
  .meta({ id: 'Failure', description: 'Why a request failed.' });
export type FailureBody = z.infer<typeof failureBodySchema>;

interface FailureParts {
  readonly where?: string | null | undefined;
  readonly expected?: string | null | undefined;
  readonly found?: string | null | undefined;
}

/** A refusal with its status; each text is cut to one line. */
export function httpFailure(
  status: number,
  code: FailureBody['code'],
  message: string,
  parts: FailureParts = {},
): HttpException {
  return new HttpException(failureBody(code, message, parts), status);
}

export function failureBody(
  code: FailureBody['code'],
  message: string,
  { where, expected, found }: FailureParts = {},
): FailureBody {
  return {
    code,
    message: printable(message, 600),
    where: line(where),
    expected: line(expected),
    found: line(found),
  };
}

export const notFound = (what: string, id: string): HttpException =>
  httpFailure(404, 'NotFound', `no such ${what}`, { where: what, found: id });

export const badRequest = (message: string, parts: FailureParts = {}): HttpException =>
  httpFailure(400, 'InvalidInput', message, parts);

const line = (text: string | null | undefined): string | null =>
  text === undefined || text === null ? null : printable(text, 300);
