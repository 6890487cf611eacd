import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Redis } from 'ioredis'
import { nextFridays } from '../src/feeds/math/expiry-calendar.ts'
import { DAY_MS } from '../src/time-units.ts'
import { connectRedis, redisAddress } from '../src/store/redis/redis.ts'
import { type BoardHands, boardHands, boardsOf } from '../test/support/faults/board-hands.ts'
import { basis, interest, orderbook, sentiment, termStructure } from '../test/support/faults/fault-families.ts'
import { expiry, greeks, instruments, iv, surface, svi } from '../test/support/faults/fault-option-families.ts'
import { faultRounds } from '../test/support/faults/fault-rounds.ts'
import {
  withHourAgo,
  withMinutes,
  withOldChains,
  withOldFacts,
  withPassed,
} from '../test/support/faults/past-in-boards.ts'
import { type Hands, handsOn } from '../test/support/hands.ts'
import { startTestStack, type TestStack } from '../test/support/stack.ts'
import { expectThreeEqual } from '../test/support/three-totals.ts'

/**
 * Every family of derivatives meets liars, other units, missing venues, empty chains and passed expiries while it is
 * sold. Each row waits until its fault shows in an answer; every answer bought meanwhile must keep the claims of its
 * family. Takes about three minutes.
 */

const PATIENCE_MS = 240_000

const OPTIONS = [iv, greeks, instruments, svi, surface, expiry] as const
const ALL = [interest, basis, orderbook, termStructure, sentiment, ...OPTIONS] as const

let stack: TestStack
let redis: Redis
let hands: Hands
let boards: BoardHands
let rounds: ReturnType<typeof faultRounds>

/** Done every few seconds: books are asked for anew, and curves fitted, which a running product leaves for a minute. */
const renewing = () => {
  let turn = 0
  return async (): Promise<void> => {
    await boards.change(boardsOf(['depth']), (state) => state.replaceAll(/"askedAt":\d+/g, '"askedAt":0'))
    if (turn++ % 4 === 0) await boards.forgetActor(svi.actor)
  }
}

beforeAll(async () => {
  // Slow actors run more often here. All ages and lifetimes are the real ones.
  const feeds = ALL.map(({ actor }) => `${actor}=2`).join()
  const cadences = `perp=5,options=5,dated=5,depth=2,funding=4,${feeds}`
  stack = await startTestStack({ env: { CADENCES: cadences } })
  redis = await connectRedis(redisAddress(stack.redisUrl), 'waits')
  hands = handsOn(stack)
  boards = boardHands(redis)
  rounds = faultRounds(stack, hands, boards, renewing())
  await hands.order({ volatility: 0 })
}, PATIENCE_MS)

afterAll(async () => {
  process.stdout.write(`${rounds.table()}\n`)
  redis.disconnect()
  await stack.stop()
}, PATIENCE_MS)

const mend = () => rounds.mend(ALL)

/** `1.05 times`, of two numbers. */
const times = (now: number, before: number): string => `${(now / before).toFixed(2)} times`

const of = <Row extends { readonly exchange: string }>(rows: readonly Row[], venue: string): Row | undefined =>
  rows.find(({ exchange }) => exchange === venue)

/** Whether a venue is left out, in words. */
const without = (venue: string, { missing }: { readonly missing: readonly string[] }): string | false =>
  missing.includes(venue) && `without ${venue}`

/** A chain that is replaced by that of another venue. */
const insteadOf = (
  venue: string,
  now: { readonly missing: readonly string[]; readonly sources: readonly string[]; readonly degraded: boolean },
): string | false => now.missing.includes(venue) && now.degraded && `from ${now.sources.join()} instead, degraded`

test('the families are whole', () => rounds.learn(ALL), PATIENCE_MS)

describe('a venue is in one of two snapshots alone', () => {
  const perpetuals = boardsOf(['perp'], (venue) => venue !== 'kraken')
  const books = boardsOf(['depth'], (venue) => venue !== 'okx')
  let pastAt = Number.POSITIVE_INFINITY

  const past = async (): Promise<void> => {
    await boards.change(perpetuals, withHourAgo)
    await boards.change(books, withMinutes(40))
    pastAt = Math.min(pastAt, Date.now())
  }

  test(
    'in that of now',
    async () => {
      await rounds.run({
        order: {},
        rows: [
          interest.row('two venues tell of their past', (now) => {
            const { '1h': compared } = now.delta_venues
            return compared.length === 2 && now.delta_1h_pct === null && 'no change: they are too little of the market'
          }),
        ],
      })
      await rounds.run({
        order: {},
        also: past,
        rows: [
          interest.row('nothing was known of kraken an hour ago', (now) => {
            const { '1h': compared } = now.delta_venues
            return compared.length === 8 && !compared.includes('kraken') && `change ${now.delta_1h_pct} % of the others`
          }),
          orderbook.row('nothing was known of okx before', ({ depth_collapse: collapse, fetched_at: at }) => {
            const isSeen = at * 1_000 > pastAt + 3_000 && collapse.venues.length === 5
            return isSeen && collapse.state === null && 'no state: too few minutes of all five'
          }),
        ],
      })
    },
    PATIENCE_MS,
  )

  test(
    'in that of then',
    async () => {
      await rounds.run({
        order: { halt: ['hyperliquid', 'okx'] },
        also: async () => {
          await past()
          await boards.change(['perp/hyperliquid'], withOldFacts)
          await boards.forget(['depth/okx'])
        },
        rows: [
          interest.row('hyperliquid is silent now', (now) => {
            const { '1h': compared } = now.delta_venues
            const isLeftOut = now.missing.includes('hyperliquid') && !compared.includes('hyperliquid')
            return (
              isLeftOut && now.degraded && now.delta_1h_pct !== null && `change ${now.delta_1h_pct} % of the others`
            )
          }),
          orderbook.row('okx is silent now', (now) => {
            const { state, ratio, venues, minutes } = now.depth_collapse
            const isSeen = now.missing.includes('okx') && minutes >= 30
            return isSeen && `${state}, ${ratio} times the usual of ${venues.length} venues`
          }),
        ],
      })
      await mend()
    },
    PATIENCE_MS,
  )
})

describe('one venue is wrong by five per cent', () => {
  const LIE = 'all prices of one venue by 5 %'

  test(
    'in all of its prices',
    async () => {
      await rounds.run({
        order: { lie: { deribit: 1.05, bitstamp: 1.05 } },
        rows: [
          interest.row(LIE, (now, honest) => {
            const [row, before] = [of(now.exchanges, 'deribit'), of(honest.exchanges, 'deribit')!]
            if (now.rejected.includes('deribit')) return 'without deribit: its mark is not that of the others'
            return (
              row !== undefined &&
              row.mark > 1.04 * before.mark &&
              `total ${times(now.total_oi_usd, honest.total_oi_usd)}`
            )
          }),
          basis.row(LIE, (now, honest) => {
            const [row, before] = [of(now.exchanges, 'deribit'), of(honest.exchanges, 'deribit')!]
            return (
              row !== undefined &&
              row.mark > 1.04 * before.mark &&
              `median ${now.median_bps} bps, was ${honest.median_bps}`
            )
          }),
          orderbook.row(LIE, (now) => without('bitstamp', now)),
          termStructure.row(LIE, (now, honest) => {
            const far = now.maturities.at(-1)!
            const row = of(far.exchanges, 'deribit')
            const left = row === undefined ? 'deribit left out' : 'a carry is a ratio'
            const isSeen = row === undefined || Number(row.index) > 1.04 * honest.spot
            return isSeen && `nearest ${now.nearest_annualized_pct} %, was ${honest.nearest_annualized_pct} %: ${left}`
          }),
          sentiment.row(LIE, (now, honest) => {
            const isSeen = !now.components.basis.sources.includes('bitstamp')
            return isSeen && `${now.value}, was ${honest.value}`
          }),
          iv.row(LIE, (now, honest) => {
            const [row, before] = [now.expiries.at(-1)!, honest.expiries.at(-1)!]
            return (
              row.forward > 1.04 * before.forward &&
              `level ${now.atm_iv}, was ${honest.atm_iv}; forwards ${times(row.forward, before.forward)}`
            )
          }),
          greeks.row(LIE, (now, honest) => {
            const [row, before] = [now.expiries.at(-1)!, honest.expiries.at(-1)!]
            const price = times(now.summary.straddle.price_usd, honest.summary.straddle.price_usd)
            return (
              row.forward > 1.04 * before.forward &&
              `straddle ${price}, as its forward: chains are believed within 10 %`
            )
          }),
          instruments.row(LIE, (now, honest) => {
            const [row, before] = [
              of(now.expiries.at(-1)!.venues, 'deribit'),
              of(honest.expiries.at(-1)!.venues, 'deribit')!,
            ]
            if (row === undefined) return without('deribit', now)
            return (
              row.k_min! < before.k_min! - 0.04 &&
              `as many contracts, distances ${(row.k_min! - before.k_min!).toFixed(3)}`
            )
          }),
          surface.row(LIE, (now, honest) => {
            const [row, before] = [now.expiries.at(-1)!, honest.expiries.at(-1)!]
            const isSeen = (row.forward['deribit'] ?? 0) > 1.04 * before.forward['deribit']!
            return isSeen && `level ${now.atm_iv_30d}, was ${honest.atm_iv_30d}; alerts ${now.divergence_alert_count}`
          }),
          expiry.row(LIE, (now, honest) => {
            const forward = ({ upcoming: [first] }: typeof now): number =>
              first!.open_interest_usd! / first!.open_interest_coins!
            const worth = forward(now) / forward(honest)
            return worth > 1.04 && `the same dates, a coin counts ${worth.toFixed(2)} times as much`
          }),
        ],
      })
      await mend()
    },
    PATIENCE_MS,
  )

  const FACT = 'one fact of one venue by 5 %'

  test(
    'in one fact',
    async () => {
      await rounds.run({
        order: {
          misstate: {
            binancefutures: { openInterest: 1.05 },
            krakenfutures: { markPrice: 1.05 },
            deribit: { mark_iv: 1.05, open_interest: 1.05 },
            okx: { bidVol: 1.05, askVol: 1.05 },
          },
        },
        rows: [
          interest.row(`${FACT}: open interest`, (now, honest) => {
            const [row, before] = [of(now.exchanges, 'binance')!, of(honest.exchanges, 'binance')!]
            return (
              row.oi_usd > 1.04 * before.oi_usd &&
              `total ${times(now.total_oi_usd, honest.total_oi_usd)}: not noticed below five times`
            )
          }),
          basis.row(
            `${FACT}: mark`,
            (now) => of(now.exchanges, 'kraken')?.used === false && `median ${now.median_bps} bps, kraken is not used`,
          ),
          termStructure.row(`${FACT}: mark`, (now, honest) => {
            const row = of(now.maturities.at(-1)!.exchanges, 'kraken')
            const isSeen =
              row === undefined ||
              Number(row.mark) > 1.04 * Number(of(honest.maturities.at(-1)!.exchanges, 'kraken')!.mark)
            return isSeen && `nearest ${now.nearest_annualized_pct} %, was ${honest.nearest_annualized_pct} %`
          }),
          iv.row(`${FACT}: mark volatility`, (now, honest) => {
            const apart = now.atm_iv - honest.atm_iv
            return (
              apart > 1.5 &&
              `level ${now.atm_iv}, was ${honest.atm_iv}: chains are believed within 10 points or a quarter`
            )
          }),
          greeks.row(`${FACT}: mark volatility`, (now, honest) => {
            const price = times(now.summary.straddle.price_usd, honest.summary.straddle.price_usd)
            return now.summary.atm_iv > honest.summary.atm_iv + 1.5 && `straddle ${price}, within the same bounds`
          }),
          sentiment.row(`${FACT}: mark volatility`, (now, honest) => {
            const [skew, before] = [now.components.skew.value!, honest.components.skew.value!]
            return skew < 1.03 * before && `${now.value}, was ${honest.value}; skew ${times(skew, before)}`
          }),
          svi.row(`${FACT}: quotes`, (now, honest) => {
            const [row, before] = [now.slices.at(-1)!, honest.slices.at(-1)!]
            const isSeen = row.rmse_vp > before.rmse_vp + 0.2
            return (
              isSeen && `level ${now.atm_iv_30d}, was ${honest.atm_iv_30d}; error ${row.rmse_vp}, was ${before.rmse_vp}`
            )
          }),
          surface.row(`${FACT}: quotes`, (now, honest) => {
            const [row, before] = [now.expiries.at(-1)!, honest.expiries.at(-1)!]
            const isSeen = (row.atm['okx'] ?? 0) > before.atm['okx']! + 1.5
            return isSeen && `level ${now.atm_iv_30d}, was ${honest.atm_iv_30d}; alerts ${now.divergence_alert_count}`
          }),
          expiry.row(`${FACT}: open interest`, (now, honest) => {
            const [coins, before] = [now.upcoming[0]!.open_interest_coins!, honest.upcoming[0]!.open_interest_coins!]
            return (
              coins > 1.04 * before && `the same dates, open interest ${times(coins, before)}: nobody else to compare`
            )
          }),
        ],
      })
      await mend()
    },
    PATIENCE_MS,
  )
})

describe('one venue is in other units', () => {
  const UNITS = 'all prices of one venue a hundred times'

  test(
    'in all of its prices',
    async () => {
      await rounds.run({
        order: { lie: { deribit: 100, bitstamp: 100 } },
        rows: [
          interest.row(UNITS, (now) => now.rejected.includes('deribit') && 'without deribit, which is rejected'),
          basis.row(UNITS, (now, honest) => {
            const row = of(now.exchanges, 'deribit')
            return (
              row !== undefined &&
              row.mark > 1e6 &&
              `median ${now.median_bps} bps, was ${honest.median_bps}: a ratio has no unit`
            )
          }),
          orderbook.row(UNITS, (now) => now.degraded && without('bitstamp', now)),
          termStructure.row(UNITS, (now) => without('deribit', now)),
          sentiment.row(UNITS, (now) => {
            const { sources } = now.components.skew
            return now.degraded && !sources.includes('deribit') && `${now.value}, skew from ${sources.join()}, degraded`
          }),
          ...[iv, greeks, expiry].map((family) => family.row(UNITS, (now) => insteadOf('deribit', now))),
          ...[instruments, svi, surface].map((family) =>
            family.row(UNITS, (now) => now.degraded && without('deribit', now)),
          ),
        ],
      })
      await mend()
    },
    PATIENCE_MS,
  )

  const FACT = 'one fact of one venue in another unit'

  test(
    'in one fact',
    async () => {
      await rounds.run({
        order: {
          misstate: {
            binancefutures: { openInterest: 1_000 },
            krakenfutures: { indexPrice: 100 },
            deribit: { mark_iv: 0.01 },
            okx: { bidVol: 100, askVol: 100 },
          },
          drain: { bitstamp: -999 },
        },
        rows: [
          interest.row(
            `${FACT}: contracts as coins`,
            (now) => now.rejected.includes('binance') && 'without binance, which is rejected',
          ),
          basis.row(
            `${FACT}: index`,
            (now) => of(now.exchanges, 'kraken')?.used === false && `median ${now.median_bps} bps, kraken is not used`,
          ),
          orderbook.row(
            `${FACT}: sizes`,
            (now, honest) =>
              now.capped.includes('bitstamp') &&
              now.degraded &&
              `bitstamp is capped, depth ${times(now.depth_usd.bid_25bps, honest.depth_usd.bid_25bps)}`,
          ),
          termStructure.row(`${FACT}: index`, (now) => without('kraken', now)),
          ...[iv, greeks, expiry].map((family) =>
            family.row(`${FACT}: volatility`, (now) => insteadOf('deribit', now)),
          ),
          sentiment.row(`${FACT}: volatility`, (now) => {
            const { sources } = now.components.ts
            return (
              now.degraded && !sources.includes('deribit') && `${now.value}, slope from ${sources.join()}, degraded`
            )
          }),
          instruments.row(`${FACT}: volatility`, (now) => now.degraded && without('deribit', now)),
          ...[svi, surface].map((family) =>
            family.row(`${FACT}: quotes`, (now) => now.degraded && without('okx', now)),
          ),
        ],
      })
      await mend()
    },
    PATIENCE_MS,
  )
})

test(
  'half of all options have no quotes, and all books but one are silent',
  async () => {
    const THIN = 'half of the chain without quotes, at all venues'
    let thinAt = Number.POSITIVE_INFINITY
    await rounds.run({
      order: {
        thin: { deribit: 0.5, okx: 0.5, bybit: 0.5, binanceoptions: 0.5 },
        halt: ['coinbase', 'bitstamp', 'kraken', 'binance'],
      },
      also: () => boards.forget(boardsOf(['depth'], (venue) => venue !== 'okx')),
      rows: [
        ...[iv, greeks].map((family) =>
          family.row(THIN, (now) => {
            if (now.confidence > 0.6) return false
            thinAt = Math.min(thinAt, now.fetched_at)
            return now.degraded && `degraded, confidence ${now.confidence}, from ${now.sources.join()}`
          }),
        ),
        instruments.row(THIN, (now) => {
          const shares = now.expiries.flatMap(({ venues }) => venues.map(({ two_sided_share: share }) => share))
          const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
          return mean < 0.6 && `as many contracts, ${mean.toFixed(2)} of them quoted`
        }),
        svi.row(THIN, (now, honest) => {
          const [strikes, before] = [now, honest].map(({ slices }) =>
            slices.reduce((sum, each) => sum + each.strikes, 0),
          )
          const isSeen = strikes! < before!
          return (
            isSeen &&
            `${now.slice_count} curves of ${strikes} strikes, were ${honest.slice_count} of ${before}; level ${now.atm_iv_30d}`
          )
        }),
        surface.row(THIN, (now, honest) => {
          const isSeen = now.compared_count < 0.9 * honest.compared_count
          return (
            isSeen && `${now.compared_count} strikes compared, were ${honest.compared_count}; level ${now.atm_iv_30d}`
          )
        }),
        sentiment.row(
          THIN,
          (now, honest) =>
            now.degraded && now.components.skew.confidence < 0.6 && `${now.value}, was ${honest.value}, degraded`,
        ),
        expiry.row(
          THIN,
          (now) => now.fetched_at > thinAt && `confidence ${now.confidence}: open interest needs no quotes`,
        ),
      ],
      refused: [orderbook.refused('all books but one are silent', /^quorum missed: 1 of 3$/)],
    })
    await mend()
  },
  PATIENCE_MS,
)

describe('the venues are silent', () => {
  const MAKERS = ['deribit', 'okx', 'binanceoptions', 'binancecoinm', 'krakenfutures']
  const PERPETUALS = ['binancefutures', 'bitget', 'dydx', 'gateio', 'hyperliquid']

  test(
    'an expiry passes after the last poll',
    async () => {
      const PASSED = 'an expiry has passed since the last poll'
      const [near, far] = nextFridays(Date.now(), 2) as readonly [number, number]
      const friday = near - Date.now() > 2 * DAY_MS ? near : far
      const [date, seconds] = [new Date(friday).toISOString().slice(0, 10), friday / 1_000]
      let passedAt = Number.POSITIVE_INFINITY
      /** Whether an expiry that was told is told no more. */
      const isGone = (now: readonly (string | number)[], before: readonly (string | number)[], end: string | number) =>
        before.includes(end) && !now.includes(end) && `${now.length} expiries, were ${before.length}`
      await rounds.run({
        order: { halt: [...MAKERS, 'bybit'] },
        also: async () => {
          await boards.change(boardsOf(['options', 'options-listed', 'dated']), withPassed(friday))
          passedAt = Math.min(passedAt, Date.now())
        },
        rows: [
          ...[iv, surface].map((family) =>
            family.row(PASSED, (now, honest) =>
              isGone(
                now.expiries.map((each) => each.expiry),
                honest.expiries.map((each) => each.expiry),
                date,
              ),
            ),
          ),
          greeks.row(PASSED, (now, honest) => {
            const isInRow = now.options.some((row) => row.expiry === seconds)
            const gone = isGone(
              now.expiries.map((each) => each.expiry),
              honest.expiries.map((each) => each.expiry),
              seconds,
            )
            return !isInRow && gone
          }),
          instruments.row(PASSED, (now, honest) =>
            isGone(
              now.expiries.map((each) => each.expiry),
              honest.expiries.map((each) => each.expiry),
              seconds,
            ),
          ),
          svi.row(PASSED, (now, honest) =>
            isGone(
              now.slices.map((each) => each.expiry),
              honest.slices.map((each) => each.expiry),
              date,
            ),
          ),
          expiry.row(PASSED, (now, honest) => {
            const dates = [now.next, ...now.upcoming].map((each) => each.date)
            return isGone(
              dates,
              [honest.next, ...honest.upcoming].map((each) => each.date),
              date,
            )
          }),
          termStructure.row(PASSED, (now, honest) => {
            const dates = (answer: typeof now) =>
              answer.maturities.map((each) => new Date(each.expiry * 1_000).toISOString().slice(0, 10))
            return isGone(dates(now), dates(honest), date)
          }),
          sentiment.row(
            PASSED,
            (now, honest) => now.computedAt * 1_000 > passedAt + 1_000 && `${now.value}, was ${honest.value}`,
          ),
        ],
      })
    },
    PATIENCE_MS,
  )

  test(
    'all but bybit',
    async () => {
      const ONE = 'all venues but bybit are silent'
      const alone = (now: {
        readonly sources: readonly string[]
        readonly degraded: boolean
        readonly confidence: number
      }) => now.sources.join() === 'bybit' && now.degraded && `bybit alone, degraded, confidence ${now.confidence}`
      await rounds.run({
        order: { halt: [...MAKERS, ...PERPETUALS] },
        also: async () => {
          await boards.forget(boardsOf(['perp', 'dated'], (venue) => venue !== 'bybit'))
          await boards.forget(boardsOf(['options'], (venue) => venue !== 'bybit' && venue !== 'binance'))
          // Its chain takes minutes to be asked for whole, and is needed below.
          await boards.change(['options/binance'], withOldChains)
        },
        rows: [
          ...[iv, greeks, expiry].map((family) => family.row(ONE, alone)),
          ...[instruments, svi, surface].map((family) => family.row(ONE, alone)),
          termStructure.row(ONE, alone),
          sentiment.row(ONE, (now, honest) => {
            const { sources } = now.components.skew
            return now.degraded && sources.join() === 'bybit' && `${now.value}, was ${honest.value}, degraded`
          }),
        ],
        refused: [interest, basis].map((family) => family.refused(ONE, /^quorum missed: 1 of 4$/)),
      })
    },
    PATIENCE_MS,
  )

  test(
    'all but the options of binance, which are read beside others alone',
    async () => {
      const NONE = 'all venues but the options of binance are silent'
      const alone = (now: {
        readonly sources: readonly string[]
        readonly degraded: boolean
        readonly confidence: number
      }) => now.sources.join() === 'binance' && now.degraded && `binance alone, degraded, confidence ${now.confidence}`
      const silent = [...MAKERS, ...PERPETUALS, 'bybit'].filter((name) => name !== 'binanceoptions')
      await rounds.run({
        order: { halt: silent },
        also: async () => {
          await boards.forget(boardsOf(['perp', 'dated']))
          await boards.forget(boardsOf(['options'], (venue) => venue !== 'binance'))
        },
        rows: [
          svi.row(NONE, alone),
          surface.row(NONE, (now) => now.divergence_alert_count + now.mispricing_alert_count === 0 && alone(now)),
          expiry.row(
            NONE,
            (now) => now.source === 'rule' && now.degraded && `every Friday, confidence ${now.confidence}, degraded`,
          ),
        ],
        refused: [
          iv.refused(NONE, /^input missing: an option chain of BTC/),
          greeks.refused(NONE, /^quorum missed: 0 of 1$/),
          instruments.refused(NONE, /^quorum missed: 0 of 1$/),
          termStructure.refused(NONE, /^quorum missed: 0 of 1$/),
          sentiment.refused(NONE, /^input missing: skew, pcr, ts /),
        ],
      })
      await mend()
    },
    PATIENCE_MS,
  )
})

test(
  'in the end chain, node, ledger and metric are equal, to the unit',
  async () => {
    const money = await expectThreeEqual(stack)
    expect(money.l402.payments).toBeGreaterThan(0)
  },
  PATIENCE_MS,
)
