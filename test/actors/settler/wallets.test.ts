import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { openChain } from '../../../src/chain/chain.ts'
import { USDC } from '../../../src/payments/usdc.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { CENT, PAY_TO } from '../../support/chain/chain-payer.ts'
import { CODES, contractWallet, FACTORY, placeFactories, wrapped } from '../../support/wallets.ts'
import { authorize } from '../../support/payer.ts'
import { changed, openSettlingSetup, type SettlingSetup } from '../../support/actors/settler/settling.ts'

/** Contract wallets pay through our own settler, and cost it no more than it has set aside for them. */

const DOLLAR = 1_000_000
const FAILED = 'invalid_exact_evm_transaction_failed'

let setup: SettlingSetup
/** A chain that may call the factory. */
let chain: SettlingSetup['chain']
beforeEach(async () => {
  setup = await openSettlingSetup()
  await setup.anvil.mine()
  await placeFactories(setup.anvil)
  const { url: rpcUrl } = setup.anvil
  chain = await openChain({
    rpcUrl,
    token: USDC.base,
    timeoutMs: 60_000,
    clock: systemClock,
    sender: setup.key.address,
    walletFactories: [FACTORY],
  })
})
afterEach(() => setup.stop())

const received = () => setup.anvil.balanceOf(PAY_TO)
const transactions = () => setup.chain.count(setup.key.address, 'latest')
const funded = async (amount: number) => {
  const wallet = await contractWallet(setup.anvil)
  await setup.anvil.fundUsdc(wallet.address, amount)
  return wallet
}
/** An account with this code that has a cent, and its claim. */
const claimBy = async (code: string) => {
  const { address } = await funded(CENT)
  await setup.anvil.rpc('anvil_setCode', [address, code])
  return setup.claim({ authorization: authorize(Date.now(), { from: address }), signature: `0x${'ab'.repeat(100)}` })
}

describe.each([null, { windowMs: 50, max: 20 }])('a wallet (batch %p)', (batch) => {
  const settler = () => setup.settler({ chain, batch })

  test('that is deployed pays a cent', async () => {
    const wallet = await funded(CENT)
    await wallet.deploy()
    expect((await settler().settle(setup.claim(await wallet.sign()))).kind).toBe('settled')
    expect(await received()).toBe(CENT)
  })

  test('that is not is deployed and pays in one transaction', async () => {
    const wallet = await funded(DOLLAR)
    const payment = setup.claim(await wallet.signWrapped({ value: String(DOLLAR) }))
    const settled = await settler().settle(payment)
    expect(settled).toMatchObject({ kind: 'settled', settlement: { payer: wallet.address } })
    expect([await received(), await transactions(), await wallet.isDeployed()]).toEqual([DOLLAR, 1, true])
  })

  test('that pays twice at once is deployed by one of them, and both are served', async () => {
    const wallet = await funded(2 * DOLLAR)
    const sign = async () => setup.claim(await wallet.signWrapped({ value: String(DOLLAR) }))
    const payments = [await sign(), await sign()]
    const answers = await Promise.all(payments.map(settler().settle))
    expect(answers.map(({ kind }) => kind)).toEqual(['settled', 'settled'])
    expect(await received()).toBe(2 * DOLLAR)
  })

  test('never shares a transaction with ordinary payments', async () => {
    const [wallet, other] = [await funded(CENT), await setup.buyer()]
    await wallet.deploy()
    const payments = [setup.claim(await wallet.sign()), setup.claim(await other.sign())]
    const answers = await Promise.all(payments.map(settler().settle))
    expect(answers.map(({ kind }) => kind)).toEqual(['settled', 'settled'])
    expect(await transactions()).toBe(2)
  })

  test('that says yes in simulation and no in settlement is not served, and gets no second transaction', async () => {
    const payment = await claimBy(CODES.fickle)
    const { transfer } = (await setup.book.read(payment))!
    expect(await chain.simulate(transfer)).toEqual({ kind: 'would_settle' })
    expect(await settler().settle(payment)).toEqual({ kind: 'failed', reason: FAILED })
    expect([setup.book.stateOf(payment), await received(), await transactions()]).toEqual(['none', 0, 1])
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
    const payment = setup.claim(await wallet.signWrapped({ value: String(DOLLAR) }))
    const died = Promise.withResolvers<void>()
    const dying = changed(chain, {
      broadcast: () => {
        died.resolve()
        return new Promise(() => {})
      },
    })
    void setup.settler({ chain: dying }).settle(payment)
    await died.promise
    expect(await setup.settler({ chain }).sweep(Date.now() + 1e9)).toEqual({ spent: 1, released: 0, open: 0 })
    expect(await received()).toBe(DOLLAR)
  })

  test('that burns all its gas costs one payment at most two transactions under the cap, and nobody else anything', async () => {
    const { address: burner } = await contractWallet(setup.anvil)
    await setup.anvil.rpc('anvil_setCode', [burner, CODES.burns])
    const { url: rpcUrl } = setup.anvil
    const listed = await openChain({
      rpcUrl,
      token: USDC.base,
      timeoutMs: 60_000,
      clock: systemClock,
      walletFactories: [burner],
    })
    const wallet = await funded(DOLLAR)
    const { authorization, signature } = await wallet.sign({ value: String(DOLLAR) })
    const payment = setup.claim({ authorization, signature: wrapped(burner, '0x', signature) })
    const honest = setup.claim(await (await setup.buyer()).sign())
    const settler = setup.settler({ chain: listed, batch: { windowMs: 50, max: 20 } })
    const before = (await setup.chain.gasBalance(setup.key.address))!
    const [burnt, served] = await Promise.all([settler.settle(payment), settler.settle(honest)])
    expect([burnt.kind, served.kind]).toEqual(['failed', 'settled'])
    expect(await received()).toBe(CENT)
    const price = await setup.anvil.rpc<string>('eth_gasPrice')
    const spent = before - (await setup.chain.gasBalance(setup.key.address))!
    expect(spent / BigInt(price)).toBeLessThan(2n * 1_100_000n + 200_000n)
  })
})
