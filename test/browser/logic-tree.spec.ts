/**
 * Logic trees work in a real browser: they fold by pointer and by key, and each node leads
 * to its sentence.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LogicTreePicture } from '#contracts/result/report-pictures';
import { renderReport } from '#report';
import { exampleTaskResult } from '#report/example-task-result.fixture';
import { numberedNodes } from '#workflows/research/terms/logic-tree';
import { treeIn } from '#workflows/research/tree/found-tree';
import { treePair } from '#workflows/research/tree/template-writer';
import { axeSource, launchChromium, offlinePage } from './chromium.fixture.js';

/** A template report with its true tree; some of its arguments are not supported. */
function pictureOf(at: number): LogicTreePicture {
  const { tree, report } = treePair(2, at);
  const nodes = numberedNodes(treeIn(tree, report)!.tree).map((node, place) => {
    const { depth, kind, from, to } = node;
    return { depth, kind, from, to, supported: kind === 'argument' ? place % 3 !== 1 : null };
  });
  return { title: `writer, question-${at}, attempt 1`, report, nodes };
}
const first = pictureOf(8);
/** As deep as a tree may be: no screen has room for it. */
const deepest: LogicTreePicture = {
  title: 'deep',
  report: 'A long line of thought.',
  nodes: Array.from({ length: 101 }, (_, depth) => {
    return { depth, kind: 'argument', from: 0, to: 22, supported: depth % 2 === 0 };
  }),
};

let browser: Browser;
let folder: string;
let url: string;

beforeAll(async () => {
  browser = await launchChromium();
  folder = mkdtempSync(join(tmpdir(), 'tapefold-browser-'));
  const path = join(folder, 'report.html');
  const text = ['2 of 2 trees.'];
  const section = { title: 'Logic trees', text, table: null, logicTrees: [first, deepest] };
  writeFileSync(path, renderReport({ result: { ...exampleTaskResult(), sections: [section] } }));
  url = pathToFileURL(path).href;
});

afterAll(async () => {
  await browser?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

const open = (options?: Parameters<Browser['newPage']>[0]): Promise<Page> =>
  offlinePage(browser, url, options);

it.each([true, false])('folds and unfolds, with scripts: %s', async (javaScriptEnabled) => {
  const page = await open({ javaScriptEnabled });
  const [root, child] = [0, 1].map((at) => page.locator('.logic li summary').nth(at));
  const leaf = page.locator('.logic .evidence').first();
  expect([await child!.isVisible(), await leaf.isVisible()]).toEqual([true, true]);
  await root!.click();
  expect([await child!.isVisible(), await leaf.isVisible()]).toEqual([false, false]);
  await root!.press('Enter');
  expect([await child!.isVisible(), await leaf.isVisible()]).toEqual([true, true]);
  await child!.press('Space');
  expect([await child!.isVisible(), await leaf.isVisible()]).toEqual([true, false]);
  await child!.click();
  expect(await leaf.isVisible()).toBe(true);
  await page.close();
});

it(
  'leads from each node to its sentence in the report, by click and by key',
  { timeout: 600_000 },
  async () => {
    const page = await open();
    const tree = page.locator('.logic').first();
    const links = tree.locator('li a');
    const text = tree.locator('pre');
    const target = tree.locator('pre :target');
    expect(await links.count()).toBe(first.nodes.length);
    expect(await text.isVisible()).toBe(false);
    for (const [at, { from, to }] of first.nodes.entries()) {
      await (at % 2 === 0 ? links.nth(at).click() : links.nth(at).press('Enter'));
      await page.waitForURL(new RegExp(`-${at + 1}$`));
      expect(await target.textContent()).toBe(first.report.slice(from, to));
      // The browser unfolds the report, and scrolls in the page and in the text.
      await expect
        .poll(async () => {
          const own = await target.boundingBox();
          const around = await text.boundingBox();
          if (own === null || around === null) return false;
          const top = Math.max(0, around.y);
          const bottom = Math.min(900, around.y + around.height);
          return own.y >= top && own.y + own.height <= bottom;
        })
        .toBe(true);
    }
    // A link of an argument leads away and folds nothing.
    expect(await tree.locator('li > details:not([open])').count()).toBe(0);
    // By key, from an argument to what folds it.
    await links.first().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await links.nth(1).isVisible()).toBe(false);
    await page.close();
  },
);

it.each([
  [1280, 'light'],
  [400, 'dark'],
] as const)('fits a screen of %d pixels without barriers, %s', async (width, colorScheme) => {
  const page = await open({ viewport: { width, height: 800 }, colorScheme });
  for (const summary of await page.locator('.logic .inner > summary').all()) await summary.click();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  await page.evaluate(axeSource);
  const violations = await page.evaluate(`axe.run().then(({ violations }) => violations
    .map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))`);
  expect(violations).toEqual([]);
  await page.close();
});
