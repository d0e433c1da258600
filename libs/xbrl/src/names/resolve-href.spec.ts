/** References against addresses and paths, and ids in fragments. */

import { describe, expect, it } from 'vitest';
import { idOfFragment, resolveReference } from './resolve-href.js';

describe('resolveReference', () => {
  it.each([
    ['a_cal.xml', 'a.xsd', 'a.xsd'],
    ['x/a_cal.xml', '../y/./a.xsd', 'y/a.xsd'],
    ['a_cal.xml', '../a.xsd', '../a.xsd'],
    ['x/a_cal.xml', '', 'x/a_cal.xml'],
    ['x/a_cal.xml', '/a.xsd', '/a.xsd'],
    ['/x/a_cal.xml', '../../../a.xsd', '/a.xsd'],
    ['x/base/base', 'a.xsd', 'x/base/a.xsd'],
    ['x/y/f.xml', '..', 'x/'],
    ['x/y/f.xml', '.', 'x/y/'],
    ['x/y/f.xml', '../..', ''],
    ['x/y/f.xml', '../z/..', 'x/'],
    ['x/y/f.xml', 'z/.', 'x/y/z/'],
    ['x/y/f.xml', '../../..', '../'],
    ['/x/y/f.xml', '../..', '/'],
    ['/x/y/f.xml', '../../..', '/'],
    ['/x/y/f.xml', '..//z/../a.xsd', '/x//a.xsd'],
    ['/x/y//f.xml', '../a.xsd', '/x/y/a.xsd'],
    ['/x/y//f.xml', '..', '/x/y/'],
    ['https://e.g', 'a.xsd', 'https://e.g/a.xsd'],
    ['https://e.g', '..', 'https://e.g/'],
    ['x/y/f.xml', 'a..', 'x/y/a..'],
    ['x/y/f.xml', '...', 'x/y/...'],
    ['x/y/f.xml', '.a', 'x/y/.a'],
    ['https://e.g/f/g/a_cal.xml', '..', 'https://e.g/f/'],
    ['https://e.g/f/g/a_cal.xml', '../..#b', 'https://e.g/'],
    ['a_cal.xml', 'http://e.g/2020/elts/..', 'http://e.g/2020/'],
    ['a_cal.xml', 'http://e.g/2020/./elts/a.xsd', 'http://e.g/2020/elts/a.xsd'],
    ['https://e.g/f/a_cal.xml', '../a.xsd#b', 'https://e.g/a.xsd'],
  ])('%s and %s give %s', (base, reference, expected) => {
    expect(resolveReference(base, reference)).toBe(expected);
  });
});

describe('idOfFragment', () => {
  it.each([
    ['us-gaap_Assets', 'us-gaap_Assets'],
    ['element(us-gaap_Assets)', 'us-gaap_Assets'],
    ['a%C3%A4', 'aä'],
    ['element(/1/14)', '/1/14'],
    ['element(/1/14)element(a)', undefined],
    ['element(a/1)', undefined],
    ["xpointer(id('a'))", undefined],
    ['element(a)element(b)', undefined],
    ['', undefined],
    ['%E4', undefined],
  ])('%s is the id %s', (fragment, id) => {
    expect(idOfFragment(fragment)).toBe(id);
  });
});
