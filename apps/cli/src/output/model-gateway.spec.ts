/**
 * How `--models`, `--model-mode` and `--recordings` combine, and which combinations are refused.
 */

import { describe, expect, it } from 'vitest';
import { modelOptionsOf, wordsOf } from './model-gateway.js';

describe('options of models', () => {
  it.each([
    [{}, {}, { file: undefined, mode: 'record', recordings: undefined }],
    [{ models: 'a.yaml' }, { TAPEFOLD_MODELS: 'b.yaml' }, { file: 'a.yaml' }],
    [{}, { TAPEFOLD_MODELS: 'b.yaml' }, { file: 'b.yaml' }],
    [{}, { TAPEFOLD_MODELS: '' }, { file: undefined }],
    [{ recordings: 'out' }, {}, { mode: 'replay', recordings: 'out' }],
    [
      { recordings: 'out', modelMode: 'replay-or-record' },
      {},
      { mode: 'replay-or-record', recordings: 'out' },
    ],
  ])('%j in the environment %j', (options, environment, expected) => {
    expect(modelOptionsOf(options, environment)).toMatchObject(expected);
  });

  it('are repeated in the command that resumes', () => {
    const options = { file: 'a.yaml', mode: 'replay-or-record', recordings: 'out' } as const;
    const words = ['--model-mode', 'replay-or-record', '--recordings', 'out'];
    expect(wordsOf(options, {})).toEqual(['--models', 'a.yaml', ...words]);
    expect(wordsOf(options, { TAPEFOLD_MODELS: 'a.yaml' })).toEqual(words);
    expect(wordsOf({ file: undefined, mode: 'record', recordings: undefined }, {})).toEqual([]);
  });

  it.each([
    [{ modelMode: 'live' }, '--model-mode', 'one of record, replay, replay-or-record'],
    [{ modelMode: 'replay' }, '--recordings', 'the folder of a result'],
    [{ modelMode: 'replay-or-record' }, '--recordings', 'the folder of a result'],
    [{ modelMode: 'record', recordings: 'out' }, '--recordings', 'no recordings, or another mode'],
  ])('%j is refused', (options, where, expected) => {
    expect(() => modelOptionsOf(options, {})).toThrow(
      expect.objectContaining({ code: 'InvalidInput', where, expected }),
    );
  });
});
