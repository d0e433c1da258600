/**
 * A live run continues after a kill as if nothing had happened, ends, and any alteration of
 * it is detected.
 */

import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Result } from '#contracts/result/result';
import { file, folder, tapefold } from '../e2e/command-line.fixture.js';
import { feedOf, LiveRun } from '../e2e/live-run.fixture.js';

const rules = '  - { id: hold, kind: buy-and-hold }\n  - { id: coin, kind: random, seed: 3 }\n';

describe('tapefold live', () => {
  it('continues after a kill, ends, and is verified, replayed, and compared at night', async () => {
    const live = new LiveRun(rules);
    live.grow(5);
    const first = await live.start();
    await first.until(() => live.decisions('coin-AAA').length === 5);
    await first.kill();
    live.grow(5);
    // No session has closed, so there is no result; the journals are there all the same.
    expect(await tapefold('verify', live.out)).toMatchObject({ code: 0 });
    expect(await tapefold('replay', live.out)).toMatchObject({
      code: 0,
      out: 'replayed: 2 runs, journals byte for byte\n',
    });
    const second = await live.start();
    await second.until(() => live.decisions('coin-AAA').length === 10);
    expect((await second.stop()).err).toMatch(
      /resumed coin-AAA after \d+ records[^]*resume with: /,
    );
    // The first bar of the day bought at 100, the last one closed at 109.
    const stopped = live.result().runs[0]?.open;
    expect(stopped?.positions).toMatchObject([{ symbol: 'AAA', price: 109 }]);
    expect(stopped?.profit).toBeCloseTo(9 * (stopped?.positions[0]?.shares ?? 0), 6);
    expect(await tapefold('verify', live.out)).toMatchObject({ code: 0 });
    const shown = await tapefold('inspect', join(live.out, 'runs', 'hold-AAA'));
    expect(shown.out).toMatch(/^hold-AAA at [^]*AAA: close 109 of /);
    live.grow(2);
    const last = await (await live.start('--end', '--for', '2s')).ended;
    expect(last).toMatchObject({ code: 0, err: expect.stringContaining('ended') });
    expect(last.out).not.toContain('no bar');
    const events = live.events('hold-AAA');
    expect(events.at(-1)?.type).toBe('RunClosed');
    expect(live.decisions('coin-AAA')).toHaveLength(12);

    expect(await tapefold('verify', live.out)).toMatchObject({ code: 0 });
    expect(await tapefold('replay', live.out)).toMatchObject({ code: 0 });
    // Over the recording the same comes out, also where the ended runs are there already.
    const money = live.result().runs.map(({ open }) => open);
    expect(money[0]?.positions).toMatchObject([{ symbol: 'AAA', price: 111 }]);
    const written = readFileSync(live.scenario, 'utf8');
    const over = written.replace('data: feed.yaml', `data: ${live.recording}`);
    const place = join(live.directory, 'over');
    const again = ['run', file(live.directory, 'over.yaml', over), '--end', '--out', place];
    for (const _ of ['new', 'there']) {
      expect(await tapefold(...again)).toMatchObject({ code: 0 });
      const { runs } = JSON.parse(readFileSync(join(place, 'result.json'), 'utf8')) as Result;
      expect(runs.map(({ open }) => open)).toEqual(money);
    }
    const results = join(live.directory, 'results');
    const damaged = join(results, 'twin');
    cpSync(live.out, damaged, { recursive: true });
    expect(await tapefold('replay', '--nightly', results)).toMatchObject({ code: 0 });
    const journal = join(damaged, 'runs', 'coin-AAA', 'journal.bin');
    const bytes = readFileSync(journal);
    const at = bytes.indexOf('DecisionMade') + 20;
    bytes[at] = (bytes[at] as number) ^ 1;
    writeFileSync(journal, bytes);
    const result = join(live.out, 'result.json');
    writeFileSync(result, readFileSync(result, 'utf8').replace('"capital": ', '"capital": 1'));
    const { code, out } = await tapefold('replay', '--nightly', results);
    expect(code).toBe(1);
    expect(out).toContain(`${live.out}: result.json: scenario.market.capital: altered; expected `);
    expect(out).toMatch(/twin: runs\/coin-AAA: .*journal\.bin: block 1.*the journal was altered/);
  });

  it('names the conflict: another process, another feed, another scenario', async () => {
    const live = new LiveRun(rules);
    const first = await live.start();
    await first.until(() => first.err().includes('facts'));
    const second = await (await live.start()).ended;
    expect(second).toMatchObject({
      code: 3,
      err: expect.stringContaining('recording/.tapefold-lock: another process records into this'),
    });
    expect((await first.stop()).code).toBe(0);
    live.scenarioOf('  - { id: hold, kind: buy-and-hold }\n');
    const fewer = await (await live.start()).ended;
    expect(fewer).toMatchObject({
      code: 3,
      err: expect.stringContaining('agents[1] is different'),
    });
    // `live` has no such option.
    expect(fewer.err).not.toContain('--fresh');
    live.scenarioOf(rules);
    file(live.directory, 'feed.yaml', feedOf('AAA, BBB'));
    const other = await (await live.start()).ended;
    expect(other).toMatchObject({ code: 3, err: expect.stringContaining('symbols is different') });
  });

  it('waits when the disk is full, and loses nothing', async () => {
    const flag = join(folder(), 'full');
    const preload = pathToFileURL(join(import.meta.dirname, '../e2e/full-disk.fixture.ts')).href;
    const live = new LiveRun(rules, {
      FULL_DISK_FLAG: flag,
      NODE_OPTIONS: `--import=${preload}`,
    });
    live.grow(2);
    const one = await live.start();
    await one.until(() => live.decisions('coin-AAA').length === 2);
    writeFileSync(flag, '');
    live.grow(3);
    await one.until(() => one.err().includes('not connected · 3 facts'));
    expect(live.decisions('coin-AAA')).toHaveLength(2);
    rmSync(flag);
    await one.until(() => live.decisions('coin-AAA').length === 5);
    await one.stop();
    expect(await tapefold('replay', live.out)).toMatchObject({ code: 0 });
  });
});
