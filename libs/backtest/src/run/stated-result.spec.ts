/** What a result says of itself: missing runs, sections, and what it was derived without. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lacksExcursions, statedIn } from './stated-result.js';

const folder = mkdtempSync(join(tmpdir(), 'stated-result-'));
afterAll(() => rmSync(folder, { recursive: true }));

const nothing = {
  missing: [],
  sections: [],
  lacksData: false,
  lacksIndex: false,
  lacksFeed: false,
};

function stated(content: unknown) {
  const path = join(folder, 'result.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return statedIn(path);
}

describe('a result', () => {
  it('that is not there, or no result, says nothing', () => {
    expect(statedIn(null)).toEqual(nothing);
    expect(statedIn(join(folder, 'none.json'))).toEqual(nothing);
    for (const text of ['', 'no JSON', 'null', '[]', '{}', '7'])
      expect(stated(text)).toEqual(nothing);
  });

  it('names the runs that it lacks, if it names them well', () => {
    const missing = {
      run: 'a-AA',
      agent: 'a',
      symbol: 'AA',
      repeat: 0,
      status: 'failed',
      reason: 'it broke',
    };
    const { missing: found } = stated({ missingRuns: [missing] });
    expect(found).toHaveLength(
      stated({ missingRuns: [{ ...missing, run: 5 }] }).missing.length + 1,
    );
    expect(found[0]).toMatchObject({ run: 'a-AA', status: 'failed' });
  });

  it.each<[string, object, Partial<typeof nothing>]>([
    ['a data set', { runs: [{ dataCoverage: null }] }, { lacksData: true }],
    ['no data set', { runs: [{ dataCoverage: null }, { dataCoverage: {} }] }, {}],
    ['nothing of it', { runs: [{}] }, {}],
    ['runs', { runs: [] }, {}],
    ['an index', { runs: [{ pair: { index: null } }] }, { lacksIndex: true }],
    ['an index where there is no pair', { runs: [{ pair: null }] }, { lacksIndex: true }],
    ['no index', { runs: [{ pair: { index: {} } }] }, {}],
    ['an index in some', { runs: [{ pair: null }, { pair: { index: 'SPY' } }] }, {}],
    ['a feed', { tape: {} }, { lacksFeed: true }],
    ['no feed', { tape: { feed: {} } }, {}],
    ['a tape', { tape: null }, {}],
  ])('lacks %s', (_, content, found) => {
    expect(stated(content)).toEqual({ ...nothing, ...found });
  });
});

describe('trades', () => {
  const trades = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const head = 'a,b,c,d,e';
  const without = '5,,,,';
  const held = '5,1,2,3,4';

  it.each<[string, string[], boolean]>([
    ['no files', [], false],
    ['a file that is not there', [join(folder, 'none.csv')], false],
    ['a head alone', [`${head}\n`], false],
    ['no excursions', [`${head}\n${without}\n`], true],
    ['excursions', [`${head}\n${held}\n`], false],
    ['excursions in one line', [`${head}\n${without}\n${held}\n`], false],
    ['excursions in one file', [`${head}\n${without}\n`, `${head}\n${held}\n`], false],
    ['no excursions in any', [`${head}\n`, `${head}\n${without}\n${without}\n`], true],
  ])('of %s', (_, texts, lacks) => {
    const files = texts.map((text, at) => (text.includes('\n') ? trades(`${at}.csv`, text) : text));
    expect(lacksExcursions(files)).toBe(lacks);
  });
});
