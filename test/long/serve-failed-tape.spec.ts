/**
 * A data set that changes under a served scenario fails it at once with the reason, and
 * can be repaired.
 */

import { copyFileSync, linkSync, readFileSync, renameSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { file, folder } from '../e2e/command-line.fixture.js';
import { serve } from '../e2e/served.fixture.js';
import { waveData, waveScenario } from '../e2e/wave-data.fixture.js';

const bars = 5_000;

/**
 * Truncates the file for processes that have it open; those that open it from now on find it whole.
 */
function cutOffWhereOpen(path: string): void {
  linkSync(path, `${path}.open`);
  copyFileSync(path, `${path}.whole`);
  renameSync(`${path}.whole`, path);
  truncateSync(`${path}.open`, readFileSync(path).length / 2);
}

it('ends with the reason if its file is cut off after planning, and starts over once it is repaired', async () => {
  const directory = folder();
  const wave = waveData(directory, bars);
  const scenario = (until: string): string =>
    file(directory, `${until}.yaml`, waveScenario('wave', until));
  const served = await serve(join(directory, 'data'), '--dataset', `wave=${wave}`);
  const sound = await served.cluster('submit', scenario('01-02'), '--wait');
  expect(sound.code, sound.err).toBe(0);
  cutOffWhereOpen(join(wave, 'bars.csv'));

  const ended = await served.cluster('submit', scenario('01-03'), '--wait');

  const failed = /^2 of 2 runs have failed: (.*)$/m;
  expect([ended.code, ended.out]).toEqual([1, '']);
  const reason = failed.exec(ended.err)?.[1] ?? '';
  expect(reason).toMatch(
    /^bars\.csv(?: line \d+|: the file was cut while it was read)|^dataset wave: the data set has changed while/,
  );
  expect(served.said()).toMatch(/^tape wave-\w{12} has failed after \d+ facts: /m);
  const id = [...served.said().matchAll(/^submitted wave \((\w{12})\)/gm)].at(-1)?.[1] ?? '';
  for (const command of ['results', 'watch']) {
    const told = await served.cluster(command, id);
    expect([command, told.code, failed.exec(told.err)?.[1]]).toEqual([command, 1, reason]);
  }
  const { out: status } = await served.cluster('status', '--all');
  expect(status).toContain(`2 failed\n  2 of 2 runs have failed: ${reason}\n`);

  const again = await served.cluster('submit', scenario('01-03'), '--wait', '--json');
  expect(again.code, again.err).toBe(0);
  expect(again.err).toMatch(/^submitted: 2 runs/);
  expect(JSON.parse(again.out)).toMatchObject({
    tape: { id: expect.stringMatching(/^wave-\w{12}\.2$/) },
  });
});
