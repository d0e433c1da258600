/** The files of agents are found by what they were, from the result outwards. */

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { TaskPlan } from '#workflows';
import { agentsDirectory } from './agents-directory.js';

const shaOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const planOf = (file: string): TaskPlan => ({
  agent: { id: 'mine', kind: 'script', file: './mine.csv' },
  id: '',
  label: 'mine',
  workflow: 'triage',
  repeat: 0,
  baseSeed: 0,
  seed: 0,
  data: null,
  file,
  terms: {},
  tasksAtOnce: 1,
});

it('gives the nearest folder with the files as they were, else as they are, else says where to go', () => {
  const home = mkdtempSync(join(tmpdir(), 'tapefold-agents-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const inner = join(home, 'inner');
  const result = join(inner, 'runs/mine');
  mkdirSync(result, { recursive: true });
  writeFileSync(join(home, 'mine.csv'), 'one');
  writeFileSync(join(inner, 'mine.csv'), 'other');
  expect(agentsDirectory(result, [planOf(shaOf('one'))])).toBe(home);
  expect(agentsDirectory(result, [planOf(shaOf('other'))])).toBe(inner);
  expect(agentsDirectory(result, [planOf(shaOf('before'))])).toBe(inner);
  rmSync(join(home, 'mine.csv'));
  rmSync(join(inner, 'mine.csv'));
  expect(() => agentsDirectory(result, [planOf(shaOf('one'))])).toThrow(
    expect.objectContaining({ code: 'InvalidInput', where: result }),
  );
});
