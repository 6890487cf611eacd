import { type Static, Type } from '@sinclair/typebox'
import { fixed } from '../../canonical/decimal.ts'
import { defineInternal } from '../feed.ts'
import { TAU } from '../math/agreement.ts'
import { tickers } from './cross.ts'
import { NATIVE, NATIVE_VENUES as VENUES } from './native-price.ts'
import { CRYPTO_RULES } from './quotes.ts'
import { agreedConfidence } from './confidence.ts'
import { oldest } from './spot-legs.ts'
import { USDT_RATE_VENUES, usdtRate } from './usdt.ts'
import { mixedBallot, votesOf } from './votes.ts'
import { agesOf } from './votes-answer.ts'

/** Of three venues two. */
const QUORUM = 2
const PLACES = 4

const NativeAnswer = Type.Object({
  price: Type.String({ description: 'Dollars per coin, decimal text' }),
  sources: Type.Array(Type.String(), { description: 'Who entered the number, ASCII-sorted' }),
})

const EXAMPLE: Static<typeof NativeAnswer> = {
  price: '0.2300',
  sources: [...VENUES.usd, ...VENUES.usdt].toSorted(),
}

export const native = defineInternal({
  ...NATIVE,
  family: 'prices',
  layer: 'Oracle Data',
  summary: 'Dollar price of a coin that pays for gas and is not sold: median over exchanges that agree',
  noun: 'dollar price',
  subjects: [{ key: 'POL-USD', domain: 'POLUSD', name: 'POL/USD', path: {} }],
  answer: NativeAnswer,
  example: EXAMPLE,
  methodology: { venues: VENUES, quorum: QUORUM, tau: TAU.crypto },

  sale: null,
  everySeconds: 15,
  boards: () => tickers([...VENUES.usd, ...VENUES.usdt, ...USDT_RATE_VENUES]),
  conclude: (_subject, { boards, now, quorum }) => {
    const dollars = votesOf(boards, VENUES.usd, 'POL/USD', CRYPTO_RULES, now)
    const tethers = votesOf(boards, VENUES.usdt, 'POL/USDT', CRYPTO_RULES, now)
    const ballot = mixedBallot(dollars, tethers, usdtRate(boards, now, quorum), {
      configured: VENUES.usd.length + VENUES.usdt.length,
      tau: TAU.crypto,
      quorum: quorum ?? QUORUM,
    })
    if (ballot.kind !== 'ballot') return ballot
    const { agreement } = ballot
    const sources = agreement.used.map(({ source }) => source)
    const { confidence } = agreedConfidence(agreement, agesOf(agreement, now), CRYPTO_RULES.expireMs / 1000)
    return {
      kind: 'concluded',
      content: { price: fixed(agreement.value, PLACES), sources },
      carry: { value: agreement.value, observedAt: oldest(agreement.used), sources, confidence },
    }
  },
})
