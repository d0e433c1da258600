/** Reads one YAML text on a thread of its own and returns it as JSON; its parent terminates it. */

import { parentPort, workerData } from 'node:worker_threads';
import { parseDocument } from 'yaml';

export type YamlAnswer = { readonly json: string } | { readonly defect: string };

/** A document is a tree with few shared parts; more aliases are an attempt to blow up memory. */
const aliasesMax = 100;

function answerTo(text: string): YamlAnswer {
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

parentPort?.postMessage(answerTo(String(workerData)));
