/**
 * Goal: twenty configurations of a scripted model write 52 reports each, and a model judges them,
 * in one process and over a cluster: the same journals, and a replay without the model. Reports on
 * standard error what it took.
 */

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import type { MockRequest } from '../models/aimock.fixture.js';
import { runTapefold } from '../parity/commands.js';
import {
  agentsOf,
  call,
  hashesOf,
  numberOf,
  registered,
  replayed,
  resultIn,
  stubSoak,
  taskOf,
  timed,
} from './stub-soak.fixture.js';

const configurations = Array.from({ length: 20 }, (_, at) => `stub-${at + 1}`);
const judges = ['kind', 'strict'];
/** Four symbols over thirteen weeks. */
const asked = {
  workflow: 'insights',
  symbols: ['ALDR', 'BRKW', 'CNDR', 'DUNE'],
  window: { from: '2023-10-02', to: '2023-12-29' },
};
const reports = 52;
const { folder, models, fileOf, startCluster, stopModel } = stubSoak('judge-stubs', answerTo);

/**
 * Looks at the metrics and writes a short report, or gives scores that follow from the
 * name and the task.
 */
function answerTo(request: MockRequest) {
  const task = taskOf(request);
  const sum = numberOf(request.model + task);
  if (judges.includes(request.model)) {
    const scores = { evidence_fidelity: (sum % 21) / 4, reasoning_quality: (sum % 9) / 2 };
    return call('submit_answer', { answer: { scores } });
  }
  const [, symbol = '', date = ''] = /([A-Z]+)-([0-9-]{10})/.exec(task) ?? [];
  if (!request.messages.some(({ role }) => role === 'tool')) {
    return call('get_weekly_metrics', { symbol, target_date: date });
  }
  const rating = ['STRONG_BUY', 'BUY', 'HOLD', 'SELL', 'STRONG_SELL'][sum % 5]!;
  const head =
    `# ${symbol} Weekly Equity Research Report\n\n**Symbol:** ${symbol} | **Model:** ` +
    `${request.model}`;
  const body = `The week gave no reason to change the view on ${symbol}. `.repeat(80);
  const report =
    `${head} | **Week Ending:** ${date}\n\n**Rating:** ${rating}\n\n## 1. Executive Summary\n\n` +
    `${body}`;
  return call('submit_answer', { answer: { rating, report } });
}

it('gives the journals of one process over a cluster, and replays without the model', async () => {
  const alone = join(folder, 'alone');
  const scenario = { name: 'stubs', data: 'synthetic-market', ...asked, tasksAtOnce: 8 };
  const written = fileOf('stubs.json', { ...scenario, agents: agentsOf(configurations) });
  await timed('written', runTapefold(['run', written, '--models', models, '--out', alone]));
  const result = resultIn(alone);
  expect(result.runs.map(({ coverage }) => coverage.answered)).toEqual(
    configurations.map(() => reports),
  );
  const judgesFile = fileOf('judges.json', { agents: agentsOf(judges) });
  const judging = ['judge', alone, '--with', judgesFile, '--models', models];
  await timed('judged by two', runTapefold(judging));
  const judged = resultIn(`${alone}-judged`);
  expect(judged.runs.map((run) => valuesOf(run)['judged'])).toEqual([1, 1]);

  const answers = join(`${alone}-judged`, 'data');
  const submit = await startCluster([...configurations, ...judges], { answers });
  const theirs = { ...scenario, tasksAtOnce: 1, agents: registered(configurations) };
  expect(hashesOf(await submit('together', theirs))).toEqual(hashesOf(result));
  const { terms } = judged.scenario;
  const own = { name: 'judging', data: 'answers', workflow: 'judging', terms };
  const both = await submit('judges', { ...own, agents: registered(judges) }, answers);
  expect(hashesOf(both)).toEqual(hashesOf(judged));

  await stopModel();
  expect(hashesOf(await replayed(alone))).toEqual(hashesOf(result));
  expect(hashesOf(await replayed(`${alone}-judged`))).toEqual(hashesOf(judged));
});
