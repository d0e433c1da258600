/** The errors with which a database reports that it is unavailable for now, as opposed to bugs. */

import { isFailure, unavailable } from '#values';

/**
 * Turns errors whose code and message match into `Unavailable`; others are bugs and are
 * rethrown unchanged.
 */
export const unavailableOn =
  (transient: RegExp, message: string) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof Error) || isFailure(cause)) throw cause;
      const { code = '' } = cause as { code?: unknown };
      if (!transient.test(`${String(code)} ${cause.message}`)) throw cause;
      throw unavailable(message, { found: cause.message || String(code), cause });
    }
  };

/**
 * Postgres is down, stopping, starting or full, or two transactions conflicted: SQLSTATEs, codes of
 * the network, and messages of the driver without a code. Appended rows are new by number, so a
 * duplicate key (23505) means that another transaction inserted it meanwhile.
 */
export const duringOutage = unavailableOn(
  new RegExp(
    '^(08|23505|40001|40P01|53|57P0|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET)' +
      '|connection terminated|timeout exceeded|not queryable|connection timeout|already released',
    'i',
  ),
  'the database is not available',
);
