/**
 * The browser that pages are tried in, and the rules of accessibility that they are held against.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';

/** A script that gives a page `axe`. */
export const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Without a sandbox, as root in a container has none. The caller closes it. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });

type PageOptions = Parameters<Browser['newPage']>[0];

/**
 * A page of a browser without a network, on a screen of 1280 × 900 and without motion unless
 * `options` override it: an animated scroll that still runs when the next key is pressed may end
 * where neither of them leads.
 */
export async function offlinePage(
  browser: Browser,
  url: string,
  options: PageOptions = {},
): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  await page.context().setOffline(true);
  await page.goto(url);
  return page;
}
