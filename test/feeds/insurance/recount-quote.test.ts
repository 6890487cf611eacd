import { describe, expect, test } from 'bun:test'
import { fixedKeys } from '../../../src/actors/publisher/keyring.ts'
import { signAnswer } from '../../../src/actors/publisher/sign-answer.ts'
import { quoteIdOf } from '../../../src/canonical/content.ts'
import type { Json } from '../../../src/canonical/jcs.ts'
import { ecdsaSigner, ed25519Signer } from '../../../src/canonical/signature.ts'
import { verifyAnswer } from '../../../src/canonical/verify.ts'
import { LAYOUTS } from '../../../src/cli/verify.ts'
import { poolState, poolStatement, UNFUNDED } from '../../../src/feeds/insurance/pool.ts'
import { quoteAnswer } from '../../../src/feeds/insurance/quote.ts'
import { type InsuranceQuote, QUOTE_LAYOUT, quoteTokens } from '../../../src/feeds/insurance/quote-answer.ts'
import { seededRandom, stillClock } from '../../support/still.ts'

/** Who sells wrong numbers signs them rightly: what follows from the tables of the release is counted again. */

const NOW = Date.UTC(2026, 10, 20, 12)
const QUESTION = {
  origin: 'SGSIN',
  destination: 'ZADUR',
  departure: '2027-07-10',
  vessel_class: 'bulk_carrier',
} as const
const random = seededRandom(5)
const signer = {
  keys: fixedKeys({ l402: ecdsaSigner(random.bytes(32)), x402: ed25519Signer(random.bytes(32)) }),
  random,
  clock: stillClock(NOW),
}

const pool = (capital: string) => poolState({ ...UNFUNDED, INSURANCE_POOL_CAPITAL: capital })
const honest = (capital = '1000000'): InsuranceQuote => quoteAnswer(QUESTION, pool(capital), NOW / 1000)!

/** @param said what its string says, where that is another quote */
const signed = (answer: InsuranceQuote, said = answer): Record<string, Json> =>
  JSON.parse(
    signAnswer(
      signer,
      'x402',
      answer,
      (hash, envelope) => QUOTE_LAYOUT.write(quoteTokens(said, hash), envelope),
      (hash) => ({ quoteId: quoteIdOf(hash) }),
    ),
  ) as Record<string, Json>

const failed = (body: Readonly<Record<string, Json>>): readonly string[] =>
  verifyAnswer(body, { layouts: LAYOUTS })
    .checks.filter(({ ok }) => !ok)
    .map(({ what }) => what)

describe('a quote that is counted again', () => {
  test.each(['1000000', '0', '100'])('is right, whatever the pool: capital %s', (capital) => {
    const body = signed(honest(capital))
    expect(failed(body)).toEqual([])
    expect(verifyAnswer(body, { layouts: LAYOUTS }).checks.length).toBeGreaterThan(12)
  })

  test('carries a name that is the beginning of its hash, and no other', () => {
    const body = signed(honest())
    expect(body['quoteId']).toBe(String(body['contentHash']).slice(0, 16))
    expect(failed({ ...body, quoteId: 'ab'.repeat(8) })).toEqual(['quote id is the beginning of the content hash'])
  })

  const forged: Readonly<Record<string, (quote: InsuranceQuote) => Partial<InsuranceQuote>>> = {
    'a cheaper premium': () => ({ premium_usdc: '25.00' }),
    'a shorter way': ({ distance_nm }) => ({ distance_nm: distance_nm - 100 }),
    'a calmer sea': ({ trigger_probabilities: found }) => ({ trigger_probabilities: { ...found, severe: 0 } }),
    'a stretch that is left out': ({ segments }) => ({ segments: segments.slice(1) }),
    'a higher sum': () => ({ sum_insured_usdc: '1500000.00' }),
    'a smaller payout': () => ({ expected_payout_usdc: '1.00' }),
    'other fractions': ({ payout_fractions: found }) => ({ payout_fractions: { ...found, extreme: 0.02 } }),
    'an earlier arrival': ({ arrival }) => ({ arrival: arrival - 3_600 }),
    'a faster voyage': ({ voyage_hours }) => ({ voyage_hours: voyage_hours - 1 }),
    'a flat year': ({ seasonal }) => ({ seasonal: seasonal.map((row) => ({ ...row, ratio: 1 })) }),
    'a longer validity': ({ valid_until }) => ({ valid_until: valid_until + 86_400 }),
    'another harbour': ({ origin }) => ({ origin: { ...origin, name: 'Rotterdam' } }),
    'a class of a better price': () => ({ vessel_class: 'tanker' }),
    'another month': () => ({ departure: '2027-01-10' }),
    'a day that is over': () => ({ departure: '2026-11-19' }),
    'a refusal without a reason': () => ({ status: 'refused', premium_usdc: null }),
    'a refusal for a risk that is not there': () => ({
      status: 'refused',
      reasons: ['extreme_risk'],
      premium_usdc: null,
    }),
    'a premium that is hidden': () => ({ premium_usdc: null }),
    'another method': () => ({ methodVersion: 2 }),
    'a statement of its own': () => ({ statement: 'Reinsured without limit.' }),
    'a statement with more behind it': ({ statement }) => ({ statement: `${statement} Pays within a day.` }),
    'a capital that does not fit its verdict': () => ({ statement: poolStatement({ capital: 100n }) }),
    'a quote without capital': () => ({ statement: poolStatement({ capital: 0n }) }),
    'an indication in spite of capital': () => ({ status: 'indicative', reasons: ['no_capital'] }),
    'two reasons': ({ reasons }) => ({ reasons: [...reasons, 'no_capital'] }),
  }

  test.each(Object.entries(forged))('%s is seen', (_, forge) => {
    const quote = honest()
    expect(failed(signed({ ...quote, ...forge(quote) }))).not.toEqual([])
  })

  test('without capital says so, and nothing else', () =>
    expect(failed(signed({ ...honest('0'), statement: 'Reinsured without limit.' }))).toEqual([
      'status and premium follow from the risk, for some state of the pool',
    ]))

  test('is about the ports of its string', () => {
    const quote = honest()
    for (const other of ['origin', 'destination'] as const)
      expect(failed(signed(quote, { ...quote, [other]: { ...quote[other], id: 'NLRTM' } }))).toEqual([
        'the quote answers a question that could be asked',
      ])
  })

  test('and is refused for its risk is not to be had as a quote', () => {
    const wild = {
      origin: 'USSEA',
      destination: 'CNTXG',
      departure: '2027-01-05',
      vessel_class: 'general_cargo',
    } as const
    const refused = quoteAnswer(wild, pool('1000000'), NOW / 1000)!
    expect([refused.status, failed(signed(refused))]).toEqual(['refused', []])
    expect(failed(signed({ ...refused, status: 'quoted', reasons: [], premium_usdc: '900.00' }))).toEqual([
      'status and premium follow from the risk, for some state of the pool',
    ])
  })

  test.each([Number.MAX_VALUE, 8.64e12, -1e13, 1.5])('of a time that no calendar has is false: %p', (timestamp) => {
    expect(failed({ ...signed(honest()), timestamp })).toContain('timestamp agrees with the canonical string')
  })

  test('is not another quote under its string', () => {
    const [body, other] = [signed(honest()), signed({ ...honest(), departure: '2027-08-10' })]
    for (const member of ['canonical', 'signature', 'contentHash', 'departure'])
      expect(failed({ ...body, [member]: other[member]! })).not.toEqual([])
  })
})
