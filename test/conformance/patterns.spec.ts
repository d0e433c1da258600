/** Every pattern of a published schema means the same to JavaScript, Python and Rust. */

import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { publishedPatterns as patterns } from '../gate/published-patterns.js';

/**
 * Texts near the patterns: ids, dates, cursors, other scripts' digits, control
 * characters, colons, dots.
 */
const probes = [
  '',
  '0',
  '7',
  '10',
  '1000',
  '1001',
  '٣',
  '2024-01-31',
  '٢٠٢٤-٠١-٣١',
  'a'.repeat(64),
  'é',
  '📈',
  'A'.repeat(64),
  'AAPL',
  '..',
  '.',
  'a/b',
  'a\\b',
  'a\u0000b',
  'a\u0085b',
  'runs:a',
  'fills:3',
  '+05:30',
  '-14:00',
  '+1٥:00',
  '0.0',
  '0.5',
  '12.5',
  'audit:3:x',
  'dead_letters:a:1:2',
  ' ',
  '-',
];

const program = `
import json, re, sys
asked = json.load(sys.stdin)
print(json.dumps([[re.search(p, t) is not None for t in asked["probes"]] for p in asked["patterns"]]))
`;

describe('patterns of published schemas', () => {
  it('are read alike by JavaScript and Python', () => {
    expect(patterns.length).toBeGreaterThan(10);
    const input = JSON.stringify({ patterns, probes });
    const told = JSON.parse(
      execFileSync('python3', ['-c', program], { input }).toString(),
    ) as unknown;
    expect(told).toEqual(
      patterns.map((pattern) => probes.map((text) => new RegExp(pattern, 'u').test(text))),
    );
  });
});
