/**
 * The conformance suite of the protocol, with what each revision requires. Scenarios of what
 * we do not serve are named in a file for each revision; one that is named there and passes
 * fails the suite.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Market } from '#backtest';
import { CapabilityHost } from '#tools/mcp/capability-host';
import { conformanceServers } from './conformance-tools.fixture.js';
import { capabilityOf, openSynthetic } from './every-call.fixture.js';
import { ended, npmPackage } from './installed.fixture.js';

let market: Market;
let host: CapabilityHost;
let program: string;
let folder: string;
beforeAll(async () => {
  const suite = await npmPackage('@modelcontextprotocol/conformance', '0.2.0-alpha.12');
  program = join(suite, 'dist/index.js');
  folder = mkdtempSync(join(tmpdir(), 'tapefold-conformance-'));
  market = await openSynthetic();
  host = await CapabilityHost.listen();
});
afterAll(async () => {
  await host.close();
  await market.close();
  rmSync(folder, { recursive: true });
});

describe.each(['2025-11-25', '2026-07-28'])('the requirements of revision %s', (revision) => {
  it('are met when they apply', async () => {
    const { url, end } = host.openAddress(
      conformanceServers(capabilityOf(market, 'trading', true)),
    );
    const { code, out, err } = await ended(
      process.execPath,
      [
        program,
        'server',
        '--url',
        url,
        '--requirements',
        revision,
        '--expected-failures',
        resolve(`test/clients/not-served-${revision}.yaml`),
      ],
      { cwd: folder },
    );
    end();
    expect(code, `${out}\n${err}`).toBe(0);
    expect(out).toContain('✓ tools-list');
  });
});
