/**
 * The texts that a module's process holds for its view: those of facts, and the inputs of
 * the task at hand.
 */

import type { DocumentReader } from '#market-view';
import type { TaskInput } from './module-observation.js';

export class ChildDocuments implements DocumentReader {
  private readonly ofFacts = new Map<string, string>();
  private readonly inputs = new Map<string, string>();

  keep(texts: Iterable<readonly [sha256: string, text: string]>): void {
    for (const [sha256, text] of texts) this.ofFacts.set(sha256, text);
  }

  /** Drops the inputs of the previous task: memory does not grow with the tasks. */
  holdInputs(inputs: readonly TaskInput[]): void {
    this.inputs.clear();
    for (const { sha256, text } of inputs) if (text !== undefined) this.inputs.set(sha256, text);
  }

  get(sha256: string): string | undefined {
    return this.ofFacts.get(sha256) ?? this.inputs.get(sha256);
  }
}
