/**
 * Zip archives that a test writes byte by byte: sound ones, and hostile ones that no
 * program would write.
 */

import { crc32, deflateRawSync } from 'node:zlib';

export interface WrittenMember {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Stated in place of what the content has. */
  readonly checksum?: number;
  readonly bytes?: number;
  readonly packedBytes?: number;
  /** Bit 0: encrypted. */
  readonly flags?: number;
  /** Type and rights, as Unix has them. */
  readonly mode?: number;
}

/** The bytes of an archive with these members, deflated. */
export function zipOf(members: readonly WrittenMember[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const content = Buffer.from(member.content);
    const packed = deflateRawSync(content);
    const name = Buffer.from(member.name);
    const stated = statedFields(member, content, packed);
    const head = Buffer.alloc(4);
    head.writeUInt32LE(0x04034b50);
    const start = offset;
    for (const part of [head, stated, lengths(name, 0), name, packed]) {
      local.push(part);
      offset += part.length;
    }
    const signature = Buffer.alloc(6);
    signature.writeUInt32LE(0x02014b50);
    // Version 2.0 of Unix.
    signature.writeUInt16LE(0x0314, 4);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((member.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(start, 10);
    central.push(signature, stated, lengths(name, 0), tail, name);
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

/** Version, flags, method, time, checksum and sizes, which both headers have. */
function statedFields(member: WrittenMember, content: Buffer, packed: Buffer): Buffer {
  const fields = Buffer.alloc(22);
  fields.writeUInt16LE(20, 0);
  // Bit 11: the name is UTF-8.
  fields.writeUInt16LE((member.flags ?? 0) | 0x800, 2);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(member.checksum ?? crc32(content), 10);
  fields.writeUInt32LE(member.packedBytes ?? packed.length, 14);
  fields.writeUInt32LE(member.bytes ?? content.length, 18);
  return fields;
}

function lengths(name: Buffer, extra: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16LE(name.length, 0);
  bytes.writeUInt16LE(extra, 2);
  return bytes;
}
