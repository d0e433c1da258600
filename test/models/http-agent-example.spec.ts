/** The example of an agent behind a URL runs as its how-to shows it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { misplaced, shownIn } from '../e2e/shown-commands.fixture.js';
import {
  answers,
  copyOf,
  filesOf,
  shown,
  startLlmock,
  startServer,
} from './example-commands.fixture.js';
import { eventsOf } from './model-runs.fixture.js';

const example = '12-http-agent';
const page = readFileSync('docs/how-to/write-an-http-agent.md', 'utf8');
const { blocks, shown: commands } = shownIn(page);

describe('how to write an HTTP agent', () => {
  it('quotes the files of the example', () => {
    const quoted = blocks.filter(({ language }) => language === 'yaml' || language === 'python');
    const texts = quoted.map(({ text }) => text);
    expect(texts.sort()).toEqual(filesOf(example, ['.yaml', '.py']).sort());
  });

  it('prints what it shows, and does not turn an invalid answer into HOLD', async () => {
    expect(commands.length).toBeGreaterThan(1);
    const copy = await copyOf(example, [4010, 8700]);
    await startLlmock(copy.portOf(4010), join(copy.folder, 'script.json'));
    startServer(['python3', join(copy.folder, 'agent.py')]);
    await answers(copy.portOf(8700));
    for (const [command, lines] of commands) {
      const { code, out, err } = await shown(command, copy);
      expect(code, `${command}\n${err}`).toBe(0);
      expect(misplaced(out, lines), `${command}\n${out}`).toEqual([]);
    }
    const events = await eventsOf(join(copy.home, 'tapefold-runs/http-agent'), 'outside-AAPL');
    const decided = events.filter(({ type }) => type.startsWith('Decision'));
    expect(decided.map((event) => [event.type, event.class])).toEqual([
      ['DecisionMade', undefined],
      ['DecisionMade', undefined],
      ['DecisionMissing', 'no answer'],
      ['DecisionMade', undefined],
    ]);
  });
});
