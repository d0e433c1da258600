/** Sentences that request an audit, and the case parsed from them. */

import { expect, it } from 'vitest';
import { auditPrompt, readAuditPrompt } from './audit-case.js';

const asked = {
  filing_name: '10k',
  ticker: 'rrr',
  issue_time: '20231231',
  concept_id: 'us-gaap:AssetsCurrent',
  period: '2023-01-01 to 2023-12-31',
};

it('is read from its own sentence', () => {
  expect(readAuditPrompt(auditPrompt('mr_1', asked))).toEqual({ id: 'mr_1', ...asked });
});

it('is read from a published sentence with another apostrophe', () => {
  const text =
    'Please audit the value of us-gaap:AssetsCurrent for 2023-01-01 to 2023-12-31 in the 10k ' +
    'filing released by rrr on 2023-12-31. What’s the reported value? (id: mr_1)';
  expect(readAuditPrompt(text)).toEqual({ id: 'mr_1', ...asked });
});

it('is read from a published sentence with what follows the id', () => {
  const tail = ' The input data is at {env_dir}, please save the output to {result_dir} (id: x).';
  expect(readAuditPrompt(auditPrompt('mr_1', asked) + tail)).toEqual({ id: 'mr_1', ...asked });
});

it.each([
  ['another request', 'Please audit the books.'],
  ['a sentence without an id', auditPrompt('', asked)],
  ['an id without end', auditPrompt('x'.repeat(201), asked)],
  ['a text without end', auditPrompt('mr_1', asked) + 'x'.repeat(4000)],
])('is not read from %s', (_, text) => {
  expect(readAuditPrompt(text)).toBeUndefined();
});
