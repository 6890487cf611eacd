import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Redis } from 'ioredis'
import { connectRedis, redisAddress } from '../src/store/redis/redis.ts'
import { type BoardHands, boardHands, boardsOf } from '../test/support/faults/board-hands.ts'
import { basis, interest, orderbook, sentiment, termStructure } from '../test/support/faults/fault-families.ts'
import { expiry, greeks, instruments, iv, surface, svi } from '../test/support/faults/fault-option-families.ts'
import { type FaultRound, faultRounds } from '../test/support/faults/fault-rounds.ts'
import { allPricesWrong, ONE_FACT_WRONG } from '../test/support/faults/lying-rounds.ts'
import { withOldBooks, withOldFits } from '../test/support/faults/past-in-boards.ts'
import { passedExpiry } from '../test/support/faults/passed-round.ts'
import { BINANCE_ALONE, BYBIT_ALONE } from '../test/support/faults/silent-rounds.ts'
import { FIRST_START, MISSING_NOW, missingThen } from '../test/support/faults/snapshot-rounds.ts'
import { thinChains } from '../test/support/faults/thin-round.ts'
import { ALL_PRICES_MISREAD, ONE_FACT_MISREAD } from '../test/support/faults/unit-rounds.ts'
import { type Hands, handsOn } from '../test/support/hands.ts'
import { startTestStack, type TestStack } from '../test/support/stack.ts'
import { expectThreeEqual } from '../test/support/three-equal.ts'

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

/** A tick has time for half of the fits of a coin. */
const REFIT_EVERY = 5

/** Done every few seconds: books are asked for anew, and curves fitted, which a running product leaves for a minute. */
const renewing = () => {
  let turn = 0
  return async (): Promise<void> => {
    await boards.change(boardsOf(['depth']), withOldBooks)
    if (turn++ % REFIT_EVERY === 0) await boards.remind(svi.actor, withOldFits)
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

test('the families are whole', () => rounds.learn(ALL), PATIENCE_MS)

/** Rounds that follow one another without the world being put right between them. */
const ROUNDS: readonly (readonly [what: string, rounds: readonly FaultRound[]])[] = [
  ['a venue is in one of two snapshots alone', [FIRST_START, missingThen(), MISSING_NOW]],
  ['one venue is wrong by five per cent in all of its prices', [allPricesWrong()]],
  ['one venue is wrong by five per cent in one fact', [ONE_FACT_WRONG]],
  ['one venue is in other units in all of its prices', [ALL_PRICES_MISREAD]],
  ['one venue is in other units in one fact', [ONE_FACT_MISREAD]],
  ['half of all options have no quotes, and all books but one are silent', [thinChains()]],
  ['an expiry passes, then all venues but one are silent', [passedExpiry(), BYBIT_ALONE, BINANCE_ALONE]],
]

test.each(ROUNDS)(
  '%s',
  async (_, following) => {
    for (const round of following) await rounds.run(round)
    await rounds.mend(ALL)
  },
  PATIENCE_MS,
)

test(
  'in the end chain, node, ledger and metric are equal, to the unit',
  async () => {
    const money = await expectThreeEqual(stack)
    expect(money.l402.payments).toBeGreaterThan(0)
  },
  PATIENCE_MS,
)
