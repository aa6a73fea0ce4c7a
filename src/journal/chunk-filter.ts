/** 16 bits a row of a chunk: of what is not there, one in 400 seems to be. */
const words = 1_024;
const probes = 4;

/** Which codes are in a column of a chunk, for sure not or perhaps: a Bloom filter. */
export type ChunkFilter = Uint32Array;

export const filterOf = (codes: Uint32Array): ChunkFilter => {
  const filter = new Uint32Array(words);
  let before = -1;
  for (const code of codes) {
    // Whole chunks have the same direction, kind or status.
    if (code !== before) add(filter, code);
    before = code;
  }
  return filter;
};

const add = (filter: ChunkFilter, code: number): void => {
  const mixed = mix(code);
  for (let probe = 0; probe < probes; probe += 1) {
    const bit = bitOf(mixed, probe);
    filter[bit >>> 5] = (filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }
};

export const mayHold = (filter: ChunkFilter, code: number): boolean => {
  const mixed = mix(code);
  for (let probe = 0; probe < probes; probe += 1) {
    const bit = bitOf(mixed, probe);
    if (((filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
};

/** Spreads codes that are alike, such as those of statuses (the end of MurmurHash3). */
const mix = (code: number): number => {
  let mixed = Math.imul(code ^ (code >>> 16), 0x85_eb_ca_6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35);
  return mixed ^ (mixed >>> 16);
};

const bitOf = (mixed: number, probe: number): number =>
  ((mixed & 0xff_ff) + probe * ((mixed >>> 16) | 1)) & (32 * words - 1);
