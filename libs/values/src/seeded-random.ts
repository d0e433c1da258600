/** Randomness as a value: a seed yields the same sequence on every machine. */

/** A stream of pseudo-random numbers. Not for secrets. */
export interface SeededRandom {
  /** Uniform in [0, 1), 32 bits. */
  next(): number;
  /** A uniform integer in [0, bound); `bound` from 1 to 2^32. */
  below(bound: number): number;
  /** Standard normal (Box-Muller, one value kept). */
  normal(): number;
}

/**
 * sfc32 (C. Doty-Humphrey, PractRand), seeded from an integer or a text through splitmix32 / FNV-1a
 * and warmed up by 12 rounds.
 */
export function seededRandom(seed: number | string): SeededRandom {
  let mixed = typeof seed === 'number' ? (seed | 0) ^ Math.floor(seed / 4294967296) : fnv1a(seed);
  const split = (): number => {
    mixed = (mixed + 0x9e3779b9) | 0;
    let z = mixed ^ (mixed >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z ^= z >>> 15;
    z = Math.imul(z, 0x735a2d97);
    return z ^ (z >>> 15);
  };
  let a = split();
  let b = split();
  let c = split();
  let counter = 1;
  let kept: number | undefined;
  const word = (): number => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return t >>> 0;
  };
  for (let round = 0; round < 12; round++) word();
  const next = (): number => word() / 4294967296;
  return {
    next,
    below: (bound) => Math.floor((word() / 4294967296) * bound),
    normal: () => {
      if (kept !== undefined) {
        const value = kept;
        kept = undefined;
        return value;
      }
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      const angle = 2 * Math.PI * next();
      kept = radius * Math.sin(angle);
      return radius * Math.cos(angle);
    },
  };
}

/** The 32-bit FNV-1a hash of a text's UTF-16 code units, as a signed integer. Not for secrets. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
