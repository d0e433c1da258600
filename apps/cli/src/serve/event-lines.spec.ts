/** Lines about runs, as their messages arrive. */

import { expect, it, onTestFinished } from 'vitest';
import { openEmbeddedLog } from '#event-log';
import {
  hash,
  outgoing,
  runA,
  runB,
  runSubmitted,
  tasksScored,
} from '#read-models/sample-messages.fixture';
import { topicLayouts } from '#service-host';
import { startEventLines } from './event-lines.js';

it('names a run that the tables do not know yet, and one of before by the tables', async () => {
  const log = await openEmbeddedLog();
  await log.ensureTopics(topicLayouts(2));
  const lines: string[] = [];
  const labelOf = (run: string) => Promise.resolve(run === runB ? 'earlier' : undefined);
  const tail = await startEventLines({ log, labelOf, write: (line) => lines.push(line) });
  onTestFinished(async () => {
    await tail.stop();
    await log.close();
  });
  await log.append([outgoing('runs', runSubmitted(runA, 'first'))]);
  await log.append([
    outgoing('scores', tasksScored(runA)),
    outgoing('scores', tasksScored(runB)),
    outgoing('scores', tasksScored(hash('d'))),
  ]);
  await expect.poll(() => lines.length).toBe(3);
  const named = lines.map((line) => /^finished (.*?) \(/.exec(line)?.[1]);
  expect(named.toSorted()).toEqual(['a run', 'earlier', 'first']);
});
