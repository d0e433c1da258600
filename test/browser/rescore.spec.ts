/**
 * The page of a ranking works in a real browser: offline, by keyboard, in both themes, on a
 * narrow screen.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderRescorePage } from '#report';
import { rescored } from '#report/input/rescore.fixture';
import { axeSource, launchChromium, offlinePage } from './chromium.fixture.js';

let browser: Browser;
let folder: string;
let url: string;

beforeAll(async () => {
  browser = await launchChromium();
  folder = mkdtempSync(join(tmpdir(), 'tapefold-browser-'));
  const path = join(folder, 'rescore.html');
  const ranks = { first: [1, 2, 3], second: [2, 1, 1], 'a-model-with-a-long-name': [3, null, 2] };
  writeFileSync(path, renderRescorePage(rescored(ranks)));
  url = pathToFileURL(path).href;
});

afterAll(async () => {
  await browser?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

const open = (options?: Parameters<Browser['newPage']>[0]): Promise<Page> =>
  offlinePage(browser, url, options);

it('lets each agent be looked at by the tab key, and the others fade', async () => {
  const page = await open();
  const agents = page.getByRole('listitem').and(page.locator('.agent'));
  expect(await agents.count()).toBe(3);
  const faint = (): Promise<string[]> =>
    agents.evaluateAll((lines) =>
      lines.map((line) => line.ownerDocument.defaultView?.getComputedStyle(line).opacity ?? ''),
    );
  expect(await faint()).toEqual(['1', '1', '1']);
  await page.locator('nav a').last().focus();
  await page.keyboard.press('Tab');
  expect(await agents.first().evaluate((line) => line.matches(':focus-visible'))).toBe(true);
  expect(await faint()).toEqual(['1', '0.3', '0.3']);
  await page.keyboard.press('Tab');
  expect(await faint()).toEqual(['0.3', '1', '0.3']);
  await page.close();
});

it.each([1280, 400])('fits a screen of %d pixels, and names its lines', async (width) => {
  const page = await open({ viewport: { width, height: 800 } });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  const names = width === 400 ? page.locator('.ranks .legend li') : page.locator('.agent > text');
  expect(await names.count()).toBe(3);
  expect(await names.first().isVisible()).toBe(true);
  const ends = await names.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().right),
  );
  expect(Math.max(...ends)).toBeLessThanOrEqual(width);
  await page.close();
});

it.each(['light', 'dark'] as const)('has no barriers in the %s theme', async (colorScheme) => {
  const page = await open({ colorScheme });
  await page.evaluate(axeSource);
  const violations = await page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))`);
  expect(violations).toEqual([]);
  await page.close();
});
