/** The auditing tools on real filings: each answer as an independent program computed it. */

import { describe, expect, it } from 'vitest';
import type { AuditCase } from '#contracts/result/audit-case';
import { peek } from '#red-team';
import { Capability } from '#tools';
import { auditingTools } from '#tools/auditing/auditing-tools';
import { auditedFolder, cutFolder, linesOf } from './audited-folder.fixture.js';

type Row = Readonly<Record<string, unknown>>;

interface Expected {
  readonly id: string;
  readonly find_filing: Row & { readonly found: boolean };
  readonly get_facts: Row;
  readonly get_calculation_network: Row;
  readonly get_concept_metadata: Row;
}

const view = auditedFolder();
const cases = linesOf<AuditCase & { readonly id: string }>('cases.jsonl');
const expectedOf = new Map(
  linesOf<Expected>('expected', 'tool-outputs.jsonl').map((line) => [line.id, line]),
);

function ask(name: string, args: object): Row {
  const capability = new Capability({
    sets: [auditingTools],
    context: { view, desk: null },
    now: () => 0,
  });
  const outcome = capability.call(name, args);
  if (outcome.error !== null) throw new Error(outcome.error);
  auditingTools.tools.find((one) => one.name === name)?.output.parse(outcome.value);
  return outcome.value as Row;
}

/** Without the members that the expected answers leave out. */
const without = (value: unknown, ...names: string[]): unknown =>
  JSON.parse(JSON.stringify(value), (key, member: unknown) =>
    names.includes(key) ? undefined : member,
  );

const pathOf = ({ filing_name, ticker, issue_time }: AuditCase): string =>
  `XBRL/${filing_name}-${ticker}-${issue_time}`;

it('has an expected answer for each of 69 cases', () => {
  expect(cases).toHaveLength(69);
  expect([...expectedOf.keys()]).toEqual(cases.map(({ id }) => id));
});

describe.each(cases)('$id', (asked) => {
  const expected = expectedOf.get(asked.id)!;
  const { concept_id, period, filing_name, ticker, issue_time } = asked;
  const filing_path = pathOf(asked);

  it('finds the filing', () => {
    const found = ask('find_filing', { filing_name, ticker, issue_time });
    expect(found).toMatchObject(expected.find_filing);
    expect(found['filing_path']).toBe(expected.find_filing.found ? filing_path : null);
  });

  it('answers facts, network and metadata of a filing that is found', () => {
    const facts = () => ask('get_facts', { filing_path, concept_id, period });
    if (!expected.find_filing.found) {
      expect(facts).toThrow('filing_path: no such filing');
      return;
    }
    expect(without(facts(), 'period_type')).toEqual(expected.get_facts);
    const network = ask('get_calculation_network', { filing_path, concept_id });
    expect(without(network, 'order', 'roles_scanned')).toEqual(expected.get_calculation_network);
    const metadata = ask('get_concept_metadata', { filing_path, concept_id });
    expect(metadata).toMatchObject(expected.get_concept_metadata);
  });
});

it('shows the peeker no byte of later filings', () => {
  const markets = ['20200331', '20230930'].map((through) => {
    const asOf = auditedFolder(through);
    return { time: asOf.time, view: asOf, cut: cutFolder(through), end: view, hidesFactors: true };
  });
  const rows = peek(markets, { sets: [auditingTools], seed: 1, questions: 300 });
  expect(rows).toHaveLength(5);
  expect(rows.filter(({ bytes }) => bytes > 0)).toEqual([]);
  expect(rows.filter(({ answered }) => answered === 0)).toEqual([]);
});
