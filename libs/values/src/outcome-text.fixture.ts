/** What a call gives, for golden files: its value as a text, or the failure that it throws. */

import { isFailure, type TapefoldError } from './failure.js';

/** Any other error is thrown on. */
export function outcomeText(
  get: () => unknown,
  textOf: (value: unknown) => string,
  reasonOf: (failure: TapefoldError) => string = ({ message }) => message,
): string {
  try {
    return textOf(get());
  } catch (error) {
    if (isFailure(error)) return `! ${reasonOf(error)}`;
    throw error;
  }
}

/** A reason with the code of its failure. */
export const codedReason = ({ code, message }: TapefoldError): string => `${code} ${message}`;
