/** The suites on calculations, equivalence, prohibition and cycles in the conformance suite of XBRL 2.1. */

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import {
  type Canonical,
  type CyclesAllowed,
  baseSets,
  breaksCycles,
  calculationNetworks,
  checkCalculations,
  cyclesOf,
  readLinkbase,
  standardCycles,
} from '#xbrl';
import { numericFactsOf } from './xbrl-facts.fixture.js';

const suite = resolve(
  process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set',
  'xbrl-conformance',
);

interface Variation {
  readonly id: string;
  readonly file: string;
  readonly verdict: string;
}

/** Variations of a test case: what is read first, and the verdict. */
function variationsOf(path: string): Variation[] {
  const text = readFileSync(join(suite, 'Common', path), 'utf8').replace(/<!--.*?-->/gs, '');
  return [...text.matchAll(/<variation\s.*?<\/variation>/gs)].map(([variation]) => ({
    id: /\bid="([^"]*)"/.exec(variation)![1]!,
    file: />([^<>]*)</.exec(/readMeFirst="true"[^<]*/.exec(variation)![0] + '<')![1]!.trim(),
    verdict: /(?:expected="|<result>)\s*(\w+)/.exec(variation)![1]!,
  }));
}

/** Schemas and linkbases that a file leads to, by plain text: enough for files of this suite. */
function reachedFrom(path: string, reached = new Map<string, string>()): Map<string, string> {
  if (reached.has(path) || !existsSync(path)) return reached;
  const text = readFileSync(path, 'utf8').replace(/<!--.*?-->/gs, '');
  reached.set(path, text);
  const folder = resolve(path, '..');
  const references = text.matchAll(/(?:xlink:href|schemaLocation)\s*=\s*"([^"#\s]+)(?:#[^"]*)?"/g);
  for (const [, reference] of references) {
    if (!/^https?:/.test(reference!)) reachedFrom(join(folder, reference!), reached);
  }
  return reached;
}

/** Home-made attributes of arcs in 331, by the types of its schema. */
const canonical: Canonical = (attribute, text) => {
  if (/decAttr|dblAttr/.test(attribute)) return new Big(text.trim()).toString();
  return /boolAttr/.test(attribute) ? String(/^(1|true)$/.test(text.trim())) : text;
};

function setsFrom(reached: ReadonlyMap<string, string>) {
  const linkbases = [...reached]
    .filter(([, text]) => /<(\w+:)?linkbase[\s>]/.test(text))
    .map(([path]) => readLinkbase(readFileSync(path), path));
  return baseSets(linkbases, canonical);
}

async function isConsistent(path: string): Promise<boolean> {
  const reached = reachedFrom(path);
  const conceptOf = (href: string): string | undefined => {
    const [file, id] = href.split('#');
    const element = [...(reached.get(file!) ?? '').matchAll(/<(?:\w+:)?element\s[^>]*>/g)].find(
      ([tag]) => new RegExp(`\\sid\\s*=\\s*["']${id}["']`).test(tag),
    );
    return /\sname\s*=\s*["']([^"']*)/.exec(element?.[0] ?? '')?.[1];
  };
  const networks = calculationNetworks(setsFrom(reached), conceptOf);
  const facts = (await numericFactsOf(path)).facts.map((fact) => ({
    ...fact,
    concept: fact.concept.replace(/^.*:/, ''),
  }));
  const checks = checkCalculations(facts, networks, '1.0');
  return checks.every(({ outcome }) => outcome.verdict !== 'inconsistent');
}

/** What the schemas at hand declare of an arcrole, else what XBRL 2.1 says of its own. */
function cyclesAllowed(arcrole: string, reached: ReadonlyMap<string, string>): CyclesAllowed {
  for (const text of reached.values()) {
    for (const [tag] of text.matchAll(/<(?:\w+:)?arcroleType\s[^>]*>/g)) {
      if (!tag.includes(`arcroleURI="${arcrole}"`)) continue;
      return /cyclesAllowed="(\w+)"/.exec(tag)![1] as CyclesAllowed;
    }
  }
  return standardCycles(arcrole);
}

describe.each([
  ['300-instance/320-CalculationBinding.xml', 33],
  ['300-instance/331-equivalentRelationships-testcase.xml', 13],
  ['300-instance/397-Testcase-SummationItem.xml', 31],
  ['200-linkbase/210-relationshipEquivalence.xml', 5],
  ['200-linkbase/231-SyntacticallyEqualArcsThatAreNotEquivalentArcs.xml', 2],
  ['200-linkbase/232-ArcsUsingNonCanonicalDecimal.xml', 4],
])('%s', (path, count) => {
  const variations = variationsOf(path);

  it('is all here', () => {
    expect(variations).toHaveLength(count);
  });

  it.each(variations)('$id $file is $verdict', async ({ file, verdict }) => {
    const isValid = await isConsistent(resolve(suite, 'Common', path, '..', file));
    expect(isValid ? 'valid' : 'invalid').toBe(verdict);
  });
});

describe('200-linkbase/204-arcCycles.xml', () => {
  const variations = variationsOf('200-linkbase/204-arcCycles.xml');

  it('is all here', () => {
    expect(variations).toHaveLength(23);
  });

  it.each(variations)('$id $file is $verdict', ({ file, verdict }) => {
    const reached = reachedFrom(join(suite, 'Common/200-linkbase', file));
    const sets = setsFrom(reached);
    const breaking = sets.filter((set) =>
      breaksCycles(cyclesOf(set), cyclesAllowed(set.arcrole, reached)),
    );
    expect(sets).not.toHaveLength(0);
    expect(breaking.length > 0 ? 'invalid' : 'valid').toBe(verdict);
  });
});
