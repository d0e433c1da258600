/**
 * The limits on a decision's calls bound what is stored of them, and never keep an agent
 * from deciding.
 */

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { MarketView } from '#market-view';
import type { CallRecord } from './call-record.js';
import { callsBeyondMax, Capability, type CallLimits } from './capability.js';
import { tool, type ToolSet } from './tool.js';

const schemas = { input: z.strictObject({ text: z.string() }), output: z.string() };
const set: ToolSet = {
  name: 'small_mcp',
  title: 'Small',
  instructions: '',
  tools: [
    tool({
      name: 'read',
      title: 'Read',
      description: 'Says it again.',
      ...schemas,
      call: ({ text }) => text,
    }),
    tool({
      name: 'decide',
      title: 'Decide',
      description: 'Takes it.',
      ...schemas,
      reads: false,
      call: ({ text }) => text,
    }),
  ],
};

const open = (limits: CallLimits, only = set) =>
  new Capability({
    sets: [only],
    context: { view: {} as Partial<MarketView> as MarketView, desk: null },
    limits,
    now: () => 0,
  });

const errorOf = (capability: Capability, name: string, text = 'abc'): string | null =>
  capability.call(name, { text }).error;

describe('an agent that has used up', () => {
  it('its calls can still decide', () => {
    const capability = open({ calls: 1, bytes: 1000 });
    expect(errorOf(capability, 'read')).toBeNull();
    expect(errorOf(capability, 'read')).toContain('no calls are left for this decision');
    expect(errorOf(capability, 'foresee')).toContain('no calls are left for this decision');
    expect(errorOf(capability, 'decide')).toBeNull();
    expect(capability.summary()?.calls).toBe(4);
  });

  it('its bytes can still decide', () => {
    // A text of three letters is five bytes of JSON.
    const capability = open({ calls: 10, bytes: 5 });
    expect(errorOf(capability, 'read')).toBeNull();
    expect(errorOf(capability, 'read')).toContain('at most 0 bytes');
    // The error was long: the remainder is negative.
    expect(errorOf(capability, 'read')).toContain('at most 0 bytes');
    expect(errorOf(capability, 'decide')).toBeNull();
  });
});

describe('a capability', () => {
  it('keeps no more records than it may, however often it is called', () => {
    const capability = open({ calls: 3, bytes: 1000 });
    for (let call = 0; call < 1000; call++) capability.call('read', { text: '' });
    expect(capability.records).toHaveLength(3 + callsBeyondMax);
    expect(errorOf(capability, 'decide')).toBe('no calls are left');
  });

  it('keeps what was asked as every table takes it: short, in one line, without controls', () => {
    const capability = open({ calls: 3, bytes: 10_000 });
    capability.call('read', { text: 'a', [`\u0000${'x'.repeat(50_000)}`]: 1 });
    capability.call('re\u0000ad\n', { 'a\u0000': '\u0000' });
    for (const { tool: name, arguments: asked, error } of capability.records) {
      expect(error?.length).toBeLessThanOrEqual(2000);
      expect(`${name}${asked}${error}`).not.toMatch(/[\u0000\n]/);
    }
  });
});

it('takes no argument __proto__, however deep, and reports it again when a call is repeated', () => {
  const free = { input: z.strictObject({ options: z.record(z.string(), z.json()) }) };
  const one = {
    name: 'free',
    title: 'Free',
    description: 'Free.',
    output: z.null(),
    ...free,
  };
  const tools = [tool({ ...one, call: () => null })];
  const args = JSON.parse('{"options":{"a":[{"__proto__":1}]}}') as unknown;
  const [first, second] = [1, 2].map(() => open({ calls: 9, bytes: 999 }, { ...set, tools }));
  expect(first?.call('free', args)).toEqual({ error: 'free: no argument can be named __proto__' });
  const [record] = first?.records ?? [];
  expect(second?.repeat(record as CallRecord)).toEqual(first?.call('free', args));
  expect(first?.call('free', { options: { a: '"__proto__":' } })).toMatchObject({ value: null });
});

describe('arguments that break their schema', () => {
  const dated = tool({
    name: 'dated',
    title: 'Dated',
    description: 'Takes dates.',
    output: z.null(),
    input: z.strictObject({
      day: z.iso.date(),
      section: z.enum(['mda', 'risk']).default('mda'),
      limit: z.int().min(1).default(1),
    }),
    call: () => null,
  });
  const capability = open({ calls: 10, bytes: 10_000 }, { ...set, tools: [dated] });
  const day = '2022-10-17';

  it.each([
    [{ day: '17.10.2022' }, 'dated.day: ', 'expected YYYY-MM-DD; found "17.10.2022"'],
    [{}, 'dated.day: ', 'found nothing'],
    [{ day, section: 'all' }, 'dated.section: ', 'expected one of "mda"|"risk"; found "all"'],
    [{ day, left: 'A' }, 'dated.left: ', 'expected no member "left"; found "A"'],
    [{ day, limit: 0 }, 'dated.limit: ', 'expected number to be >=1; found 0'],
  ])('%o: reported by place, with expected and found', (args, where, said) => {
    const { error } = capability.call('dated', args);
    expect(error).toContain(where);
    expect(error).toContain(said);
    expect(error).not.toContain('Invalid');
  });
});
