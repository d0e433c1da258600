/**
 * Runs before each file of tests: starts the coverage by test that StrykerJS collects again. Files
 * share their modules, and each reports all that was collected: without this the report of every
 * file would hold those before it.
 */

interface Coverage {
  perTest: Record<string, unknown>;
}

const { __stryker__ } = globalThis as { __stryker__?: { mutantCoverage?: Coverage } };
if (__stryker__?.mutantCoverage !== undefined) __stryker__.mutantCoverage.perTest = {};

export {};
