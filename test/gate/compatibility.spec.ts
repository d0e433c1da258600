/** Shows that a breaking change of a topic is refused, class by class, and that growth is not. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareStreams } from '../../scripts/compatibility/compare-streams.js';
import {
  lockPath,
  readLock,
  streamsOfToday,
} from '../../scripts/compatibility/published-streams.js';
import { root, run } from './project-copy.js';

const published = streamsOfToday();

type Path = readonly (string | number)[];
type Change = (today: object) => void;

/** The breaches, in words, when today is what was published after a change. */
function after(...changes: readonly Change[]): string[] {
  const today = structuredClone(published);
  for (const change of changes) change(today);
  return compareStreams(published, today).map(({ where, what }) => `${where}: ${what}`);
}

/**
 * Puts what `make` makes of the value at the end of a path in its place; undefined takes it away.
 */
function edit(path: Path, make: (value: unknown) => unknown): Change {
  return (today) => {
    const owner = path
      .slice(0, -1)
      .reduce<unknown>((at, key) => Reflect.get(at as object, key), today);
    const key = path.at(-1) as string;
    const made = make(Reflect.get(owner as object, key));
    if (made === undefined) Reflect.deleteProperty(owner as object, key);
    else Reflect.set(owner as object, key, made);
  };
}

const put = (path: Path, value: unknown): Change => edit(path, () => value);
const remove = (path: Path): Change => edit(path, () => undefined);
const without =
  (word: string) =>
  (list: unknown): unknown =>
    (list as unknown[]).filter((one) => one !== word);
const withOneMore =
  (item: unknown) =>
  (list: unknown): unknown => [...(list as unknown[]), item];

const schema = (topic: string, type: string): Path => [topic, 'messages', type, 'schema'];
const member = (topic: string, type: string, name: string): Path => [
  ...schema(topic, type),
  'properties',
  name,
];
const scored = schema('scores', 'RunScored');
const records = member('scores', 'RunScored', 'records');
const defined = [...schema('market.tape', 'TapeFacts'), '$defs'];
const cancelled = [...member('runs', 'RunCancelled', 'run'), 'pattern'];
const scenarioForm = [...member('runs', 'ScenarioSubmitted', 'scenario'), 'anyOf', 0];
const lastDate = [...scenarioForm, 'properties', 'window', 'properties', 'to', 'pattern'];
const isoDate = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const factCount = [...defined, 'Facts', 'properties', 'count', 'maximum'];
const badRows = [...member('tapes', 'TapeRequested', 'badRows'), 'enum'];
const eventForms = [...schema('portfolio.events', 'Events'), '$defs', 'JournalEvent', 'oneOf'];
const rested = { type: 'object', properties: { type: { const: 'Rested' } }, required: ['type'] };

const breaking: [string, Change[], RegExp][] = [
  ['a member removed', [remove(records)], /scores: RunScored\.records: is gone/],
  [
    'a member renamed',
    [remove(records), put(member('scores', 'RunScored', 'length'), { type: 'integer' })],
    /scores: RunScored\.records: is gone/,
  ],
  [
    'a member of a member removed',
    [remove([...defined, 'Facts', 'properties', 'close'])],
    /market\.tape: TapeFacts\.facts\.close: is gone/,
  ],
  [
    'a new member that is required',
    [
      put(member('agent.decisions', 'AgentAnswer', 'colour'), { type: 'string' }),
      edit([...schema('agent.decisions', 'AgentAnswer'), 'required'], withOneMore('colour')),
    ],
    /agent\.decisions: AgentAnswer\.colour: is required now/,
  ],
  [
    'a member that was required and may be left out',
    [edit([...scored, 'required'], without('journalHash'))],
    /scores: RunScored\.journalHash: was required, may be left out/,
  ],
  [
    'a word of a list less',
    [edit(badRows, without('refuse'))],
    /tapes: TapeRequested\.badRows: does not take "refuse"/,
  ],
  [
    'a word of another type more',
    [edit(badRows, withOneMore(null))],
    /tapes: TapeRequested\.badRows: was string, is null or string/,
  ],
  [
    'another type',
    [put(records, { type: 'string' })],
    /scores: RunScored\.records: was integer, is string/,
  ],
  [
    'a narrower number',
    [put(factCount, 1024)],
    /TapeFacts\.facts\.count: maximum was 4096, is 1024/,
  ],
  [
    'null where there was none',
    [edit(records, (form) => ({ anyOf: [form, { type: 'null' }] }))],
    /scores: RunScored\.records: became a choice/,
  ],
  [
    'null no more where there was one',
    [put(member('portfolio.events', 'Events', 'hash'), { type: 'string' })],
    /portfolio\.events: Events\.hash: is no choice any more/,
  ],
  [
    'one more form of a value',
    [edit([...defined, 'BarColumn', 'anyOf'], withOneMore({ type: 'string' }))],
    /TapeFacts\.facts\.open: takes the form string as well/,
  ],
  [
    'a kind of event less',
    [edit(eventForms, (forms) => (forms as unknown[]).slice(1))],
    /portfolio\.events: Events\.events\[\]\[type: RunOpened\]: is gone/,
  ],
  [
    'a member of an event less',
    [remove([...eventForms, 14, 'properties', 'equity'])],
    /Events\.events\[\]\[type: MarkTaken\]\.equity: is gone/,
  ],
  [
    'another pattern',
    [put(cancelled, '^[0-9]+$')],
    /runs: RunCancelled\.run: pattern was .* is "\^\[0-9\]\+\$"/,
  ],
  [
    'a pattern that takes a word more, and less of what it took',
    [put(cancelled, '^([0-9a-f]{32}|all)$')],
    /runs: RunCancelled\.run: pattern was .* is "\^\(\[0-9a-f\]\{32\}\|all\)\$"/,
  ],
  [
    'a pattern that takes a word less',
    [put(lastDate, `^${isoDate}$`)],
    /runs: ScenarioSubmitted\.scenario: does not take the form object as it was/,
  ],
  [
    'a pattern whose form became a choice beside the word',
    [put(lastDate, `^(${isoDate}|open|)$`)],
    /runs: ScenarioSubmitted\.scenario: does not take the form object as it was/,
  ],
  [
    'unknown members refused',
    [put([...scored, 'additionalProperties'], false)],
    /scores: RunScored: takes no other members/,
  ],
  [
    'another key of a topic',
    [put(['portfolio.events', 'key'], 'tape')],
    /portfolio\.events: key was run, is tape/,
  ],
  [
    'another key of a message',
    [put(['runs', 'messages', 'ScenarioSubmitted', 'key'], 'tape')],
    /runs: ScenarioSubmitted: the key was its submission, is its tape/,
  ],
  [
    'another partitioning',
    [put(['scores', 'partitioned'], 'single')],
    /scores: partitioned was by run, is single/,
  ],
  [
    'compaction of a stream',
    [put(['scores', 'compacted'], true)],
    /scores: compacted was false, is true/,
  ],
  ['a topic less', [remove(['scores'])], /scores: is gone/],
  ['a message less', [remove(['runs', 'messages', 'RunCancelled'])], /runs: RunCancelled: is gone/],
  [
    'an earlier version',
    [put(['scores', 'messages', 'RunScored', 'version'], 1)],
    /version was 2, is 1/,
  ],
];

const growth: [string, Change[]][] = [
  ['nothing', []],
  ['a member that may be left out', [put(member('scores', 'RunScored', 'hue'), { type: 'null' })]],
  ['another description', [put([...scored, 'description'], 'Figures.')]],
  ['a wider number', [put(factCount, 8192)]],
  ['a kind of event more', [edit(eventForms, withOneMore(rested))]],
  ['a word more', [edit(badRows, withOneMore('mend'))]],
  ['a pattern that takes a word more', [put(cancelled, '^([0-9a-f]{64}|all)$')]],
  ['a pattern that takes one word more of a few', [put(lastDate, `^(${isoDate}|end|open)$`)]],
  ['a topic more', [put(['weather'], published['scores'])]],
  ['a message more', [put(['runs', 'messages', 'RunPaused'], { version: 1 })]],
  [
    'a member removed under a new version',
    [remove(records), put(['scores', 'messages', 'RunScored', 'version'], 3)],
  ],
];

describe('a change of what is published', () => {
  it.each(breaking)('that is %s is refused, and named', (_, changes, pattern) => {
    const found = after(...changes);
    expect(found).not.toEqual([]);
    expect(found[0]).toMatch(pattern);
  });

  it.each(growth)('that is %s passes', (_, changes) => {
    expect(after(...changes)).toEqual([]);
  });
});

describe('the gate', () => {
  it('finds nothing between what is published and today', async () => {
    expect(compareStreams(readLock(join(root, lockPath)), published)).toEqual([]);
    const { exitCode, output } = await run(root, 'node', ['scripts/compatibility.ts']);
    expect(output).toMatch(/compatibility: 10 topics, 0 breaches/);
    expect(exitCode).toBe(0);
  });

  it('fails with the place when something published is gone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapefold-published-'));
    try {
      const before = structuredClone(published);
      put(member('scores', 'RunScored', 'colour'), { type: 'string' })(before);
      const lock = join(folder, 'published.json');
      writeFileSync(lock, JSON.stringify(before));
      const ended = await run(root, 'node', ['scripts/compatibility.ts', '--lock', lock]);
      expect(ended.output).toContain(`${lock}: scores: RunScored.colour: is gone`);
      expect(ended.output).toMatch(/1 breaches/);
      expect(ended.exitCode).toBe(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
