/**
 * Times in the vendor's format: text in JSON, the timestamp extension in msgpack, both to
 * the microsecond.
 */

import {
  encode,
  EXT_TIMESTAMP,
  ExtensionCodec,
  decodeTimestampExtension,
  encodeTimeSpecToTimestamp,
} from '@msgpack/msgpack';
import { formatInstant, microsPerSecond, type Instant } from '#values';

export class WireTime {
  constructor(readonly instant: Instant) {}

  toJSON(): string {
    return formatInstant(this.instant);
  }
}

const extensionCodec = new ExtensionCodec();
extensionCodec.register({
  type: EXT_TIMESTAMP,
  encode: (value) => {
    if (!(value instanceof WireTime)) return null;
    const sec = Math.floor(value.instant / microsPerSecond);
    const nsec = (value.instant - sec * microsPerSecond) * 1000;
    return encodeTimeSpecToTimestamp({ sec, nsec });
  },
  decode: decodeTimestampExtension,
});

export type WireEncoding = 'msgpack' | 'json';

export const encoded = (value: unknown, encoding: WireEncoding): Uint8Array =>
  encoding === 'json' ? Buffer.from(JSON.stringify(value)) : encode(value, { extensionCodec });

/** Joins already encoded messages into one frame. At most 65,535 of them. */
export function frameOf(parts: readonly Uint8Array[], encoding: WireEncoding): Buffer {
  if (encoding === 'msgpack') {
    const { length } = parts;
    const head = length < 16 ? [0x90 | length] : [0xdc, length >> 8, length & 0xff];
    return Buffer.concat([Buffer.from(head), ...parts]);
  }
  const comma = Buffer.from(',');
  const inside = parts.flatMap((part, at) => (at === 0 ? [part] : [comma, part]));
  return Buffer.concat([Buffer.from('['), ...inside, Buffer.from(']')]);
}
