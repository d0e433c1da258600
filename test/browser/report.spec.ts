/** The report works in a real browser: offline, by keyboard, in both themes, on a narrow screen. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderReport } from '#report';
import { exampleInput } from '#report/charts/example-input.fixture';
import { axeSource, launchChromium } from './chromium.fixture.js';

let browser: Browser;
let folder: string;
let url: string;

beforeAll(async () => {
  browser = await launchChromium();
  folder = mkdtempSync(join(tmpdir(), 'tapefold-browser-'));
  const path = join(folder, 'report.html');
  const input = exampleInput({
    symbols: ['ALPHA', 'BETA', 'GAMMA'],
    agents: ['hold', 'cross', 'coin'],
    marks: 756,
    seed: 5,
  });
  writeFileSync(path, renderReport(input));
  url = pathToFileURL(path).href;
});

afterAll(async () => {
  await browser?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

/** A page without a network; what it asks for and complains of is kept. */
async function open(
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<{ page: Page; requests: string[]; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  await page.context().setOffline(true);
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  return { page, requests, complaints };
}

it('opens offline, asks for nothing but itself and complains of nothing', async () => {
  const { page, requests, complaints } = await open();
  await page.locator('summary').first().click();
  expect(requests).toEqual([url]);
  expect(complaints).toEqual([]);
  await page.close();
});

it('sorts the runs by keyboard, and reports it', async () => {
  const { page } = await open();
  const head = page.locator('#runs-table').getByRole('columnheader', { name: 'Sharpe' });
  await head.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const order = await head.getAttribute('aria-sort');
  expect(['ascending', 'descending']).toContain(order);
  const column = await head.evaluate((cell) => (cell as { cellIndex?: number }).cellIndex ?? -1);
  const shown = async (): Promise<number[]> =>
    page
      .locator('#runs-table tbody tr')
      .evaluateAll(
        (rows, at) =>
          rows.map((row) => Number(row.querySelectorAll('th,td')[at]?.getAttribute('data-sort'))),
        column,
      );
  const first = await shown();
  expect(first).toHaveLength(9);
  expect(first).toEqual(first.toSorted((a, b) => (order === 'ascending' ? a - b : b - a)));
  await page.keyboard.press('Enter');
  expect(await head.getAttribute('aria-sort')).not.toBe(order);
  await expect(page.getByRole('status').first().textContent()).resolves.toMatch(/Sorted by Sharpe/);
  await page.close();
});

it('reads the curves out by arrow keys', async () => {
  const { page } = await open();
  const slider = page.getByRole('slider').first();
  await slider.focus();
  const readout = page.locator('.readout p').first();
  const last = await readout.textContent();
  await page.keyboard.press('ArrowLeft');
  const before = await readout.textContent();
  expect(before).not.toBe(last);
  expect(before).toMatch(/\d{4}-\d{2}-\d{2}.*hold.*cross.*coin/s);
  await page.keyboard.press('Home');
  expect(await readout.textContent()).toMatch(/2020-01-02/);
  await page.locator('details.run > summary').first().click();
  const candles = page.locator('details.run[open] .curves:has(.candle)');
  await candles.getByRole('slider').focus();
  await page.keyboard.press('Home');
  // The first week, in which every example buys.
  const words = /^2020-01-03Open [\d.]+High [\d.]+Low [\d.]+Close [\d.]+.*Trades long entry at/;
  expect(await candles.locator('.readout p').textContent()).toMatch(words);
  await page.close();
});

it('changes the theme by its button, and starts in that of the system', async () => {
  const { page } = await open({ colorScheme: 'dark' });
  const background = (): Promise<string> =>
    page.locator('body').evaluate((body) => {
      const view = body.ownerDocument.defaultView;
      return view === null ? '' : view.getComputedStyle(body).backgroundColor;
    });
  const button = page.getByRole('button', { name: 'Dark theme' });
  expect(await button.getAttribute('aria-pressed')).toBe('true');
  const dark = await background();
  await button.press('Enter');
  expect(await button.getAttribute('aria-pressed')).toBe('false');
  expect(await background()).not.toBe(dark);
  await page.close();
});

it.each([1280, 400])('fits a screen of %d pixels', async (width) => {
  const { page } = await open({ viewport: { width, height: 800 } });
  for (const summary of await page.locator('main summary').all()) await summary.click();
  const wide = await page.evaluate('document.documentElement.scrollWidth');
  expect(wide).toBeLessThanOrEqual(width);
  if (width === 1280) {
    const table = await page
      .locator('#runs-table')
      .evaluate((element) => [element.scrollWidth, element.parentElement?.clientWidth ?? 0]);
    expect(table[0]).toBeLessThanOrEqual(table[1] as number);
  }
  await page.close();
});

it('can be read whole without a script', async () => {
  const { page } = await open({ javaScriptEnabled: false });
  expect(await page.locator('#runs-table tbody tr').count()).toBe(9);
  expect(await page.locator('svg[role="img"]').count()).toBeGreaterThan(3);
  expect(await page.locator('#theme').isHidden()).toBe(true);
  await page.close();
});

it.each(['light', 'dark'] as const)('has no barriers in the %s theme', async (colorScheme) => {
  const { page } = await open({ colorScheme });
  for (const summary of await page.locator('main summary').all()) await summary.click();
  await page.evaluate(axeSource);
  const violations = await page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))`);
  expect(violations).toEqual([]);
  await page.close();
});

it.each([1280, 400])(
  'shows 300 runs on a screen of %d pixels, each in its table',
  async (width) => {
    const symbols = Array.from({ length: 30 }, (_, number) => `SYMBOL-${number}`);
    const agents = Array.from({ length: 10 }, (_, number) => `momentum-20-${number}`);
    const path = join(folder, `many-${width}.html`);
    writeFileSync(path, renderReport(exampleInput({ symbols, agents, marks: 250, seed: 6 })));
    const { page, complaints } = await open({ viewport: { width, height: 800 } });
    await page.goto(pathToFileURL(path).href);
    expect(await page.locator('#runs-table tbody tr').count()).toBe(300);
    await page.getByText('All figures of all runs').first().click();
    expect(await page.locator('.figures tbody tr').count()).toBe(300);
    await page.locator('#runs-table a').first().click();
    // The page opens the run when the hash change event arrives, which is after the click.
    await page.locator('details.run[open]').first().waitFor();
    expect(await page.locator('details.run[open]').count()).toBe(1);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(complaints).toEqual([]);
    await page.close();
  },
);
