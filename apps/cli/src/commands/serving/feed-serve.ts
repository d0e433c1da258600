/** `tapefold feed serve`: a data set in a vendor's protocol, at a pace, until Ctrl-C. */

import { readFileSync } from 'node:fs';
import { conflict, excerpt, formatInstant, invalidInput, parseInstant, unavailable } from '#values';
import { requireBounded, writtenBytesMax } from '#files';
import { parseSpeed } from '#tape';
import {
  serveDataset,
  type ServedDataset,
  type ServedDatasetOptions,
} from '../../feed/served-dataset.js';
import { oneOf, type Options, textOf, wholeNumber } from '../../program/option-value.js';
import { stopOnSignal, untilAborted } from '../../program/stop-signal.js';
import { StatusLine } from '../../program/status-line.js';
import { print, notify } from '../../program/print.js';

/** Milliseconds between two status lines without a terminal. */
const statusMs = 60_000;
/** Maximum bytes queued for a client before it counts as too slow. */
const waitingBytesMax = 16 << 20;
const authTimeoutMs = 10_000;

export async function feedServeCommand(options: Options): Promise<void> {
  using stop = stopOnSignal();
  const served = await open(servedOptions(options));
  try {
    await serve(served, options['exit'] === true, stop.signal);
  } finally {
    await served.close();
  }
}

async function open(options: ServedDatasetOptions): Promise<ServedDataset> {
  try {
    return await serveDataset(options);
  } catch (cause) {
    if ((cause as { code?: unknown } | null)?.code !== 'EADDRINUSE') throw cause;
    const where = `${options.host}:${options.port}`;
    throw conflict('the address is in use', { where, expected: 'a free port', cause });
  }
}

async function serve(served: ServedDataset, exits: boolean, signal: AbortSignal): Promise<void> {
  const { feed } = served;
  print(JSON.stringify(feed.server.address));
  notify('Ctrl-C stops it');
  const status = new StatusLine(process.stderr);
  status.start(statusLine(served), statusMs);
  try {
    await served.play(signal);
    if (signal.aborted || exits) return;
    status.tell('end of the data; connections and REST stay open');
    await untilAborted(signal);
  } finally {
    status.end();
  }
}

function servedOptions(options: Options): ServedDatasetOptions {
  oneOf(options['protocol'], ['alpaca'], { what: 'no such protocol' });
  const speed = parseSpeed(textOf(options['speed']) ?? 'real');
  const limit = textOf(options['symbolLimit']);
  const waitFor = options['wait'];
  return {
    data: textOf(options['data']) ?? '',
    speed,
    start: startOf(options),
    symbols: options['symbols'] as readonly string[] | undefined,
    now: options['now'] === true,
    waitFor: clientsOf(waitFor),
    ...endpointOf(options),
    symbolsMax: limit === undefined ? null : wholeNumber(limit, '--symbol-limit'),
    connectionsMax: wholeNumber(options['connectionLimit'], '--connection-limit'),
    refusedFeeds: (options['refuseFeed'] ?? []) as readonly string[],
    // At full speed no client could keep up, so the data waits for its readers.
    waitingBytesMax: speed === 'max' ? null : waitingBytesMax,
    authTimeoutMs,
  };
}

function endpointOf(
  options: Options,
): Pick<ServedDatasetOptions, 'host' | 'port' | 'credentials' | 'tls'> {
  const host = textOf(options['host']) ?? '127.0.0.1';
  const { APCA_API_KEY_ID, APCA_API_SECRET_KEY } = process.env;
  const key = textOf(options['key']) ?? APCA_API_KEY_ID;
  const secret = textOf(options['secret']) ?? APCA_API_SECRET_KEY;
  if ((key === undefined || secret === undefined) && !/^(127[.]|::1$|localhost$)/.test(host)) {
    const expected = '--key and --secret';
    throw invalidInput('a public address requires explicit keys', { where: '--host', expected });
  }
  const port = wholeNumber(options['port'], '--port', 0, 65_535);
  const credentials = { key: key ?? 'test', secret: secret ?? 'test' };
  return { host, port, credentials, tls: tlsOf(options) };
}

function tlsOf(options: Options): ServedDatasetOptions['tls'] {
  const cert = textOf(options['cert']);
  const key = textOf(options['certKey']);
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw invalidInput('a certificate needs its key', { expected: '--cert and --cert-key' });
  }
  return { cert: readText(cert), key: readText(key) };
}

function readText(path: string): string {
  requireBounded(path, writtenBytesMax);
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw unavailable('the file cannot be read', { where: path, cause });
  }
}

function startOf(options: Options): number | undefined {
  const text = textOf(options['start']);
  if (text === undefined) return undefined;
  const start = parseInstant(text, null);
  if (start !== undefined) return start;
  const expected = 'an instant with its offset (2026-01-05T09:30:00-05:00)';
  throw invalidInput('not an instant', { where: '--start', expected, found: excerpt(text) });
}

/** The address of the data, and what was sent, with the rate since the previous call. */
function statusLine({ feed }: ServedDataset): () => string {
  let sentBefore = 0;
  let sinceMs = performance.now();
  return () => {
    const { at, facts, sent, connections } = feed.counts;
    const nowMs = performance.now();
    const rate = Math.round(((sent - sentBefore) * 1000) / Math.max(nowMs - sinceMs, 1));
    sentBefore = sent;
    sinceMs = nowMs;
    const place = at === null ? 'before the first fact' : formatInstant(at);
    const counts = `${facts} facts · ${sent} messages sent (${rate}/s)`;
    return `${place} · ${counts} · ${connections} connections`;
  };
}

/** How many clients the feed waits for: one if no number is given. */
function clientsOf(waitFor: unknown): number {
  if (waitFor === undefined) return 0;
  return waitFor === true ? 1 : wholeNumber(waitFor, '--wait');
}
