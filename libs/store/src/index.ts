/** One append-only table for everything that is recorded beside a journal. */

export type { Batch, RecordStore, StoredRecord } from './record-store.js';
export { isStoreFull, SqliteStore, type SqliteStoreOptions } from './embedded/sqlite-store.js';
export { requireLog } from './embedded/missing-log.js';
export { duringOutage, unavailableOn } from './outages.js';
