/**
 * The contract of every implementation of read models: the suite that SQLite and Postgres both run.
 */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ContractPlace, Given } from './contract-place.fixture.js';
import { failingCases } from './contract-failing.fixture.js';
import { projectingCases } from './contract-projecting.fixture.js';
import { readingCases } from './contract-reading.fixture.js';
import { rebuildingCases, withLog } from './contract-rebuilding.fixture.js';
import { sampleBatches } from '../sample-messages.fixture.js';

export function describeReadModels(name: string, openPlace: () => Promise<ContractPlace>): void {
  describe(`read models: ${name}`, () => {
    const places: ContractPlace[] = [];
    const another = async (): Promise<ContractPlace> => {
      const place = await openPlace();
      places.push(place);
      return place;
    };
    let given: Given;
    beforeEach(async () => {
      const place = await another();
      given = { place, models: await place.open(), another };
    });
    afterEach(async () => {
      for (const place of places.splice(0)) await place.dispose();
    });

    describe('projecting', () => {
      it.each(Object.entries(projectingCases))('%s', async (_, test) => {
        expect.hasAssertions();
        await test(given);
      });
    });
    describe('reading', () => {
      beforeEach(async () => {
        for (const batch of sampleBatches([4, 1])) await given.models.project(batch);
      });
      it.each(Object.entries({ ...readingCases, ...failingCases }))('%s', async (_, test) => {
        expect.hasAssertions();
        await test(given);
      });
    });
    describe('rebuilding', () => {
      it.each(Object.entries(withLog(rebuildingCases)))('%s', async (_, test) => {
        expect.hasAssertions();
        await test(given);
      });
    });
  });
}
