/** Parses one YAML text on a separate thread: returns it as JSON. Its parent terminates it. */

import { parentPort, workerData } from 'node:worker_threads';
import { parseDocument } from 'yaml';

/**
 * `begun`: the thread has loaded its modules, and parsing starts. The last message has the result.
 */
export type YamlMessage =
  { readonly begun: true } | { readonly json: string } | { readonly defect: string };

/** A document is a tree with few shared parts; more aliases are an attempt to blow up memory. */
const aliasesMax = 100;

function answerTo(text: string): YamlMessage {
  const document = parseDocument(text, { prettyErrors: true });
  const [broken] = document.errors;
  if (broken !== undefined) return { defect: broken.message.split('\n')[0] ?? 'broken YAML' };
  try {
    const value: unknown = document.toJS({ maxAliasCount: aliasesMax });
    return { json: JSON.stringify(value) ?? 'null' };
  } catch {
    return { defect: 'aliases that cannot be resolved' };
  }
}

parentPort?.postMessage({ begun: true } satisfies YamlMessage);
parentPort?.postMessage(answerTo(String(workerData)));
