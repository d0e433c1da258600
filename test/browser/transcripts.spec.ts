/**
 * Pages of transcripts work in a real browser: offline, by keyboard, in both themes, on a
 * narrow screen.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transcribe } from '#llm';
import { wireApis } from '#llm/calls/recorded-call';
import { recordedAsk, recordedCalls } from '#llm/calls/recording.fixture';
import { TranscriptPages } from '#report';
import { axeSource, launchChromium } from './chromium.fixture.js';

let browser: Browser;
let folder: string;

beforeAll(async () => {
  browser = await launchChromium();
  folder = mkdtempSync(join(tmpdir(), 'tapefold-transcripts-'));
  const pages = new TranscriptPages({
    label: 'model-AAPL',
    agent: 'model',
    model: 'stub/model-1',
    synthetic: true,
    pageCharacters: 40_000,
    write: (name, text) => writeFileSync(join(folder, name), text),
  });
  for (let asOf = 1; asOf <= 30; asOf++) {
    const calls = recordedCalls(wireApis[asOf % 4] ?? 'openai-chat', asOf % 2 === 0).map(
      (call) => ({
        ...call,
        asOf,
        request: call.request.replace(
          'decide.',
          `decide. ${'A long prompt of words. '.repeat(100)}`,
        ),
      }),
    );
    const opened = { ...recordedAsk.opened, asOf };
    const [decision] = transcribe({
      asks: [{ ...recordedAsk, opened }],
      calls,
      toolCalls: [],
      textOf: () => undefined,
    });
    if (decision !== undefined) pages.add(decision);
  }
  pages.end();
});

afterAll(async () => {
  await browser?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

async function open(
  name: string,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  await page.context().setOffline(true);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(pathToFileURL(join(folder, name)).href);
  return { page, complaints };
}

it('leads by keyboard from the index to a decision, unfolded, and on to later ones', async () => {
  const { page, complaints } = await open('index.html');
  expect(await page.locator('tbody tr').count()).toBe(30);
  await page.locator('tbody a').nth(1).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/1\.html#run-2$/);
  const decision = page.locator('#run-2');
  expect(await decision.getAttribute('open')).toBe('');
  expect(await decision.getByText('Prices rise.').isVisible()).toBe(true);
  expect(await page.locator('#run-1').getAttribute('open')).toBe(null);
  const folded = decision.locator('summary', { hasText: 'characters' }).first();
  await folded.focus();
  await page.keyboard.press('Enter');
  const prompt = decision.locator('pre[tabindex]').first();
  expect(await prompt.isVisible()).toBe(true);
  await page.locator('a[rel=next]').first().press('Enter');
  await page.waitForURL(/2\.html$/);
  expect(complaints).toEqual([]);
  await page.close();
});

it('can be read whole without a script', async () => {
  const { page } = await open('1.html', { javaScriptEnabled: false });
  await page.locator('.run > summary').first().click();
  expect(await page.locator('.run').first().getByText('Prices rise.').isVisible()).toBe(true);
  await page.close();
});

it.each([1280, 400])('fits a screen of %d pixels', async (width) => {
  for (const name of ['index.html', '1.html']) {
    const { page } = await open(name, { viewport: { width, height: 800 } });
    for (const summary of await page.locator('.run > summary').all()) await summary.click();
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    expect(wide).toBeLessThanOrEqual(width);
    await page.close();
  }
});

it.each(['light', 'dark'] as const)('has no barriers in the %s theme', async (colorScheme) => {
  for (const name of ['index.html', '1.html']) {
    const { page } = await open(name, { colorScheme });
    for (const summary of await page.locator('.run > summary').all()) await summary.click();
    for (const summary of await page.locator('.inner > summary').all()) await summary.click();
    await page.evaluate(axeSource);
    const violations = await page.evaluate(`axe.run().then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))`);
    expect(violations).toEqual([]);
    await page.close();
  }
});
