import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type Chain, openChain } from '../../src/chain/chain.ts'
import { callByBytes } from '../../src/chain/transfer.ts'
import type { ClaimedSettlement } from '../../src/payments/claimed-settlement.ts'
import type { Transfer } from '../../src/payments/transfer.ts'
import { USDC } from '../../src/payments/usdc.ts'
import { systemClock } from '../../src/system/clock.ts'
import { type Anvil, startAnvil } from '../support/anvil.ts'
import { type Watched, watchedNode } from '../support/chain-shop.ts'
import { CENT, gasAccount, payer } from '../support/chain/chain-payer.ts'

/** What a chain says of settlements that somebody claims. */

const TOKEN = USDC.base
const INVENTED = `0x${'ab'.repeat(32)}`
const buyer = payer(1)
let anvil: Anvil
let node: Watched
let chain: Chain

beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.mine()
  node = watchedNode(anvil, new Set())
  chain = await openChain({ rpcUrl: node.url, token: TOKEN, timeoutMs: 60_000, clock: systemClock })
})
afterAll(async () => {
  await node.stop()
  await anvil.stop()
})
beforeEach(() => anvil.fundUsdc(buyer.address, 10 * CENT))

/** Good for longer than a test puts the chain forward. */
const sign = () => buyer.sign({ validBefore: 4e9 })

const submit = async (transfer: Transfer): Promise<string> => {
  const from = gasAccount(9).address
  await anvil.fundEth(from, 1)
  await anvil.rpc('anvil_impersonateAccount', [from])
  const data = callByBytes(transfer)
  return anvil.rpc<string>('eth_sendTransaction', [{ from, to: TOKEN.asset, data, gas: '0x200000' }])
}
const claimed = ({ authorization }: Transfer, transaction: string): ClaimedSettlement => {
  const { from, to, value, nonce } = authorization
  return { chainId: TOKEN.chainId, token: TOKEN.asset, from, to, value, nonce, transaction }
}

test('a transaction that moved the money', async () => {
  const transfer = await sign()
  const transaction = await submit(transfer)
  expect(await chain.confirm(claimed(transfer, transaction), 60_000)).toEqual({ kind: 'paid', transaction })
})

test('one that is mined while we wait, and not before', async () => {
  await anvil.setAutomine(false)
  const transfer = await sign()
  const transaction = await submit(transfer)
  expect(await chain.confirm(claimed(transfer, transaction), 0)).toMatchObject({ kind: 'no_transfer', nonce: 'unused' })
  const waiting = chain.confirm(claimed(transfer, transaction), 60_000)
  await anvil.setAutomine(true)
  await anvil.mine()
  expect(await waiting).toEqual({ kind: 'paid', transaction })
})

test('an invented one: the money is found where it moved, or not at all, as of the newest block', async () => {
  const transfer = await sign()
  const before = await chain.confirm(claimed(transfer, INVENTED), 0)
  expect(before).toEqual({ kind: 'no_transfer', nonce: 'unused', at: await anvil.time() })
  await anvil.rpc('evm_increaseTime', [600])
  await anvil.mine()
  const later = await chain.confirm(claimed(transfer, INVENTED), 0)
  expect(later).toEqual({ kind: 'no_transfer', nonce: 'unused', at: await anvil.time() })
  expect((later as { at: number }).at - (before as { at: number }).at).toBeGreaterThanOrEqual(600)

  const transaction = await submit(transfer)
  await chain.waitForReceipt(transaction, Date.now() + 60_000)
  expect(await chain.confirm(claimed(transfer, INVENTED), 0)).toEqual({ kind: 'paid', transaction })
})

test("somebody else's transaction, another amount, another recipient: not this payment", async () => {
  const [cheap, other] = [await sign(), await sign()]
  const transaction = await submit(cheap)
  await chain.waitForReceipt(transaction, Date.now() + 60_000)
  expect(await chain.confirm(claimed(other, transaction), 0)).toMatchObject({ kind: 'no_transfer', nonce: 'unused' })
  for (const changes of [{ value: String(700 * CENT) }, { to: buyer.address }])
    expect(await chain.confirm({ ...claimed(cheap, transaction), ...changes }, 0)).toEqual({
      kind: 'no_transfer',
      nonce: 'ended',
    })
})

test('claimed of another chain or token: this node knows nothing of it', async () => {
  const transfer = await sign()
  const transaction = await submit(transfer)
  for (const changes of [{ chainId: 84_532 }, { token: USDC['base-sepolia'].asset }])
    expect(await chain.confirm({ ...claimed(transfer, transaction), ...changes }, 1_000)).toEqual({ kind: 'unknown' })
})

test('a node that is away, or loses the answer that matters, knows nothing', async () => {
  const transfer = await sign()
  for (const verb of ['eth_getBlockByNumber', 'eth_call']) {
    node.loseAnswers(verb)
    expect(await chain.confirm(claimed(transfer, INVENTED), 0)).toEqual({ kind: 'unknown' })
  }
  node.loseAnswers(null)
  await node.shut()
  expect(await chain.confirm(claimed(transfer, INVENTED), 0)).toEqual({ kind: 'unknown' })
  node.open()
})
