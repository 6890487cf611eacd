import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { keccak256 } from 'viem'
import { broadcastRaw } from '../../src/chain/broadcast.ts'
import { type Chain, openChain } from '../../src/chain/chain.ts'
import { type ChainReason, reasonFor } from '../../src/chain/reasons.ts'
import { openRpc } from '../../src/chain/rpc.ts'
import { gasFor } from '../../src/chain/transfer.ts'
import { X402_REASONS } from '../../src/http/rails/x402-check.ts'
import { USDC } from '../../src/payments/usdc.ts'
import { systemClock } from '../../src/system/clock.ts'
import { type Anvil, startAnvil } from '../support/anvil.ts'
import { CENT, gasAccount, PAY_TO, payer } from '../support/chain/chain-payer.ts'

const buyer = payer(1)
const key = gasAccount(1)
let anvil: Anvil
let chain: Chain

beforeEach(async () => {
  anvil = await startAnvil()
  chain = await openChain({ rpcUrl: anvil.url, token: USDC.base, timeoutMs: 60_000, clock: systemClock })
  await anvil.fundUsdc(buyer.address, 100 * CENT)
  await anvil.fundEth(key.address, 1)
})
afterEach(() => anvil.stop())

const soon = () => Date.now() + 60_000
const mined = async (hash: string) => {
  const waited = await chain.waitForReceipt(hash, soon())
  if (waited.kind !== 'mined') throw new Error('not mined')
  return waited.receipt
}

describe('a transaction', () => {
  test('is signed without being sent, and its hash is known beforehand', async () => {
    const signed = (await chain.sign(key, [await buyer.sign()], 0))!
    expect(signed.hash).toBe(keccak256(signed.raw as `0x${string}`))
    expect(await chain.receipt(signed.hash)).toBeNull()
    expect(await chain.count(key.address, 'pending')).toBe(0)
    expect(await chain.broadcast(signed.raw)).toEqual({ kind: 'accepted' })
    expect((await mined(signed.hash)).hash).toBe(signed.hash)
    expect(await anvil.balanceOf(PAY_TO)).toBe(CENT)
  })

  test('with five transfers moves four when one was used before, and says which', async () => {
    const transfers = await Promise.all(Array.from({ length: 5 }, () => buyer.sign()))
    const first = (await chain.sign(key, [transfers[2]!], 0))!
    await chain.broadcast(first.raw)
    await mined(first.hash)
    const batch = (await chain.sign(key, transfers, 1))!
    await chain.broadcast(batch.raw)
    const receipt = await mined(batch.hash)
    expect(transfers.map((transfer) => chain.moved(receipt, transfer))).toEqual([true, true, false, true, true])
    expect(await anvil.balanceOf(PAY_TO)).toBe(5 * CENT)
  })

  test('that reverted has moved nothing, although it is mined', async () => {
    const transfer = await buyer.sign({ value: 101 * CENT })
    const signed = (await chain.sign(key, [transfer], 0))!
    await chain.broadcast(signed.raw)
    const receipt = await mined(signed.hash)
    expect(receipt.ok).toBe(false)
    expect(chain.moved(receipt, transfer)).toBe(false)
  })

  test('finds no receipt before the deadline while nothing is mined', async () => {
    await anvil.setAutomine(false)
    const signed = (await chain.sign(key, [await buyer.sign()], 0))!
    await chain.broadcast(signed.raw)
    expect(await chain.waitForReceipt(signed.hash, Date.now() + 300)).toEqual({ kind: 'not_yet' })
    await anvil.mine()
    expect((await chain.waitForReceipt(signed.hash, Date.now())).kind).toBe('mined')
  })

  test('has gas to spare over what the code of Circle needs, alone and in a batch', () => {
    // 85,700 for an ordinary account; an account that is asked by its code (EIP-7702, a Safe) costs up to 40,000 more.
    expect(gasFor(1)).toBe(160_000n)
    // Measured with the real USDC code: 134,200 for two, 472,000 for ten, 2,160,000 for fifty.
    for (const [transfers, needed] of [
      [2, 134_200n],
      [10, 472_000n],
      [50, 2_160_000n],
    ] as const)
      expect(gasFor(transfers)).toBeGreaterThan((needed * 13n) / 10n)
  })
})

describe('a broadcast', () => {
  test('may be repeated', async () => {
    await anvil.setAutomine(false)
    const signed = (await chain.sign(key, [await buyer.sign()], 0))!
    expect(await chain.broadcast(signed.raw)).toEqual({ kind: 'accepted' })
    expect(await chain.broadcast(signed.raw)).toEqual({ kind: 'accepted' })
  })

  test('tells a taken number from an empty account', async () => {
    const [first, second] = [await buyer.sign(), await buyer.sign()]
    const early = (await chain.sign(key, [first], 0))!
    await chain.broadcast(early.raw)
    await mined(early.hash)
    const late = (await chain.sign(key, [second], 0))!
    expect(await chain.broadcast(late.raw)).toEqual({ kind: 'number_taken' })
    await anvil.setAutomine(false)
    await chain.broadcast((await chain.sign(key, [first], 1))!.raw)
    expect(await chain.broadcast((await chain.sign(key, [second], 1))!.raw)).toEqual({ kind: 'number_taken' })
    expect(await chain.broadcast((await chain.sign(gasAccount(7), [second], 0))!.raw)).toEqual({ kind: 'no_gas' })
  })

  test('reads the words of the common nodes', async () => {
    let message = ''
    const node = Bun.serve({
      port: 0,
      fetch: async (request) => {
        const asked = (await request.json()) as { id: number } | { id: number }[]
        const reply = ({ id }: { id: number }) => ({ jsonrpc: '2.0', id, error: { code: -32_000, message } })
        return Response.json(Array.isArray(asked) ? asked.map(reply) : reply(asked))
      },
    })
    const rpc = openRpc(node.url.href, 1_000)
    const kinds: Record<string, string> = {
      'already known': 'accepted',
      AlreadyKnown: 'accepted',
      'transaction already imported': 'accepted',
      'nonce too low: next nonce 5, tx nonce 4': 'number_taken',
      'nonce too low': 'number_taken',
      OldNonce: 'number_taken',
      'replacement transaction underpriced': 'number_taken',
      'could not replace existing tx': 'number_taken',
      'transaction underpriced: gas tip cap 1, minimum needed 1000000': 'underpriced',
      'max fee per gas less than block base fee': 'underpriced',
      FeeTooLow: 'underpriced',
      'insufficient funds for gas * price + value: balance 0, tx cost 1, overshot 1': 'no_gas',
      'tx type not supported': 'refused',
    }
    for (const [text, kind] of Object.entries(kinds)) {
      message = text
      expect([text, (await broadcastRaw(rpc, '0x02')).kind]).toEqual([text, kind])
    }
    await node.stop(true)
    expect(await broadcastRaw(rpc, '0x02')).toEqual({ kind: 'unreachable' })
  })
})

describe('reasons', () => {
  test('are all on the published list', () => {
    const texts = [
      'FiatTokenV2: authorization is used or canceled',
      'ERC20: transfer amount exceeds balance',
      'FiatTokenV2: invalid signature',
      'FiatTokenV2: authorization is not yet valid',
      'FiatTokenV2: authorization is expired',
      'Blacklistable: account is blacklisted',
      'constructor',
      null,
    ]
    const published: readonly string[] = X402_REASONS
    const others: readonly ChainReason[] = [
      'invalid_exact_evm_payload_recipient_mismatch',
      'invalid_exact_evm_transaction_failed',
      'invalid_transaction_state',
    ]
    for (const reason of [...texts.map(reasonFor), ...others]) expect(published).toContain(reason)
    expect(reasonFor('Blacklistable: account is blacklisted')).toBe('invalid_exact_evm_transaction_simulation_failed')
    expect(reasonFor('constructor')).toBe('invalid_exact_evm_transaction_simulation_failed')
  })
})
