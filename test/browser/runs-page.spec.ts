/**
 * The page at `/` works in a real browser: with the token as password, on a narrow screen,
 * in both themes.
 */

import { expect, it, onTestFinished } from 'vitest';
import { adminToken, scenario, testGateway } from '#gateway/server/gateway.fixture';
import { axeSource, launchChromium } from './chromium.fixture.js';

it('asks for the token, lists runs, and leads to what they hold', async () => {
  const gateway = await testGateway();
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const stranger = await browser.newPage();
  await stranger.goto(gateway.url);
  expect(await stranger.getByRole('link', { name: 'Show the runs' }).count()).toBe(1);
  expect(await stranger.getByRole('table').count()).toBe(0);

  const httpCredentials = { username: 'anyone', password: adminToken };
  for (const colorScheme of ['light', 'dark'] as const) {
    const viewport = { width: 400, height: 800 };
    const context = await browser.newContext({ httpCredentials, colorScheme, viewport });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(gateway.url);
    await page.getByRole('link', { name: 'Show the runs' }).click();
    if (colorScheme === 'light') {
      expect(await page.locator('pre').textContent()).toContain('cluster submit scenario.yaml');
      expect((await gateway.post('/v1/submissions', scenario)).status).toBe(201);
      await page.reload();
    }
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('gateway-test');
    expect(await page.getByRole('row').count()).toBe(3);
    const root = page.locator('html');
    expect(await root.evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(400);
    const ground = await page
      .locator('body')
      .evaluate((body) => body.ownerDocument.defaultView?.getComputedStyle(body).backgroundColor);
    expect(ground).toBe(colorScheme === 'light' ? 'rgb(251, 251, 249)' : 'rgb(21, 23, 26)');
    const found: unknown = await page.evaluate(
      `${axeSource}; axe.run().then(({ violations }) => violations)`,
    );
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
    await page.getByRole('link', { name: 'hold-AAPL' }).click();
    expect(await page.locator('body').textContent()).toContain('"label":"hold-AAPL"');
    await context.close();
  }
});
