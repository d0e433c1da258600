/** Repeating a recorded call yields the same record, whatever the request. */

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { invalidInput } from '#values';
import type { MarketView } from '#market-view';
import { argumentBytesMax, Capability } from './capability.js';
import { callsDigest, type CallRecord } from './call-record.js';
import { tool, type ToolSet } from './tool.js';

const echo = tool({
  name: 'echo',
  title: 'Echo',
  description: 'Says it again; "no" is refused.',
  input: z.strictObject({ text: z.string(), times: z.int().default(1) }),
  output: z.strictObject({ said: z.string() }),
  call: ({ text, times }) => {
    if (text === 'no') throw invalidInput('refused');
    return { said: text.repeat(times) };
  },
});
const set: ToolSet = { name: 'echo_mcp', title: 'Echo', instructions: '', tools: [echo] };

let clock = 0;
const open = () =>
  new Capability({
    sets: [set],
    context: { view: {} as Partial<MarketView> as MarketView, desk: null },
    limits: { calls: 6, bytes: 1000 },
    now: () => clock++,
  });

const withoutTime = ({ durationMs: _, ...rest }: CallRecord): object => rest;

/** The record of a call, and that of the same call repeated in a separate capability. */
function twice(name: string, args: unknown): [object, object] {
  const first = open();
  const second = open();
  first.call(name, args);
  const [made] = first.records as [CallRecord];
  second.repeat(made);
  expect(second.summary()).toEqual(first.summary());
  const [again] = second.records as [CallRecord];
  return [withoutTime(made), withoutTime(again)];
}

const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;

describe('a call that is made again', () => {
  it.each([
    { what: 'an answer', name: 'echo', args: { text: 'a', times: 3 } },
    { what: 'members in another order', name: 'echo', args: { times: 3, text: 'a' } },
    { what: 'a refusal', name: 'echo', args: { text: 'no' } },
    { what: 'nothing asked', name: 'echo', args: undefined },
    { what: 'a broken schema', name: 'echo', args: { text: 7 } },
    { what: 'members that there are not', name: 'echo', args: { text: 'a', z: 1, b: 2 } },
    { what: 'a member of that name', name: 'echo', args: JSON.parse('{"__proto__":1}') as unknown },
    { what: 'another tool', name: 'peek', args: {} },
    { what: 'a long name', name: `peek${'k'.repeat(300)}`, args: {} },
    { what: 'a name of controls', name: 'echo\u0000\n\ud800', args: { a: '\u0000' } },
    { what: 'no JSON', name: 'echo', args: cycle },
    { what: 'too much of it', name: 'echo', args: { text: 'x'.repeat(argumentBytesMax) } },
    { what: 'half a character', name: 'echo', args: { text: `x${'😀'.repeat(argumentBytesMax)}` } },
    { what: 'a result too large', name: 'echo', args: { text: 'x'.repeat(500), times: 3 } },
  ])('has the same record: $what', ({ name, args }) => {
    const [made, again] = twice(name, args);
    expect(again).toEqual(made);
  });

  it('is within the same limits', () => {
    const first = open();
    const second = open();
    for (let call = 0; call < 8; call++) first.call('echo', { text: 'x'.repeat(150) });
    for (const record of first.records) second.repeat(record);
    expect(second.records.map(withoutTime)).toEqual(first.records.map(withoutTime));
    expect(first.records.map(({ error }) => error === null)).toEqual(
      // 6 calls; 160 bytes each.
      [true, true, true, true, true, true, false, false],
    );
    expect(callsDigest(second.records)).toBe(callsDigest(first.records));
  });

  it('keeps little of arguments that were too long', () => {
    const capability = open();
    capability.call('echo', { text: 'x'.repeat(argumentBytesMax) });
    const [{ arguments: asked, error }] = capability.records as [CallRecord];
    expect(asked).toHaveLength(201);
    expect(error).toContain(`arguments of more than ${argumentBytesMax} bytes`);
  });
});
