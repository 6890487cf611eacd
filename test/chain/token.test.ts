import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type Chain, ChainAway, openChain, WrongChain } from '../../src/chain/chain.ts'
import { encodeFunctionData, parseAbi } from 'viem'
import { callByParts } from '../../src/chain/transfer.ts'
import type { Transfer } from '../../src/payments/transfer.ts'
import { AGGREGATE, MULTICALL3 } from '../../src/chain/contracts.ts'
import { USDC } from '../../src/payments/usdc.ts'
import { systemClock } from '../../src/system/clock.ts'
import { type Anvil, startAnvil } from '../support/anvil.ts'
import { CENT, gasAccount, PAY_TO, payer } from '../support/chain/chain-payer.ts'

const TOKEN = USDC.base
const buyer = payer(1)
let anvil: Anvil
let chain: Chain

const open = (rpcUrl: string, lookBack?: { range: number; blocks: number }) =>
  openChain({ rpcUrl, token: TOKEN, timeoutMs: 60_000, clock: systemClock, ...(lookBack ? { lookBack } : {}) })

beforeEach(async () => {
  anvil = await startAnvil()
  chain = await open(anvil.url)
  await anvil.fundUsdc(buyer.address, 10 * CENT)
})
afterEach(() => anvil.stop())

/** Anybody sends anything, and it is mined at once. Returns its hash. */
const stranger = async (to: string, data: string): Promise<string> => {
  const from = gasAccount(9).address
  await anvil.fundEth(from, 1)
  await anvil.rpc('anvil_impersonateAccount', [from])
  const hash = await anvil.rpc<string>('eth_sendTransaction', [{ from, to, data, gas: '0x200000' }])
  // The node answers when the transaction is in its pool; the block follows.
  await chain.waitForReceipt(hash, Date.now() + 60_000)
  return hash
}
const submit = (transfer: Transfer) => stranger(TOKEN.asset, callByParts(transfer))

const flipped = (signature: string): string => {
  const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = n - BigInt(`0x${signature.slice(66, 130)}`)
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}`
}

describe('the stand-in token', () => {
  test('signs under the domain of the real one', async () => {
    const separator = await anvil.rpc<string>('eth_call', [{ to: TOKEN.asset, data: '0x3644e515' }, 'latest'])
    // Equal to the contract's own answer on Base.
    expect(separator).toBe('0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f')
  })
})

describe('a simulation', () => {
  test('passes a good transfer and moves nothing', async () => {
    expect(await chain.simulate(await buyer.sign())).toEqual({ kind: 'would_settle' })
    expect(await anvil.balanceOf(PAY_TO)).toBe(0)
  })

  test('says in published codes why a transfer would fail', async () => {
    const now = await anvil.time()
    const good = await buyer.sign()
    const used = await buyer.sign()
    await submit(used)
    const reasonOf = async (transfer: Transfer) => {
      const found = await chain.simulate(transfer)
      return found.kind === 'refused' ? found.reason : found.kind
    }
    expect(await reasonOf(used)).toBe('invalid_exact_evm_nonce_already_used')
    expect(await reasonOf(await buyer.sign({ value: 11 * CENT }))).toBe('invalid_exact_evm_insufficient_balance')
    expect(await reasonOf(await buyer.sign({ validAfter: now + 900, validBefore: now + 999 }))).toBe(
      'invalid_exact_evm_payload_authorization_valid_after',
    )
    expect(await reasonOf(await buyer.sign({ validBefore: now - 1 }))).toBe(
      'invalid_exact_evm_payload_authorization_valid_before',
    )
    const signatures = [
      (await payer(2).sign()).signature,
      flipped(good.signature),
      `${good.signature.slice(0, 130)}00`,
      `${good.signature}00`,
      '0x',
    ]
    for (const signature of signatures)
      expect(await reasonOf({ ...good, signature })).toBe('invalid_exact_evm_payload_signature')
  })

  test('asks the code of a payer that has code, whatever key has signed', async () => {
    // EIP-7702 in miniature: an ordinary account's address with code that answers nothing (STOP).
    await anvil.rpc('anvil_setCode', [buyer.address, '0x00'])
    expect(await chain.simulate(await buyer.sign())).toEqual({
      kind: 'refused',
      reason: 'invalid_exact_evm_payload_signature',
    })
  })

  test('does not take silence for consent', async () => {
    const transfer = await buyer.sign()
    await anvil.stop()
    expect(await chain.simulate(transfer)).toEqual({ kind: 'unreachable' })
    expect(await chain.lookUp(transfer)).toEqual({ kind: 'unreachable' })
    expect(await chain.gasBalance(PAY_TO)).toBeNull()
  })
})

describe('a look-up', () => {
  test('says as of which block and moment a nonce is unused', async () => {
    await anvil.mine(3)
    expect(await chain.lookUp(await buyer.sign())).toEqual({
      kind: 'unused',
      block: 3n,
      at: await anvil.time(),
    })
  })

  test('finds a payment whoever submitted it', async () => {
    const transfer = await buyer.sign()
    const transaction = await submit(transfer)
    await anvil.mine(5)
    expect(await chain.lookUp(transfer)).toEqual({ kind: 'paid', transaction })
    const { authorization } = transfer
    const spelled = { ...transfer, authorization: { ...authorization, to: authorization.to.toLowerCase() } }
    expect(await chain.lookUp(spelled)).toEqual({ kind: 'paid', transaction })
  })

  test('is not paid by a transfer to somebody else', async () => {
    const shown = await buyer.sign()
    const toAnother = await buyer.sign({ to: payer(3).address, nonce: shown.authorization.nonce })
    const transaction = await submit(toAnother)
    expect(await chain.lookUp(shown)).toEqual({ kind: 'cancelled' })
    expect(await chain.lookUp(toAnother)).toEqual({ kind: 'paid', transaction })
  })

  test('tells a cancelled nonce from a used one', async () => {
    const transfer = await buyer.sign()
    const { nonce } = transfer.authorization
    const abi = parseAbi(['function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)'])
    const signature = (await buyer.signCancel(nonce)) as `0x${string}`
    const args = [buyer.address as `0x${string}`, nonce as `0x${string}`, signature] as const
    await stranger(TOKEN.asset, encodeFunctionData({ abi, args }))
    expect(await chain.lookUp(transfer)).toEqual({ kind: 'cancelled' })
  })

  test('is not fooled by two transfers under one nonce and a second payment beside them', async () => {
    const shown = await buyer.sign()
    const toHimself = await buyer.sign({ to: buyer.address, nonce: shown.authorization.nonce })
    const other = await buyer.sign()
    const calls = [toHimself, other].map((transfer) => ({
      target: TOKEN.asset,
      allowFailure: false,
      callData: callByParts(transfer),
    }))
    const transaction = await stranger(MULTICALL3, encodeFunctionData({ abi: AGGREGATE, args: [calls] }))
    expect(await anvil.balanceOf(PAY_TO)).toBe(CENT)
    expect(await chain.lookUp(other)).toEqual({ kind: 'paid', transaction })
    expect(await chain.lookUp(shown)).toEqual({ kind: 'cancelled' })
  })

  test('walks back in ranges, and says it does not know when it has not looked far enough', async () => {
    const transfer = await buyer.sign()
    const transaction = await submit(transfer)
    await anvil.mine(25)
    const far = await open(anvil.url, { range: 4, blocks: 100 })
    const near = await open(anvil.url, { range: 4, blocks: 12 })
    expect(await far.lookUp(transfer)).toEqual({ kind: 'paid', transaction })
    expect(await near.lookUp(transfer)).toEqual({ kind: 'unreachable' })
  })
})

describe('opening', () => {
  test('refuses a node of another chain, and a chain without the token', async () => {
    const other = await startAnvil({ chainId: 84_532 })
    const wrong = await open(other.url).catch((problem: unknown) => problem)
    expect(wrong).toBeInstanceOf(WrongChain)
    expect(String(wrong)).toMatch(/belongs to chain 84532, but base is 8453/)
    await other.stop()
    await anvil.rpc('anvil_setCode', [TOKEN.asset, '0x'])
    const refusal = await open(anvil.url).catch((problem: unknown) => problem)
    expect(refusal).toBeInstanceOf(WrongChain)
  })

  test('says that a node is away without naming its address', async () => {
    await anvil.stop()
    const refusal = await open(`${anvil.url}/v2/secret-key`).catch((problem: unknown) => problem)
    expect(refusal).toBeInstanceOf(ChainAway)
    expect(String(refusal)).not.toContain('secret-key')
  })

  test('notices that there is no Multicall3', async () => {
    expect(chain.batches).toBe(true)
    await anvil.rpc('anvil_setCode', [MULTICALL3, '0x'])
    expect((await open(anvil.url)).batches).toBe(false)
  })
})
