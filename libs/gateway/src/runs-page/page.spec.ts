/** The page at `/`: what it shows and to which tokens, and that a name cannot become markup. */

import { expect, it } from 'vitest';
import { adminToken, scenario, testGateway } from '../server/gateway.fixture.js';
import { runsPage, runsPagePolicy } from './page.controller.js';

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const basic = (token: string) => `Basic ${Buffer.from(`anyone:${token}`).toString('base64')}`;

it('shows runs to a browser with a token, and nothing of them to others', async () => {
  const gateway = await testGateway();
  const page = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(`${gateway.url}${path}`, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const own = { ...html, authorization: basic(adminToken) };
  const empty = await page('/', own);
  expect(empty.status).toBe(200);
  expect(empty.text).toContain('npx tapefold cluster submit scenario.yaml --wait');
  expect((await gateway.post('/v1/submissions', scenario)).status).toBe(201);

  const shown = await page('/', own);
  expect(shown.headers.get('content-security-policy')).toBe(runsPagePolicy);
  expect(shown.headers.get('cache-control')).toBe('no-store');
  expect(shown.text).toContain('<h2>gateway-test</h2>');
  expect(shown.text).toMatch(/>hold-AAPL<\/a><\/th>\s*<td>submitted<\/td>/);
  expect((await page('/', { ...html, authorization: `Bearer ${adminToken}` })).text).toBe(
    shown.text,
  );

  const open = await page('/', html);
  expect([open.status, open.text.includes('gateway-test')]).toEqual([200, false]);
  expect(open.text).toContain('href="/?runs"');
  const asked = await page('/?runs', html);
  expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([
    401,
    'Basic realm="Tapefold", charset="UTF-8"',
  ]);
  const wrong = await page('/', { ...html, authorization: basic(`${adminToken}x`) });
  expect(wrong.text).toBe(open.text);
  const blind = await gateway.token('blind', ['submit']);
  expect((await page('/', { ...html, authorization: basic(blind) })).text).toBe(open.text);
});

it('takes a password for reading alone, and answers programs as before', async () => {
  const gateway = await testGateway();
  const authorization = basic(adminToken);
  const ask = (path: string, options: RequestInit) =>
    fetch(`${gateway.url}${path}`, options).then(({ status }) => status);
  expect(await ask('/v1/runs', { headers: { ...html, authorization } })).toBe(200);
  expect(await ask('/v1/runs', { headers: { authorization } })).toBe(401);
  const headers = { ...html, authorization, 'content-type': 'application/json' };
  const body = JSON.stringify(scenario);
  expect(await ask('/v1/submissions', { method: 'POST', headers, body })).toBe(401);
  expect(await ask('/', { headers: { accept: 'application/json' } })).toBe(401);
  expect((await gateway.ask('/')).status).toBe(404);
});

it('escapes what comes from outside, and says why a run did not finish', () => {
  const run = 'a'.repeat(64);
  const ended = { run, label: '<b>', status: 'failed', cancelReason: null } as const;
  const shown = { submission: run, name: '<img src=x>', runs: [run, run] };
  const page = runsPage({
    items: [{ ...shown, states: [{ ...ended, failure: '"><script>alert(1)</script>' }] }],
    next: 'submissions:b',
  });
  expect(page).not.toMatch(/<script|<img|<b>/);
  expect(page).toContain('failed: &quot;&gt;&lt;script&gt;');
  expect(page).toContain('1 of 2 runs');
  expect(page).toContain(`npx tapefold cluster results ${'a'.repeat(12)} --out`);
  expect(page).toContain('href="/v1/submissions"');
});
