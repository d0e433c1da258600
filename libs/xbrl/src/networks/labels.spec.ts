/** Labels by role and language. */

import { describe, expect, it } from 'vitest';
import { arc, extended, locator, setsOf } from '../linkbase/linkbase-text.fixture.js';
import { labelsOf } from './labels.js';

const label = (text: string, lang: string, role = 'label'): string =>
  `<link:label xlink:type="resource" xlink:label="l" xml:lang="${lang}"
    xlink:role="http://www.xbrl.org/2003/role/${role}">${text}</link:label>`;

const labelOf = labelsOf(
  setsOf(
    extended(
      'label',
      locator('A') +
        label('Assets, total', 'en-US', 'totalLabel') +
        label('Assets', 'en-US') +
        label('Aktiva', 'de') +
        label('Assets (UK)', 'en-GB') +
        arc('label', 'A', 'l'),
    ),
  ),
  () => undefined,
);

describe('labelsOf', () => {
  it('gives the standard label in document order, unless more is asked for', () => {
    expect(labelOf('t:A')).toBe('Assets');
    expect(labelOf('t:A', { lang: 'de' })).toBe('Aktiva');
    expect(labelOf('t:A', { role: 'http://www.xbrl.org/2003/role/totalLabel' })).toBe(
      'Assets, total',
    );
  });

  it('takes a language for its variants, and an exact one first', () => {
    expect(labelOf('t:A', { lang: 'EN' })).toBe('Assets');
    expect(labelOf('t:A', { lang: 'en-gb' })).toBe('Assets (UK)');
  });

  it('has none for other languages, roles and concepts', () => {
    expect(labelOf('t:A', { lang: 'fr' })).toBeUndefined();
    expect(labelOf('t:A', { role: 'http://www.xbrl.org/2003/role/terseLabel' })).toBeUndefined();
    expect(labelOf('t:B')).toBeUndefined();
  });
});
