import { describe, expect, test } from 'bun:test'
import { basisExample } from '../../../src/feeds/derivatives/basis-example.ts'
import { basisContent, type VenueBasis } from '../../../src/feeds/derivatives/basis-content.ts'
import { BASIS_SALE } from '../../../src/feeds/derivatives/basis-sale.ts'
import { interestExample } from '../../../src/feeds/derivatives/interest-example.ts'
import { INTEREST_SALE } from '../../../src/feeds/derivatives/interest-sale.ts'
import { PERPETUAL_SUBJECTS } from '../../../src/feeds/derivatives/perpetual-subjects.ts'
import { EXAMPLE_AT } from '../../../src/feeds/venue-parts.ts'
import { failedOf } from '../../support/feeds/changed-body.ts'
import { type Body, travelled } from '../../support/feeds/content-of.ts'

/** What `claros verify` counts again of open interest and basis: every number that follows from others is checked. */

const BTC = PERPETUAL_SUBJECTS[0]!

const interest = interestExample(BTC)
const basis = basisExample(BTC)

const wrongInterest = (body: Body, tokens = INTEREST_SALE.tokens(interest)) =>
  failedOf(INTEREST_SALE.canonical.recompute!(tokens, body))
const wrongBasis = (body: Body, tokens = BASIS_SALE.tokens(basis)) =>
  failedOf(BASIS_SALE.canonical.recompute!(tokens, body))

describe('open interest', () => {
  const [first, ...others] = interest.exchanges
  const changed = (row: Partial<typeof first>): Body =>
    travelled({ ...interest, exchanges: [{ ...first!, ...row }, ...others] })

  test('is right as it is', () => expect(wrongInterest(travelled(interest))).toEqual([]))

  test.each([
    ['its native amount', changed({ oi_native: 1 }), 'dollars follow from what each venue counts'],
    ['its unit', changed({ unit: 'usd' }), 'dollars follow from what each venue counts'],
    ['its mark', changed({ mark: 1 }), 'dollars follow from what each venue counts'],
    ['its dollars', changed({ oi_usd: 1 }), 'the total is the sum of the venues'],
    ['its share', changed({ share: 0.5 }), 'the shares are those of the total'],
    ['its name', changed({ exchange: 'okx' }), 'the sources are the venues'],
    [
      'an hour before',
      changed({ before_usd: { ...first!.before_usd, '1h': 1 } }),
      'the change over 1h follows from the venues known at both times',
    ],
    [
      'a day before',
      changed({ before_usd: { ...first!.before_usd, '24h': null } }),
      'the change over 24h follows from the venues known at both times',
    ],
    [
      'a compared venue',
      travelled({ ...interest, delta_venues: { ...interest.delta_venues, '4h': [] } }),
      'the change over 4h follows from the venues known at both times',
    ],
    ['a missing venue', travelled({ ...interest, missing: ['okx'] }), 'the venues are enough of those of the method'],
    ['the coverage', travelled({ ...interest, coverage: 0.99 }), 'the coverage follows from the usual amounts'],
    [
      'a usual amount below nothing',
      travelled({ ...interest, usual_usd: { ...interest.usual_usd, okx: -1 } }),
      'the coverage follows from the usual amounts',
    ],
    [
      'the coins',
      travelled({ ...interest, total_oi_coins: interest.total_oi_coins + 0.0001 }),
      'the coins follow from what each venue counts',
    ],
    ...(
      [
        ['the number of venues', { exchange_count: 8 }],
        ['the confidence', { confidence: 0.99 }],
        ['the oldest time', { observed_at: interest.observed_at + 1 }],
        ['the tick', { fetched_at: interest.fetched_at + 3_000 }],
        ['the warning', { degraded: true }],
      ] as const
    ).map(
      ([what, change]) =>
        [what, travelled({ ...interest, ...change }), 'number, age and confidence follow from the venues'] as const,
    ),
  ] as const)('another number for %s is seen', (_what, body, check) => {
    expect(wrongInterest(body)).toContain(check)
  })

  test('another string is seen', () => {
    const tokens = INTEREST_SALE.tokens(interest)
    const body = travelled(interest)
    expect(wrongInterest(body, { ...tokens, total_oi_usd: 1 })).toEqual(['the total is the sum of the venues'])
    expect(wrongInterest(body, { ...tokens, delta_4h_pct: null })).toEqual([
      'the change over 4h follows from the venues known at both times',
    ])
    expect(wrongInterest(body, { ...tokens, sources: ['binance'] })).toEqual(['the sources are the venues'])
  })

  test('a venue may be ahead of the tick by five seconds, and no more', () => {
    const ahead = (seconds: number) => wrongInterest(changed({ observed_at: interest.fetched_at + seconds }))
    expect([ahead(5), ahead(6)]).toEqual([[], ['number, age and confidence follow from the venues']])
  })

  test('a body without venues is unreadable', () => {
    expect(wrongInterest({})).toEqual(['the venues are readable'])
  })
})

/** A basis with an outlier: okx is far below the others. */
const outlying = (() => {
  const venues = basis.exchanges.map(({ exchange, mark, index }): VenueBasis => ({
    exchange,
    mark: exchange === 'okx' ? index - 500 : mark,
    index,
    funding: null,
    at: EXAMPLE_AT * 1_000,
  }))
  const content = { ...basis, ...basisContent(venues) }
  const sources = basis.sources.filter((name) => name !== 'okx')
  return { ...content, sources, missing: ['okx'], exchange_count: sources.length, confidence: 0.88, degraded: true }
})()

describe('a basis with an outlier', () => {
  const tokens = BASIS_SALE.tokens(outlying)
  const okx = outlying.exchanges.at(-1)!
  const check = 'the used venues are those that are no outliers, and the sources'

  test('is right as it is', () => {
    expect(okx).toMatchObject({ exchange: 'okx', used: false })
    expect(wrongBasis(travelled(outlying), tokens)).toEqual([])
  })

  test('does not call it used', () => {
    const exchanges = outlying.exchanges.map((row) => ({ ...row, used: true }))
    expect(wrongBasis(travelled({ ...outlying, exchanges }), tokens)).toContain(check)
  })

  test('has it once, and none that the method does not know', () => {
    const adding = (row: typeof okx) => travelled({ ...outlying, exchanges: [...outlying.exchanges, row] })
    expect(wrongBasis(adding(okx), tokens)).toEqual([check])
    expect(wrongBasis(adding({ ...okx, exchange: 'dydx' }), tokens)).toEqual([check])
  })
})

describe('a basis', () => {
  const [first, ...others] = basis.exchanges
  const changed = (row: Partial<typeof first>): Body =>
    travelled({ ...basis, exchanges: [{ ...first!, ...row }, ...others] })

  test('is right as it is', () => expect(wrongBasis(travelled(basis))).toEqual([]))

  test.each([
    ['its mark', changed({ mark: 97_100 }), 'the basis of each venue follows from its mark and index'],
    ['its index', changed({ index: 96_000 }), 'the used venues are those that are no outliers, and the sources'],
    ['its basis', changed({ basis_bps: 5 }), 'the basis of each venue follows from its mark and index'],
    ['its rate', changed({ rate_8h: 0.0002 }), 'the carry of each venue follows from its rate'],
    ['its carry', changed({ annualized_carry_pct: null }), 'the carry of each venue follows from its rate'],
    ['its use', changed({ used: false }), 'the used venues are those that are no outliers, and the sources'],
    ['its name', changed({ exchange: 'okx' }), 'the used venues are those that are no outliers, and the sources'],
    ['a missing venue', travelled({ ...basis, missing: ['dydx'] }), 'the venues are enough of those of the method'],
    ['per cent', travelled({ ...basis, basis_pct: 1 }), 'the median follows from the used venues'],
    ...(
      [
        ['the number of venues', { exchange_count: 9 }],
        ['the confidence', { confidence: 0.99 }],
        ['the oldest time', { observed_at: basis.observed_at - 1 }],
        ['the tick', { fetched_at: basis.fetched_at + 3_000 }],
        ['the warning', { degraded: true }],
      ] as const
    ).map(
      ([what, change]) =>
        [what, travelled({ ...basis, ...change }), 'number, age and confidence follow from the used venues'] as const,
    ),
  ] as const)('another number for %s is seen', (_what, body, check) => {
    expect(wrongBasis(body)).toContain(check)
  })

  test('another string is seen', () => {
    const tokens = BASIS_SALE.tokens(basis)
    const body = travelled(basis)
    expect(wrongBasis(body, { ...tokens, median_bps: 1 })).toEqual(['the median follows from the used venues'])
    expect(wrongBasis(body, { ...tokens, spread_bps: 1 })).toEqual(['the spread follows from the used venues'])
    expect(wrongBasis(body, { ...tokens, regime: 'FLAT' })).toEqual(['the regime follows from the median'])
    expect(wrongBasis(body, { ...tokens, sources: ['okx'] })).toEqual([
      'the used venues are those that are no outliers, and the sources',
    ])
  })

  test('a body without venues is unreadable', () => {
    expect(wrongBasis({})).toEqual(['the venues are readable'])
    expect(wrongBasis(travelled({ ...basis, exchanges: [] }))).toEqual(['the venues are readable'])
  })
})
