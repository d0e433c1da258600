/** The module as Nest wires it: each part has a token of its own, and can be replaced by it. */

import { Test } from '@nestjs/testing';
import { describe, expect, it } from 'vitest';
import { keyOf, type Message } from '#contracts/streams/catalogue';
import { GATEWAY } from '../providers/gateway-parts.js';
import { TapesController } from '../tapes/tapes.controller.js';
import { idleParts } from './describe-gateway.js';
import { GatewayModule } from './gateway.module.js';

const tape = 'a'.repeat(64);

/** The controller of tapes, with tables that hold `known` and a log that keeps what is appended. */
async function tapes(known: object | undefined) {
  const appended: { readonly topic: string; readonly key: string; readonly value: string }[] = [];
  const module = await Test.createTestingModule({ imports: [GatewayModule.over(idleParts())] })
    .overrideProvider(GATEWAY.models)
    .useValue({ tape: () => Promise.resolve(known) })
    .overrideProvider(GATEWAY.log)
    .useValue({
      append: (messages: typeof appended) => {
        appended.push(...messages);
        return Promise.resolve();
      },
    })
    .compile();
  return { controller: module.get(TapesController), appended };
}

describe('GatewayModule', () => {
  it('gives a controller the replaced log and tables', async () => {
    const { controller, appended } = await tapes({ request: { until: '2024-01-31' } });
    const { command } = await controller.turn({ tape }, { kind: 'pause' });
    const [{ topic, key, value }] = appended as [(typeof appended)[number]];
    const message = JSON.parse(value) as Message;
    expect(message).toMatchObject({ type: 'ClockCommand', tape, id: command });
    expect({ topic, key }).toEqual({ topic: 'clock.commands', key: keyOf(message) });
  });

  it('appends nothing if the replaced tables have no such tape', async () => {
    const { controller, appended } = await tapes(undefined);
    await expect(controller.turn({ tape }, { kind: 'pause' })).rejects.toThrow('no such tape');
    expect(appended).toEqual([]);
  });
});
