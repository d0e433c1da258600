/** The embedded read models keep the contract, and report a file that cannot be opened. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeReadModels } from '../tables/read-models.contract.fixture.js';
import { embeddedPlace } from './embedded-place.fixture.js';

describeReadModels('SQLite', embeddedPlace);

describe('a file that is not a database', () => {
  it('is Unavailable, and named', async () => {
    const place = await embeddedPlace();
    writeFileSync(join(place.folder, 'projections.sqlite'), 'x'.repeat(4096));
    await expect(place.open()).rejects.toMatchObject({ code: 'Unavailable' });
    await place.dispose();
  });
});
