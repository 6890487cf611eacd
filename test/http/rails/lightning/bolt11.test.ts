import { describe, expect, test } from 'bun:test'
import { decode } from 'light-bolt11-decoder'
import { bolt11Amount } from '../../../../src/http/rails/lightning/bolt11-amount.ts'
import { bolt11Terms } from '../../../../src/http/rails/lightning/bolt11-terms.ts'
import { seededRandom } from '../../../support/still.ts'
import { madeInvoice, NOW } from '../../../support/http/rails/lightning/node-stub.ts'

/** BOLT #11, "Examples": "Please send $3 for a cup of coffee to the same peer, within one minute". */
const COFFEE =
  'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp'
const COFFEE_HASH = '0001020304050607080900010203040506070809000102030405060708090102'

describe('the amount of an invoice', () => {
  test.each([
    ['lnbc1qqq', 0n],
    ['lntb1qqq', 0n],
    ['lnbc1501qqq', 15_000_000_000_000n],
    ['lnbc20m1qqq', 2_000_000_000n],
    ['lnbc2500u1qqq', 250_000_000n],
    ['lnbc100n1qqq', 10_000n],
    ['lnbc1n1qqq', 100n],
    ['lnbc10p1qqq', 1n],
    ['lnbc9678785340p1qqq', 967_878_534n],
    ['lntb20m1qqq', 2_000_000_000n],
    ['lntbs20m1qqq', 2_000_000_000n],
    ['lnbcrt20m1qqq', 2_000_000_000n],
    ['LNBC20M1QQQ', 2_000_000_000n],
  ])('%p', (bolt11, msat) => {
    expect(bolt11Amount(bolt11)).toBe(msat)
  })

  test.each([
    '',
    'lnbc',
    '1',
    'lnbc25n',
    'lnbc0n1qqq',
    'lnbc010n1qqq',
    'lnbc1p1qqq',
    'lnbc2500x1qqq',
    'lnbc-5n1qqq',
    'lnbc1.5m1qqq',
    'lnbc1e3n1qqq',
    'lnbc 10n1qqq',
    'lnbcu1qqq',
    'lnxx10n1qqq',
    'lno10n1qqq',
    'lnBC10n1qqq',
    'lightning:lnbc10n1qqq',
    `lnbc${'9'.repeat(20)}1qqq`,
    'lnurl1dp68gurn8ghj7',
  ])('%p has none', (bolt11) => {
    expect(bolt11Amount(bolt11)).toBeNull()
  })

  test('agrees with the writer for every size of amount', () => {
    const random = seededRandom(11)
    for (let count = 0; count < 500; count++) {
      const sats = random.integer(1, 10 ** random.integer(1, 9))
      expect(bolt11Amount(madeInvoice(sats).bolt11)).toBe(BigInt(sats) * 1000n)
    }
  })
})

describe('the terms of an invoice', () => {
  test('the example of BOLT 11', () => {
    expect(bolt11Amount(COFFEE)).toBe(250_000_000n)
    const terms = { paymentHash: COFFEE_HASH, expiresAt: (1_496_314_658 + 60) * 1000 }
    expect(bolt11Terms(COFFEE)).toEqual(terms)
    expect(bolt11Terms(COFFEE.toUpperCase())).toEqual(terms)
  })

  test('agree with a decoder of other hands', () => {
    for (const options of [
      {},
      { expirySeconds: 1 },
      { expirySeconds: 31_536_000 },
      { expirySeconds: null },
      { memo: '' },
      { memo: 'é'.repeat(300) },
      { at: 1_600_000_000 },
    ]) {
      const { bolt11, paymentHash } = madeInvoice(10, options)
      const sections = decode(bolt11).sections as { name: string; value?: unknown }[]
      const section = (name: string) => sections.find((each) => each.name === name)?.value
      const seconds = Number(section('timestamp')) + Number(section('expiry') ?? 3_600)
      expect(section('payment_hash')).toBe(paymentHash)
      expect(bolt11Terms(bolt11)).toEqual({ paymentHash, expiresAt: seconds * 1000 })
    }
    expect(bolt11Terms(madeInvoice(10).bolt11)!.expiresAt).toBe((NOW + 300) * 1000)
  })

  test('nothing is read from pieces, other alphabets or mixed cases', () => {
    const { bolt11 } = madeInvoice(10)
    for (const text of ['', 'lnbc1', bolt11.slice(0, 90), bolt11.replace('q', 'b'), `L${bolt11.slice(1)}`])
      expect(bolt11Terms(text)).toBeNull()
    for (let length = 0; length < bolt11.length; length++) bolt11Terms(bolt11.slice(0, length))
  })
})
