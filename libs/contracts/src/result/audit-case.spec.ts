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

it('is not read from anything else', () => {
  expect(readAuditPrompt('Please audit the books.')).toBeUndefined();
});
