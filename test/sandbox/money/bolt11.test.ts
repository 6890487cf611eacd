import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { Invoice } from '@getalby/lightning-tools/bolt11'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bech32 } from '@scure/base'
import { decode } from 'light-bolt11-decoder'
import { COMMON_FEATURES, type InvoiceTerms, writeBolt11 } from '../../../src/sandbox/money/bolt11.ts'

/** Key and terms of the examples in BOLT #11 (lightning/bolts, 11-payment-encoding.md, "Examples"). */
const SPEC_KEY = Uint8Array.fromHex('e126f68f7eafcc8b74f54d269fe206be715000f94dac067d1c04a8ca3b2db734')
const SPEC_HASH = '0001020304050607080900010203040506070809000102030405060708090102'
const SPEC_TERMS: InvoiceTerms = {
  amountMsat: 0n,
  paymentHash: Uint8Array.fromHex(SPEC_HASH),
  paymentSecret: new Uint8Array(32).fill(0x11),
  description: 'Please consider supporting this project',
  timestamp: 1_496_314_658,
  expirySeconds: null,
  minFinalCltv: null,
  features: [8, 14],
}
const OURS: InvoiceTerms = { ...SPEC_TERMS, expirySeconds: 300, minFinalCltv: 80, features: COMMON_FEATURES }

const section = (bolt11: string, name: string): unknown => {
  const found = decode(bolt11).sections.find((candidate) => candidate.name === name)
  return found !== undefined && 'value' in found ? found.value : undefined
}

describe('the examples of BOLT #11 come out letter by letter', () => {
  test('a donation of any amount', () => {
    expect(writeBolt11(SPEC_TERMS, SPEC_KEY)).toBe(
      'lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq' +
        'dpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3' +
        'yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql',
    )
  })

  test('a cup of coffee within one minute', () => {
    const terms = { ...SPEC_TERMS, amountMsat: 250_000_000n, description: '1 cup coffee', expirySeconds: 60 }
    expect(writeBolt11(terms, SPEC_KEY)).toBe(
      'lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzq' +
        'fqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ym' +
        'jpf39tuven09sam30g4vgpfna3rh',
    )
  })
})

describe('amounts', () => {
  const cases: [bigint, string][] = [
    [0n, 'lnbc1p'],
    [1n, 'lnbc10p1'],
    [99n, 'lnbc990p1'],
    [1_000n, 'lnbc10n1'],
    [10_000n, 'lnbc100n1'],
    [1_000_000n, 'lnbc10u1'],
    [7_000_000n, 'lnbc70u1'],
    [7_001_000n, 'lnbc70010n1'],
    [100_000_000n, 'lnbc1m1'],
    [200_000_000_000n, 'lnbc21'],
  ]
  test.each(cases)('%p msat', (amountMsat, prefix) => {
    const bolt11 = writeBolt11({ ...OURS, amountMsat }, SPEC_KEY)
    expect(bolt11).toStartWith(prefix)
    expect(section(bolt11, 'amount')).toBe(amountMsat === 0n ? undefined : String(amountMsat))
    expect(new Invoice({ pr: bolt11 }).millisatoshi).toBe(Number(amountMsat))
  })
})

test('both public readers find every field', () => {
  const bolt11 = writeBolt11({ ...OURS, amountMsat: 10_000n, description: 'BTC/USD spot, é₿' }, SPEC_KEY)
  expect(section(bolt11, 'payment_hash')).toBe(SPEC_HASH)
  expect(section(bolt11, 'payment_secret')).toBe('11'.repeat(32))
  expect(section(bolt11, 'description')).toBe('BTC/USD spot, é₿')
  expect(section(bolt11, 'timestamp')).toBe(1_496_314_658)
  expect(section(bolt11, 'expiry')).toBe(300)
  expect(section(bolt11, 'min_final_cltv_expiry')).toBe(80)
  expect(section(bolt11, 'feature_bits')).toMatchObject({ var_onion_optin: 'supported', payment_secret: 'supported' })

  const alby = new Invoice({ pr: bolt11 })
  expect(alby.paymentHash).toBe(SPEC_HASH)
  expect(alby.satoshi).toBe(10)
  expect(alby.description).toBe('BTC/USD spot, é₿')
  expect(alby.expiryDate).toEqual(new Date((1_496_314_658 + 300) * 1000))
})

test('the longest description fits, and its length is written in ten bits', () => {
  const description = 'x'.repeat(639)
  expect(section(writeBolt11({ ...OURS, description }, SPEC_KEY), 'description')).toBe(description)
})

/** Prefix and data as one number, shifted to the byte boundary: an own way to the bytes that were signed. */
const signedHash = (bolt11: string): Buffer => {
  const { prefix, words } = bech32.decode(bolt11 as `${string}1${string}`, false)
  const data = words.slice(0, -104)
  const padding = (8 - ((data.length * 5) % 8)) % 8
  const number = data.reduce((all, word) => (all << 5n) | BigInt(word), 0n) << BigInt(padding)
  const digits = number.toString(16).padStart((data.length * 5 + padding) / 4, '0')
  return createHash('sha256').update(prefix).update(Buffer.from(digits, 'hex')).digest()
}

test('the node’s key can be recovered from an invoice of any length, and s is low', () => {
  for (let length = 0; length < 16; length++) {
    // Bit 0 is set only here, so that the padding does not follow on zeros.
    const terms = { ...OURS, description: '~'.repeat(length), features: [0, 9, 15] }
    const bolt11 = writeBolt11(terms, SPEC_KEY)
    const { words } = bech32.decode(bolt11 as `${string}1${string}`, false)
    const signature = bech32.fromWords(words.slice(-104))
    const parsed = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact')
    expect(parsed.hasHighS()).toBe(false)
    const node = parsed.addRecoveryBit(signature[64] ?? -1).recoverPublicKey(signedHash(bolt11))
    expect(node.toHex(true)).toBe('03e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad')
  }
})
