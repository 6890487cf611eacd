import { describe, expect, test } from 'bun:test'
import { fixed } from '../../../src/canonical/decimal.ts'
import { type Agreed, agree, majorityOf, type NotAgreed, TAU, type Vote } from '../../../src/feeds/math/agreement.ts'
import { convertedVotes } from '../../../src/feeds/math/converted-votes.ts'
import { meanPrice, sumsOf } from '../../../src/feeds/math/vwap.ts'
import { agreedVwap, WEIGHT_CAP } from '../../../src/feeds/math/vwap-agreement.ts'
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/quant.json'

/** The reference vectors of prices, by the rule of agreement. */

const votesOf = (prices: Readonly<Record<string, number | undefined>>): readonly Vote[] =>
  Object.entries(prices).map(([source, price]) => ({ source, price: price! }))

const names = (votes: readonly Vote[]): readonly string[] => votes.map(({ source }) => source)

const agreed = <V extends Vote>(found: Agreed<V> | NotAgreed): Agreed<V> => {
  if (found.kind !== 'agreed') throw new Error(JSON.stringify(found))
  return found
}

describe('agreement', () => {
  const { tol, cases } = vectors.agreement

  test.each(named(cases))('%s', (_id, { inputs: { votes, configured, tau }, expected }) => {
    const cast = votesOf(votes)
    const found = agree(cast, { configured, tau })
    if (expected.reason === 'too_few')
      return expect(found).toEqual({ kind: 'quorum_missed', have: cast.length, need: majorityOf(configured) })
    if (expected.reason === 'no_agreement') {
      expect(found).toEqual({ kind: 'disagreement', spread: expect.any(Number), limit: tau })
      return near(found.kind === 'disagreement' ? found.spread : Number.NaN, expected.width!, { rel: tol.rel })
    }
    const { value, width, used, rejected } = agreed(found)
    near(value, expected.value!, tol)
    near(width, expected.width!, { rel: tol.rel })
    expect(names(used)).toEqual(expected.used!)
    expect(names(rejected)).toEqual(expected.rejected!)
  })

  test('every way of not agreeing is among them', () => {
    const reasons = Map.groupBy(cases, ({ expected }) => expected.reason ?? 'agreed')
    expect([...reasons].map(([reason, group]) => [reason, group.length])).toEqual([
      ['agreed', 12],
      ['too_few', 1],
      ['no_agreement', 3],
    ])
  })
})

describe('spot aggregation', () => {
  const { tol, cases } = vectors.spot_aggregation

  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const usdt = convertedVotes(votesOf(inputs.usdt), inputs.usdt_usd)
    const { value, used } = agreed(agree([...votesOf(inputs.usd), ...usdt], { configured: 9, tau: TAU.crypto }))
    near(value, expected.price, tol)
    expect(fixed(value, 2)).toBe(expected.price_text)
    expect(names(used)).toEqual(expected.sources)
  })
})

describe('volume-weighted average price', () => {
  const { tol, cases } = vectors.vwap

  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const votes = Object.entries(inputs.venues).flatMap(([source, { quote, trades }]) => {
      const inside = trades.filter(({ t }) => t >= inputs.as_of - inputs.window_s && t < inputs.as_of)
      const sums = sumsOf(inside.map(({ price, size }) => ({ price: String(price), size: String(size) })))
      const vote = { source, price: meanPrice(sums), volume: Number(sums.volume) }
      return quote === 'USDT' ? convertedVotes([vote], inputs.usdt_usd) : [vote]
    })
    const found = agreedVwap(votes, { configured: 7, tau: TAU.crypto })
    if (found.kind !== 'vwap') throw new Error(found.kind)
    const { agreement, weights, price } = found
    const prices = expected.venue_vwap as Readonly<Record<string, number>>
    for (const vote of votes) near(vote.price, prices[vote.source]!, tol)
    expect(names(agreement.rejected)).toEqual(expected.rejected)
    near(agreement.value, expected.median_of_venue_vwaps, tol)
    near(price, expected.vwap, tol)
    const shares = expected.weights as Readonly<Record<string, number>>
    expect(names(agreement.used)).toEqual(Object.keys(shares).toSorted())
    agreement.used.forEach(({ source }, at) => near(weights[at]!, shares[source]!, tol))
    const capped = agreement.used.filter((_vote, at) => weights[at] === WEIGHT_CAP)
    expect(names(capped)).toEqual('capped' in expected ? expected.capped! : [])
  })
})

describe('cross rates', () => {
  const { tol, cases } = vectors.cross_rates
  const { inputs, expected } = cases.find(({ id }) => id === 'etheur_hybrid')!

  test('a cross is one vote beside the direct ones', () => {
    const cross = { source: 'crossrate', price: inputs.ethusd! / inputs.eurusd! }
    const { value, used } = agreed(agree([...votesOf(inputs.direct!), cross], { configured: 4, tau: TAU.crypto }))
    const members = used.map(({ price }) => price).toSorted((a, b) => a - b)
    expected.members!.forEach((each, at) => near(members[at]!, each, tol))
    near(value, expected.price, tol)
    expect(fixed(value, 2)).toBe(expected.text)
  })
})
