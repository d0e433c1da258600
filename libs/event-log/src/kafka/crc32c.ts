/** The checksum of Kafka's batches: CRC-32C (Castagnoli), eight bytes a step, as in RFC 3720 and "slicing by 8". */

/** Reflected polynomial 0x1EDC6F41. */
const polynomial = 0x82f63b78;
const slices = 8;

/** Of slice `s`, from 256 s on: what a byte does to the checksum when `s` further bytes come behind it. */
const table = sliceTable();

function sliceTable(): Int32Array {
  const made = new Int32Array(256 * slices);
  for (let byte = 0; byte < 256; byte++) {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? polynomial : 0);
    made[byte] = sum;
  }
  for (let at = 256; at < made.length; at++) {
    const before = made[at - 256] as number;
    made[at] = (before >>> 8) ^ (made[before & 0xff] as number);
  }
  return made;
}

/** From 0 to 2^32 - 1. */
export function crc32c(bytes: Uint8Array): number {
  let sum = -1;
  let at = 0;
  for (const end = bytes.length - slices; at <= end; at += slices) {
    const low =
      sum ^
      ((bytes[at] as number) |
        ((bytes[at + 1] as number) << 8) |
        ((bytes[at + 2] as number) << 16) |
        ((bytes[at + 3] as number) << 24));
    sum =
      (table[1792 + (low & 0xff)] as number) ^
      (table[1536 + ((low >>> 8) & 0xff)] as number) ^
      (table[1280 + ((low >>> 16) & 0xff)] as number) ^
      (table[1024 + (low >>> 24)] as number) ^
      (table[768 + (bytes[at + 4] as number)] as number) ^
      (table[512 + (bytes[at + 5] as number)] as number) ^
      (table[256 + (bytes[at + 6] as number)] as number) ^
      (table[bytes[at + 7] as number] as number);
  }
  for (; at < bytes.length; at++) {
    sum = (sum >>> 8) ^ (table[(sum ^ (bytes[at] as number)) & 0xff] as number);
  }
  return ~sum >>> 0;
}
