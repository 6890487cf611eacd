import { describe, expect, test } from 'bun:test'
import type { Batch } from '../src/actors/settler/collect.ts'
import type { ClaimSettler } from '../src/actors/settler/settle.ts'
import type { Chain } from '../src/chain/chain.ts'
import type { Transfer } from '../src/payments/transfer.ts'
import { changed, never, openSettlingSetup, type SettlingSetup } from '../test/support/actors/settler/settling.ts'
import { CENT, gasAccount, PAY_TO, type Payer } from '../test/support/chain/chain-payer.ts'
import { seededRandom } from '../test/support/still.ts'

/**
 * Settlers die at any step, the node loses answers, third parties submit transfers first, payers cancel, empty their
 * accounts or use a nonce twice. In the end every claim is spent or released, in agreement with the chain.
 */

const PAYMENTS = 240
const random = seededRandom(Number(process.env.SEED ?? 7))
const chance = (percent: number) => random.integer(1, 100) <= percent

/** A chain that fails for good at some call, and before that fails now and then. */
const mortal = (chain: Chain): Chain => {
  let life = random.integer(20, 160)
  const dead = () => --life < 0
  return changed(chain, {
    broadcast: async (raw) => {
      if (dead()) return never()
      if (chance(10)) return { kind: 'unreachable' }
      const sent = await chain.broadcast(raw)
      if (dead()) return never()
      // The answer is lost, not the transaction.
      return chance(10) ? { kind: 'unreachable' } : sent
    },
    lookUp: async (...question) => {
      if (dead()) return never()
      return chance(10) ? { kind: 'unreachable' } : chain.lookUp(...question)
    },
    receipt: async (hash) => (dead() ? never() : chance(10) ? 'unreachable' : chain.receipt(hash)),
    waitForReceipt: async (...question) => (dead() ? never() : chain.waitForReceipt(...question)),
    sign: async (...question) => (dead() ? never() : chance(5) ? null : chain.sign(...question)),
  })
}

/** What the payer or a third party does without our knowledge while we settle. */
const trouble = async (setup: SettlingSetup, buyer: Payer, transfer: Transfer): Promise<void> => {
  await Bun.sleep(random.integer(0, 400))
  const away = gasAccount(3).address
  const lot = random.integer(1, 100)
  if (lot <= 15) await setup.submit(transfer)
  else if (lot <= 25) await setup.submit(await buyer.sign({ to: away }))
  else if (lot <= 35) await setup.submit(await buyer.sign({ to: away, nonce: transfer.authorization.nonce }))
}

const agrees = async (setup: SettlingSetup, payment: string, transfer: Transfer): Promise<void> => {
  const found = await setup.chain.lookUp(transfer)
  const state = setup.book.stateOf(payment)
  if (found.kind === 'paid') expect([payment, state]).toEqual([payment, 'spent'])
  else expect([payment, found.kind, state]).toEqual([payment, found.kind, 'none'])
}

describe('settlers that die', () => {
  test.each([null, { windowMs: 100, max: 10 }])(
    'leave no claim that disagrees with the chain (batch %p)',
    async (batch: Batch | null) => {
      const setup = await openSettlingSetup({ blockTime: 0.2 })
      const fresh = (): ClaimSettler => setup.settler({ chain: mortal(setup.chain), batch, patienceMs: 1_500 })
      let settlers = [fresh(), fresh()]
      const known = new Map<string, Transfer>()
      const work: Promise<unknown>[] = []
      for (let index = 0; index < PAYMENTS; index++) {
        const buyer = await setup.buyer()
        const transfer = await buyer.sign({ validBefore: Math.floor(Date.now() / 1000) + random.integer(4, 25) })
        const payment = setup.claim(transfer)
        known.set(payment, transfer)
        work.push(trouble(setup, buyer, transfer))
        void settlers[random.integer(0, 1)]!.settle(payment)
        if (chance(4)) settlers = [fresh(), settlers[0]!]
        if (chance(5)) void settlers[1]!.sweep(Date.now())
        await Bun.sleep(random.integer(0, 40))
      }
      await Promise.all(work)
      const open = () => [...known.keys()].filter((payment) => setup.book.stateOf(payment) === 'sent')
      const healthy = [setup.settler({ batch, patienceMs: 1_500 }), setup.settler({ batch, patienceMs: 1_500 })]
      for (let round = 0; round < 60 && open().length > 0; round++) {
        await Promise.all(healthy.map((settler) => settler.sweep(Date.now())))
        await Bun.sleep(500)
      }
      expect(open()).toEqual([])
      for (const [payment, transfer] of known) await agrees(setup, payment, transfer)
      const spent = setup.book.moves.filter(({ move }) => move === 'spend').map(({ payment }) => payment)
      expect(new Set(spent).size).toBe(spent.length)
      expect(await setup.anvil.balanceOf(PAY_TO)).toBe(spent.length * CENT)
      process.stdout.write(`    ${spent.length} spent, ${PAYMENTS - spent.length} released\n`)
      await setup.stop()
    },
    180_000,
  )
})
