import { describe, expect, test } from 'bun:test'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { defaultNonce, nobleSchnorr, type Schnorr } from '../../src/dlc/wire/schnorr.ts'
import { pickSchnorr } from '../../src/native/schnorr.ts'
import { loadSecp256k1, type NativeCurve } from '../../src/native/secp256k1.ts'
import { dice, hex, unhex } from '../support/dlc/random.ts'
import { vectors } from '../support/dlc/vectors.ts'
import { drawn, seedOf } from '../support/draws.ts'
import { needs } from '../support/needs.ts'
import { keptLog } from '../support/still.ts'
import bip340 from '../vectors/bip340.json'

/** What the add-on signs and judges must never be told from what noble does. */

const curve = loadSecp256k1()?.curve
const hasCurve = needs(curve !== undefined, 'the secp256k1 add-on')

const RANDOM = drawn(10_000)
const { Fn, Fp } = secp256k1.Point
const N = Fn.ORDER
const word = (value: bigint): Uint8Array => unhex(value.toString(16).padStart(64, '0'))

const native = pickSchnorr(keptLog())
const BOTH: readonly (readonly [string, Schnorr])[] = curve
  ? [
      ['noble', nobleSchnorr],
      ['the add-on', native],
    ]
  : [['noble', nobleSchnorr]]

/** The 19 test vectors of BIP-340, as values. */
const published = bip340.map(({ index, secret, key, aux, message, signature, valid }) => ({
  index,
  secret: unhex(secret),
  key: unhex(key),
  aux: unhex(aux),
  message: unhex(message),
  signature: unhex(signature),
  isRight: valid,
}))

describe.each(BOTH)('%s', (_name, given) => {
  test.each(published.map((vector) => [vector.index, vector] as const))('BIP-340 vector %d', (_index, vector) => {
    const { secret, key, aux, message, signature, isRight } = vector
    // We sign and judge hashes alone, and say no to all other messages.
    expect(given.verify(signature, message, key)).toBe(isRight && message.length === 32)
    if (secret.length === 0) return
    const pair = given.pair(secret)
    expect(hex(pair.point)).toBe(hex(key))
    const sign = () => given.signUnverified(message, pair, defaultNonce(message, pair, aux, given))
    if (message.length === 32) expect(hex(sign())).toBe(hex(signature))
    else expect(sign).toThrow(RangeError)
  })

  test.each(vectors.schnorrNonce.map((v) => [`key ${v.yParity.publicKey}, nonce ${v.yParity.nonce}`, v] as const))(
    'signs with a given nonce: %s',
    (_parity, v) => {
      const [key, nonce] = [given.pair(unhex(v.privateKey)), given.pair(unhex(v.nonceSecret))]
      expect([hex(key.point), hex(nonce.point)]).toEqual([v.publicKey, v.nonce])
      const signature = given.signUnverified(unhex(v.message), key, nonce)
      expect(hex(signature)).toBe(v.signature)
      expect(given.verify(signature, unhex(v.message), key.point)).toBe(true)
    },
  )

  test('a signature is refused under any other message, key, R or s', () => {
    const random = dice(9)
    for (let run = 0; run < 60; run++) {
      const [key, nonce] = [given.pair(random.bytes(32)), given.pair(random.bytes(32))]
      const message = random.bytes(32)
      const signature = given.signUnverified(message, key, nonce)
      expect(given.verify(signature, message, key.point)).toBe(true)
      for (const [at, bytes] of [signature, message, key.point].entries()) {
        const spoiled = bytes.slice()
        spoiled[random.integer(0, bytes.length - 1)]! ^= 1 << random.integer(0, 7)
        const [s, m, k] = [signature, message, key.point].with(at, spoiled)
        expect(given.verify(s!, m!, k!)).toBe(false)
      }
    }
  })

  test('a key or a nonce of the parity that BIP-340 does not use makes no signature', () => {
    const [key, nonce] = [given.pair(word(5n)), given.pair(word(7n))]
    const message = word(11n)
    const odd = (secret: Uint8Array): Uint8Array => Fn.toBytes(Fn.neg(Fn.fromBytes(secret)))
    const isGood = (k: typeof key, r: typeof nonce): boolean =>
      given.verify(given.signUnverified(message, k, r), message, key.point)
    expect(isGood(key, nonce)).toBe(true)
    expect(isGood({ ...key, secret: odd(key.secret) }, nonce)).toBe(false)
    expect(isGood(key, { ...nonce, secret: odd(nonce.secret) })).toBe(false)
    // Under the key of another nonce, too.
    expect(isGood(key, { ...nonce, secret: word(8n) })).toBe(false)
  })

  test('s of zero, of n and above, R and keys that are no points: false, and no exception', () => {
    const [key, nonce, message] = [given.pair(word(5n)), given.pair(word(7n)), word(11n)]
    const good = given.signUnverified(message, key, nonce)
    const s = (value: bigint): Uint8Array => Uint8Array.of(...good.subarray(0, 32), ...word(value))
    for (const value of [0n, N, N + 1n, 2n ** 256n - 1n]) expect(given.verify(s(value), message, key.point)).toBe(false)
    const r = (value: bigint): Uint8Array => Uint8Array.of(...word(value), ...good.subarray(32))
    // 5 is the x of no point.
    for (const value of [0n, 5n, Fp.ORDER, 2n ** 256n - 1n])
      expect(given.verify(r(value), message, key.point)).toBe(false)
    for (const value of [0n, 5n, Fp.ORDER, 2n ** 256n - 1n])
      expect(given.verify(good, message, word(value))).toBe(false)
  })

  test('R at infinity is refused: s = e·d, whatever R is said to be', () => {
    const [key, message] = [nobleSchnorr.pair(word(5n)), word(11n)]
    for (const x of [word(0n), word(1n), key.point]) {
      const e = Fn.create(BigInt(`0x${hex(schnorr.utils.taggedHash('BIP0340/challenge', x, key.point, message))}`))
      const s = Fn.toBytes(Fn.mul(e, Fn.fromBytes(key.secret)))
      expect(given.verify(Uint8Array.of(...x, ...s), message, key.point)).toBe(false)
    }
  })

  test('other lengths are refused: false, and no exception', () => {
    const random = dice(10)
    for (const [s, m, k] of [
      [63, 32, 32],
      [65, 32, 32],
      [64, 31, 32],
      [64, 32, 33],
      [64, 32, 31],
      [0, 0, 0],
      [64, 32, 32],
    ] as const)
      expect(given.verify(random.bytes(s), random.bytes(m), random.bytes(k))).toBe(false)
  })

  test('a secret outside of 1 to n - 1 or of another length makes no pair', () => {
    for (const bad of [word(0n), word(N), word(2n ** 256n - 1n), new Uint8Array(31).fill(1), new Uint8Array(33)])
      expect(() => given.pair(bad)).toThrow()
    for (const good of [1n, 2n, N - 1n])
      expect(hex(given.pair(word(good)).point)).toBe(hex(schnorr.getPublicKey(word(good))))
  })

  test('a secret that would not be one, in a pair made by hand, signs nothing that verifies', () => {
    const [key, nonce, message] = [given.pair(word(5n)), given.pair(word(7n)), word(11n)]
    for (const bad of [word(0n), word(N), word(2n ** 256n - 1n)])
      for (const [k, r] of [
        [{ ...key, secret: bad }, nonce],
        [key, { ...nonce, secret: bad }],
      ] as const) {
        let made = new Uint8Array(64)
        try {
          made = new Uint8Array(given.signUnverified(message, k, r))
        } catch {}
        expect(given.verify(made, message, key.point)).toBe(false)
      }
  })

  test('a pair is a copy, of a Buffer too, and what it was made of is left alone', () => {
    for (const secret of [word(5n), Buffer.from(word(5n)), word(6n), Buffer.from(word(6n))]) {
      const before = hex(secret)
      const pair = given.pair(secret)
      expect(hex(secret)).toBe(before)
      const kept = hex(pair.secret)
      secret.fill(0)
      expect(hex(pair.secret)).toBe(kept)
    }
  })

  test('half of all strings are points', () => {
    const random = dice(11)
    const points = Array.from({ length: 200 }, () => given.isPoint(random.bytes(32))).filter(Boolean).length
    expect(points).toBeWithin(70, 130)
    expect(given.isPoint(unhex(vectors.oracle.publicKey))).toBe(true)
    for (const bad of [new Uint8Array(32).fill(255), new Uint8Array(31), new Uint8Array(33), word(Fp.ORDER)])
      expect(given.isPoint(bad)).toBe(false)
  })
})

describe.skipIf(!hasCurve)('the add-on', () => {
  test(`signs as noble does: ${RANDOM} random keys, nonces and messages`, () => {
    const random = dice(seedOf(340))
    const parities = new Set<string>()
    for (let run = 0; run < RANDOM; run++) {
      const [secret, nonceSecret, message] = [random.bytes(32), random.bytes(32), random.bytes(32)]
      const [key, nonce] = [native.pair(secret), native.pair(nonceSecret)]
      parities.add(`${hex(key.secret) === hex(secret)} ${hex(nonce.secret) === hex(nonceSecret)}`)
      const made = native.signUnverified(message, key, nonce)
      const d = nobleSchnorr.pair(secret)
      const k = nobleSchnorr.pair(nonceSecret)
      if (hex(made) !== hex(nobleSchnorr.signUnverified(message, d, k)) || hex(key.secret) !== hex(d.secret))
        throw new Error(`they differ for ${hex(secret)}, ${hex(nonceSecret)} and ${hex(message)}`)
      // Its own verification is the slowest part of noble: a twentieth is enough.
      if (!native.verify(made, message, key.point) || (run % 20 === 0 && !schnorr.verify(made, message, d.point)))
        throw new Error(`not verified for ${hex(secret)}, ${hex(nonceSecret)} and ${hex(message)}`)
    }
    expect([...parities].sort()).toEqual(['false false', 'false true', 'true false', 'true true'])
  }, 120_000)

  test('and judges hostile signatures as noble does: zeros, the order and beyond, points that do not exist', () => {
    const random = dice(seedOf(341))
    const edges = [0n, 1n, 2n, N - 1n, N, N + 1n, Fp.ORDER - 1n, Fp.ORDER, 2n ** 256n - 1n].map(word)
    const key = native.pair(word(5n))
    const good = native.signUnverified(word(11n), key, native.pair(word(7n)))
    const pieces = [...edges, good.slice(0, 32), good.slice(32), key.point, word(11n)]
    for (let run = 0; run < 1_000; run++) {
      const [r, s, message, point] = [0, 1, 2, 3].map(() => random.pick(pieces)) as [
        Uint8Array,
        Uint8Array,
        Uint8Array,
        Uint8Array,
      ]
      const signature = Uint8Array.of(...r, ...s)
      expect([hex(signature), hex(message), hex(point), native.verify(signature, message, point)]).toEqual([
        hex(signature),
        hex(message),
        hex(point),
        nobleSchnorr.verify(signature, message, point),
      ])
    }
  })

  test('leaves nothing of the key behind: what it worked on is wiped, whether it came to a signature or not', () => {
    const seen: Uint8Array[] = []
    const watched: NativeCurve = {
      ...curve!,
      privateKeyTweakMul: (secret, factor) => (seen.push(secret), curve!.privateKeyTweakMul(secret, factor)),
      privateKeyTweakAdd: (secret, term) => (seen.push(secret), curve!.privateKeyTweakAdd(secret, term)),
    }
    const own = pickSchnorr(keptLog(), watched)
    const [key, nonce] = [own.pair(word(5n)), own.pair(word(6n))]
    const before = [hex(key.secret), hex(nonce.secret)]
    seen.length = 0
    own.signUnverified(word(11n), key, nonce)
    expect(seen.length).toBeGreaterThan(1)
    for (const buffer of seen) expect(hex(buffer)).toBe('00'.repeat(32))
    expect([hex(key.secret), hex(nonce.secret)]).toEqual(before)
    // After a failure, too.
    seen.length = 0
    expect(() => own.signUnverified(word(11n), key, { ...nonce, secret: word(N) })).toThrow()
    for (const buffer of seen) expect(hex(buffer)).toBe('00'.repeat(32))
  })
})

const picked = (change: Partial<NativeCurve>) => {
  const log = keptLog()
  return { schnorr: pickSchnorr(log, { ...curve!, ...change }), events: log.lines.map(({ event }) => event) }
}

const refuse = (): never => {
  throw new Error('it does not work')
}
const flipped = (bytes: Uint8Array): Uint8Array => bytes.with(bytes.length - 1, bytes.at(-1)! ^ 1)

describe.skipIf(!hasCurve)('at the start', () => {
  test('an add-on that works is used, and says so', () => {
    const { schnorr: chosen, events } = picked({})
    expect(chosen).not.toBe(nobleSchnorr)
    expect(events).toEqual(['native.used'])
  })

  test.each([
    ['cannot make points', { publicKeyCreate: refuse }],
    ['makes other points', { publicKeyCreate: (secret, short) => flipped(curve!.publicKeyCreate(secret, short)) }],
    ['does not negate', { privateKeyNegate: (secret) => secret }],
    ['does not multiply', { privateKeyTweakMul: (secret) => secret }],
    ['does not add', { privateKeyTweakAdd: (secret) => secret }],
    ['works on a copy', { privateKeyTweakAdd: (secret, term) => curve!.privateKeyTweakAdd(secret.slice(), term) }],
    ['does not multiply points', { publicKeyTweakMul: (point) => point }],
    ['adds nothing to a point', { publicKeyCombine: ([point]) => curve!.publicKeyCombine([point!], true) }],
    ['knows no points', { publicKeyVerify: () => false }],
    ['cannot add points', { publicKeyCombine: refuse }],
  ] as readonly (readonly [string, Partial<NativeCurve>])[])('one that %s is not', (_what, change) => {
    const { schnorr: chosen, events } = picked(change)
    expect(chosen).toBe(nobleSchnorr)
    expect(events).toEqual(['native.distrusted'])
  })
})

test('where there is no add-on noble runs, and nothing is said', () => {
  const log = keptLog()
  expect(pickSchnorr(log, null)).toBe(nobleSchnorr)
  expect(log.lines).toEqual([])
})
