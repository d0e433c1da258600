/**
 * The report of one agent and its baseline fits five screens in both themes, and axe finds nothing.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderReport } from '#report';
import { exampleInput } from '#report/charts/example-input.fixture';
import { axeSource, launchChromium, offlinePage } from './chromium.fixture.js';

let browser: Browser;
let folder: string;
let url: string;

beforeAll(async () => {
  browser = await launchChromium();
  folder = mkdtempSync(join(tmpdir(), 'tapefold-layout-'));
  const path = join(folder, 'report.html');
  const agents = ['hold', 'cross'];
  writeFileSync(path, renderReport(exampleInput({ symbols: ['A'], agents, marks: 130, seed: 5 })));
  url = pathToFileURL(path).href;
});

afterAll(async () => {
  await browser?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

const open = (options?: Parameters<Browser['newPage']>[0]): Promise<Page> =>
  offlinePage(browser, url, options);

async function bottomOf(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).last().boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0);
}

const sizes = [
  [400, 800],
  [768, 1024],
  [1280, 800],
  [1600, 900],
  [1920, 1080],
] as const;
const themes = ['light', 'dark'] as const;

it.each(sizes.flatMap(([width, height]) => themes.map((theme) => ({ width, height, theme }))))(
  'fits $width × $height pixels without barriers in the $theme theme',
  async ({ width, height, theme }) => {
    const page = await open({ viewport: { width, height }, colorScheme: theme });
    await page.evaluate(
      'for (const each of document.querySelectorAll("details")) each.open = true',
    );
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await page.evaluate(axeSource);
    const violations = await page.evaluate(`axe.run().then(({ violations }) => violations
      .map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))`);
    expect(violations).toEqual([]);
    await page.close();
  },
);

it('has figures, equity and drawdown on a first screen of 1600 × 900 pixels', async () => {
  const page = await open({ viewport: { width: 1600, height: 900 } });
  expect(await page.locator('.overview .tiles dt').allTextContents()).toEqual([
    'Total return',
    'Annualized',
    'Sharpe ratio',
    'Max. drawdown',
    'Trades',
    'Above hold, a year',
  ]);
  expect(await bottomOf(page, '.overview .tiles')).toBeLessThan(900);
  expect(await bottomOf(page, '.overview .readout')).toBeLessThan(900);
  // The last plot is that of the drawdown.
  expect(await bottomOf(page, '.overview .plot')).toBeLessThan(900);
  await page.close();
});

it('reads the curves out under the pointer', async () => {
  const page = await open();
  const plot = page.locator('.overview .plot').first();
  const readout = page.locator('.overview .readout p');
  const last = await readout.textContent();
  const box = (await plot.locator('.chart').boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  expect(await readout.textContent()).not.toBe(last);
  expect(await readout.textContent()).toMatch(/^2020-0[34]-\d\d hold [\d,.]+ .*cross [\d,.]+ /);
  await page.close();
});

it.each([true, false])('switches to a logarithmic scale, script: %j', async (javaScriptEnabled) => {
  const page = await open({ javaScriptEnabled });
  const [linear, log] = ['linear', 'log'].map((kind) => page.locator(`.overview .plot.${kind}`));
  expect(await linear!.isVisible()).toBe(true);
  expect(await log!.isVisible()).toBe(false);
  await page.getByRole('checkbox', { name: 'Logarithmic scale' }).press('Space');
  expect(await linear!.isVisible()).toBe(false);
  expect(await log!.isVisible()).toBe(true);
  await page.close();
});

it('keeps the caption of a table that scrolls whole on a phone, and shows where it continues', async () => {
  const page = await open({ viewport: { width: 400, height: 800 } });
  const area = page.getByRole('group', { name: 'All runs' });
  const caption = area.locator('caption');
  const ends = async (): Promise<readonly [number, number]> => {
    const box = (await caption.boundingBox())!;
    return [box.x, box.x + box.width];
  };
  const before = await ends();
  expect(before[0]).toBeGreaterThanOrEqual(0);
  expect(before[1]).toBeLessThanOrEqual(400);
  expect(await area.getAttribute('class')).toBe('scroll after');
  await area.focus();
  await area.evaluate((element) => {
    element.scrollLeft = element.scrollWidth;
  });
  await page.locator('.scroll.before:not(.after)').waitFor();
  expect(await ends()).toEqual(before);
  await page.close();
});
