/** Networks and trees of a few concepts. */

import { describe, expect, it } from 'vitest';
import { linkOf, setsOf } from '../linkbase/linkbase-text.fixture.js';
import { calculationNetworks, networkOf } from './network.js';
import { treeRows } from './tree-rows.js';

const sets = setsOf(
  linkOf(
    'calculation',
    ['Net Costs order="10" weight="-1"', 'Net Sales order="9.5" weight="1"'],
    'r2',
  ) +
    linkOf('calculation', ['Sales Goods weight="1"', 'All Sales weight="1"'], 'r1') +
    linkOf('presentation', ['Net Sales'], 'r0'),
);

describe('calculationNetworks', () => {
  const [first, second, ...others] = calculationNetworks(
    sets,
    () => undefined,
    (role) => ({ r2: 'Income' })[role],
  );

  it('has a network a role, in document order, with its definition', () => {
    expect([first!.role, first!.definition, second!.role, second!.definition]).toEqual([
      'r2',
      'Income',
      'r1',
      undefined,
    ]);
    expect(others).toEqual([]);
  });

  it('has children by the value of their order, with weights', () => {
    const children = first!.childrenOf('t:Net').map(({ child, weight }) => [child, String(weight)]);
    expect(children).toEqual([
      ['t:Sales', '1'],
      ['t:Costs', '-1'],
    ]);
    expect(first!.childrenOf('t:Sales')).toEqual([]);
  });

  it('has parents, siblings and roots', () => {
    expect(first!.parentsOf('t:Costs').map(({ parent }) => parent)).toEqual(['t:Net']);
    expect(first!.siblingsOf('t:Costs').map(({ child }) => child)).toEqual(['t:Sales']);
    expect(first!.siblingsOf('t:Net')).toEqual([]);
    expect([second!.parents, second!.roots]).toEqual([['t:Sales', 't:All'], ['t:All']]);
  });

  it('names concepts as the caller knows them', () => {
    const [network] = calculationNetworks(sets, (href) =>
      href === 's.xsd#t_Net' ? '{urn:t}Net' : undefined,
    );
    expect(network!.parents).toEqual(['{urn:t}Net']);
    expect(network!.childrenOf('{urn:t}Net')[0]!.child).toBe('t:Sales');
  });
});

describe('treeRows', () => {
  const rowsOf = (...arcs: string[]): string[] =>
    treeRows(networkOf(setsOf(linkOf('presentation', arcs))[0]!, () => undefined)).map(
      ({ concept, depth, isRepeated }) =>
        `${'-'.repeat(depth)}${concept}${isRepeated ? ' again' : ''}`,
    );

  it('puts children below parents, in order, a shared child twice', () => {
    expect(rowsOf('A C order="2"', 'A B order="1"', 'B D', 'C D', 'D E')).toEqual([
      't:A',
      '-t:B',
      '--t:D',
      '---t:E',
      '-t:C',
      '--t:D',
      '---t:E',
    ]);
  });

  it('stops if a concept is its own ancestor', () => {
    expect(rowsOf('A B', 'B C', 'C B')).toEqual(['t:A', '-t:B', '--t:C', '---t:B again']);
  });

  it('refuses a small network of a million ways', () => {
    const layers = Array.from({ length: 20 }, (_, n) => [
      `A${n} B${n}`,
      `A${n} C${n}`,
      `B${n} A${n + 1}`,
      `C${n} A${n + 1}`,
    ]);
    expect(() => rowsOf(...layers.flat())).toThrow(/at most 100000 rows/);
  });
});
