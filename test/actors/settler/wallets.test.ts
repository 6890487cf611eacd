import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { openChain } from '../../../src/chain/chain.ts'
import { USDC } from '../../../src/payments/usdc.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { CENT, PAY_TO } from '../../support/chain/chain-payer.ts'
import { CODES, contractWallet, FACTORY, placeFactories, wrapped } from '../../support/wallets.ts'
import { authorize } from '../../support/payer.ts'
import { changed, openWorld, type World } from '../../support/actors/settler/settling.ts'

/** Contract wallets pay through our own settler, and cost it no more than it has set aside for them. */

const DOLLAR = 1_000_000
const FAILED = 'invalid_exact_evm_transaction_failed'

let world: World
/** A chain that may call the factory. */
let chain: World['chain']
beforeEach(async () => {
  world = await openWorld()
  await world.anvil.mine()
  await placeFactories(world.anvil)
  const { url: rpcUrl } = world.anvil
  chain = await openChain({
    rpcUrl,
    token: USDC.base,
    timeoutMs: 60_000,
    clock: systemClock,
    sender: world.key.address,
    walletFactories: [FACTORY],
  })
})
afterEach(() => world.stop())

const received = () => world.anvil.balanceOf(PAY_TO)
const transactions = () => world.chain.count(world.key.address, 'latest')
const funded = async (amount: number) => {
  const wallet = await contractWallet(world.anvil)
  await world.anvil.fundUsdc(wallet.address, amount)
  return wallet
}
/** An account with this code that has a cent, and its claim. */
const claimBy = async (code: string) => {
  const { address } = await funded(CENT)
  await world.anvil.rpc('anvil_setCode', [address, code])
  return world.claim({ authorization: authorize(Date.now(), { from: address }), signature: `0x${'ab'.repeat(100)}` })
}

describe.each([null, { windowMs: 50, max: 20 }])('a wallet (batch %p)', (batch) => {
  const settler = () => world.settler({ chain, batch })

  test('that is deployed pays a cent', async () => {
    const wallet = await funded(CENT)
    await wallet.deploy()
    expect((await settler().settle(world.claim(await wallet.sign()))).kind).toBe('settled')
    expect(await received()).toBe(CENT)
  })

  test('that is not is deployed and pays in one transaction', async () => {
    const wallet = await funded(DOLLAR)
    const payment = world.claim(await wallet.signWrapped({ value: String(DOLLAR) }))
    const settled = await settler().settle(payment)
    expect(settled).toMatchObject({ kind: 'settled', settlement: { payer: wallet.address } })
    expect([await received(), await transactions(), await wallet.isDeployed()]).toEqual([DOLLAR, 1, true])
  })

  test('that pays twice at once is deployed by one of them, and both are served', async () => {
    const wallet = await funded(2 * DOLLAR)
    const sign = async () => world.claim(await wallet.signWrapped({ value: String(DOLLAR) }))
    const payments = [await sign(), await sign()]
    const answers = await Promise.all(payments.map(settler().settle))
    expect(answers.map(({ kind }) => kind)).toEqual(['settled', 'settled'])
    expect(await received()).toBe(2 * DOLLAR)
  })

  test('never shares a transaction with ordinary payments', async () => {
    const [wallet, other] = [await funded(CENT), await world.buyer()]
    await wallet.deploy()
    const payments = [world.claim(await wallet.sign()), world.claim(await other.sign())]
    const answers = await Promise.all(payments.map(settler().settle))
    expect(answers.map(({ kind }) => kind)).toEqual(['settled', 'settled'])
    expect(await transactions()).toBe(2)
  })

  test('that says yes in simulation and no in settlement is not served, and gets no second transaction', async () => {
    const payment = await claimBy(CODES.fickle)
    const { transfer } = (await world.book.read(payment))!
    expect(await chain.simulate(transfer)).toEqual({ kind: 'would_settle' })
    expect(await settler().settle(payment)).toEqual({ kind: 'failed', reason: FAILED })
    expect([world.book.stateOf(payment), await received(), await transactions()]).toEqual(['none', 0, 1])
  })

  test('that says no is not served; one that says yes to everything pays from itself', async () => {
    const reason = 'invalid_exact_evm_payload_signature'
    expect(await settler().settle(await claimBy(CODES.no))).toEqual({ kind: 'failed', reason })
    expect((await settler().settle(await claimBy(CODES.yes))).kind).toBe('settled')
    expect(await received()).toBe(CENT)
  })
})

describe('a deployment', () => {
  test('of which the process died between signing and sending is sent by the sweeper', async () => {
    const wallet = await funded(DOLLAR)
    const payment = world.claim(await wallet.signWrapped({ value: String(DOLLAR) }))
    const died = Promise.withResolvers<void>()
    const dying = changed(chain, {
      broadcast: () => {
        died.resolve()
        return new Promise(() => {})
      },
    })
    void world.settler({ chain: dying }).settle(payment)
    await died.promise
    expect(await world.settler({ chain }).sweep(Date.now() + 1e9)).toEqual({ spent: 1, released: 0, open: 0 })
    expect(await received()).toBe(DOLLAR)
  })

  test('that burns all its gas costs one payment at most two transactions under the cap, and nobody else anything', async () => {
    const { address: burner } = await contractWallet(world.anvil)
    await world.anvil.rpc('anvil_setCode', [burner, CODES.burns])
    const { url: rpcUrl } = world.anvil
    const listed = await openChain({
      rpcUrl,
      token: USDC.base,
      timeoutMs: 60_000,
      clock: systemClock,
      walletFactories: [burner],
    })
    const wallet = await funded(DOLLAR)
    const { authorization, signature } = await wallet.sign({ value: String(DOLLAR) })
    const payment = world.claim({ authorization, signature: wrapped(burner, '0x', signature) })
    const honest = world.claim(await (await world.buyer()).sign())
    const settler = world.settler({ chain: listed, batch: { windowMs: 50, max: 20 } })
    const before = (await world.chain.gasBalance(world.key.address))!
    const [burnt, served] = await Promise.all([settler.settle(payment), settler.settle(honest)])
    expect([burnt.kind, served.kind]).toEqual(['failed', 'settled'])
    expect(await received()).toBe(CENT)
    const price = await world.anvil.rpc<string>('eth_gasPrice')
    const spent = before - (await world.chain.gasBalance(world.key.address))!
    expect(spent / BigInt(price)).toBeLessThan(2n * 1_100_000n + 200_000n)
  })
})
