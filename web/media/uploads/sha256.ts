/** The first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const constants = Int32Array.from([...primes(64)].map((prime) => fraction(Math.cbrt(prime))));

/**
 * SHA-256 (FIPS 180-4) of bytes that come in parts: the browser's own wants all of them in memory at once, and is missing where a page
 * is not served by HTTPS.
 */
export function sha256() {
  const state = Int32Array.from([...primes(8)].map((prime) => fraction(Math.sqrt(prime))));
  const words = new Int32Array(64);
  const rest = new Uint8Array(64);
  let held = 0;
  let length = 0;

  function block(bytes: Uint8Array, at: number) {
    for (let i = 0, o = at; i < 16; i++, o += 4)
      words[i] = (bytes[o]! << 24) | (bytes[o + 1]! << 16) | (bytes[o + 2]! << 8) | bytes[o + 3]!;
    for (let i = 16; i < 64; i++) {
      const x = words[i - 15]!;
      const y = words[i - 2]!;
      const small0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const small1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      words[i] = (words[i - 16]! + small0 + words[i - 7]! + small1) | 0;
    }
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    let e = state[4]!;
    let f = state[5]!;
    let g = state[6]!;
    let h = state[7]!;
    for (let i = 0; i < 64; i++) {
      const big1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const one = (h + big1 + ((e & f) ^ (~e & g)) + constants[i]! + words[i]!) | 0;
      const big0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    state[0] = (state[0]! + a) | 0;
    state[1] = (state[1]! + b) | 0;
    state[2] = (state[2]! + c) | 0;
    state[3] = (state[3]! + d) | 0;
    state[4] = (state[4]! + e) | 0;
    state[5] = (state[5]! + f) | 0;
    state[6] = (state[6]! + g) | 0;
    state[7] = (state[7]! + h) | 0;
  }

  function update(bytes: Uint8Array): void {
    length += bytes.length;
    let at = 0;
    if (held > 0) {
      at = Math.min(64 - held, bytes.length);
      rest.set(bytes.subarray(0, at), held);
      held += at;
      if (held < 64) return;
      block(rest, 0);
      held = 0;
    }
    for (; at + 64 <= bytes.length; at += 64) block(bytes, at);
    rest.set(bytes.subarray(at));
    held = bytes.length - at;
  }

  return {
    update,
    /** In hexadecimal. Ends it. */
    digest(): string {
      const bits = BigInt(length) * 8n;
      const padding = new Uint8Array((held < 56 ? 56 : 120) - held + 8);
      padding[0] = 0x80;
      new DataView(padding.buffer).setBigUint64(padding.length - 8, bits);
      update(padding);
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
    },
  };
}

/** 32 bits after the point; numbers of 32 bits with a sign are the fast ones. */
function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}

function* primes(count: number): Generator<number> {
  for (let n = 2, found = 0; found < count; n++) {
    let isPrime = true;
    for (let by = 2; by * by <= n; by++) if (n % by === 0) isPrime = false;
    if (!isPrime) continue;
    found++;
    yield n;
  }
}
