/** Which texts a module's process holds, and for how long. */

import { describe, expect, it } from 'vitest';
import { ChildDocuments } from './child-documents.js';

const input = (sha256: string, text?: string) => ({ name: sha256, sha256, text });

describe('documents of a module’s process', () => {
  it('are those of facts for good, and the inputs of one task until the next', () => {
    const documents = new ChildDocuments();
    documents.keep([['a', 'of a filing']]);
    documents.holdInputs([input('a', 'of a filing'), input('b', 'of a task'), input('c')]);
    expect(['a', 'b', 'c'].map((sha256) => documents.get(sha256))).toEqual([
      'of a filing',
      'of a task',
      undefined,
    ]);
    documents.holdInputs([]);
    expect(['a', 'b'].map((sha256) => documents.get(sha256))).toEqual(['of a filing', undefined]);
  });
});
