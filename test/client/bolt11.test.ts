import { describe, expect, test } from 'bun:test'
import { decode } from 'light-bolt11-decoder'
import { readInvoice } from '../../client/src/bolt11.ts'
import { writeBolt11 } from '../../src/sandbox/money/bolt11.ts'
import { drawn, seedOf } from '../support/draws.ts'
import { seededRandom } from '../support/still.ts'

/** What a payer must know of an invoice, by the examples of BOLT #11 and by another decoder. */

/** BOLT #11, "Examples": the hash of all of them, and their sums in millisatoshis. */
const HASH = '0001020304050607080900010203040506070809000102030405060708090102'
const EXAMPLES = [
  [
    'lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql',
    null,
  ],
  [
    'lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh',
    250_000_000n,
  ],
] as const

describe('an invoice', () => {
  test.each(EXAMPLES)('of BOLT #11: %s', (invoice, msat) => {
    expect(readInvoice(invoice)).toEqual({ msat, paymentHash: HASH })
    expect(readInvoice(invoice.toUpperCase())).toEqual({ msat, paymentHash: HASH })
  })

  const random = seededRandom(seedOf(11))
  const runs = drawn(1_000)
  test(`is read as another decoder reads it, ${runs} times`, () => {
    for (let run = 0; run < runs; run++) {
      const sum = BigInt(random.integer(1, 1_000_000_000)) * 10n ** BigInt(random.integer(0, 4))
      const terms = {
        amountMsat: sum,
        paymentHash: random.bytes(32),
        paymentSecret: random.bytes(32),
        description: 'an answer',
        timestamp: 1_795_000_000,
        expirySeconds: 300,
        minFinalCltv: null,
        features: [9, 15],
      }
      const invoice = writeBolt11(terms, new Uint8Array(32).fill(7))
      const sections = new Map(decode(invoice).sections.map((each) => [each.name, 'value' in each ? each.value : '']))
      const read = readInvoice(invoice)
      expect(read).toEqual({ msat: sum, paymentHash: terms.paymentHash.toHex() })
      expect([String(read?.msat), read?.paymentHash]).toEqual([
        String(sections.get('amount')),
        String(sections.get('payment_hash')),
      ])
    }
  })

  test('with one letter changed anywhere is none', () => {
    const [, [invoice]] = EXAMPLES
    for (let at = 0; at < invoice.length; at++) {
      const other = invoice[at] === 'q' ? 'p' : 'q'
      expect(readInvoice(invoice.slice(0, at) + other + invoice.slice(at + 1))).toBeNull()
    }
  })

  test.each([
    [''],
    ['1'],
    ['lnbc'],
    ['lnbc1'],
    ['lnbc11'],
    ['lightning:lnbc1'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ])('%j is none', (text) => expect(readInvoice(text)).toBeNull())
})
