import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { hashMessage } from 'viem'
import { type Chain, openChain } from '../../src/chain/chain.ts'
import { USDC } from '../../src/payments/usdc.ts'
import { systemClock } from '../../src/system/clock.ts'
import { type Anvil, startAnvil } from '../support/anvil.ts'
import { PAYER, STRANGER } from '../support/payer.ts'
import { CODES, contractWallet, enveloped, FACTORY, placeFactories, wrapped } from '../support/wallets.ts'

/** Signatures of accounts of every kind, judged by the chain. */

let anvil: Anvil
let chain: Chain

beforeAll(async () => {
  anvil = await startAnvil()
  await placeFactories(anvil)
  chain = await openChain({ rpcUrl: anvil.url, token: USDC.base, timeoutMs: 60_000, clock: systemClock })
})
afterAll(() => anvil.stop())

/** An account with this code. */
const account = async (code: string) => {
  const { address } = await contractWallet(anvil)
  await anvil.rpc('anvil_setCode', [address, code])
  return address
}
const anySignature = `0x${'ab'.repeat(100)}`

describe('whether an account stands behind a signature', () => {
  const digest = hashMessage('claros-proof-v1|0x00|0x00|1795000000')
  const ask = (address: string, signature: string, chainId = 8453) =>
    chain.validSignature({ chainId, account: address, digest, signature })

  test('by its own key, whatever the case of its address', async () => {
    const signature = await PAYER.sign({ hash: digest })
    expect(await ask(PAYER.address, signature)).toBe('valid')
    expect(await ask(PAYER.address.toLowerCase(), signature)).toBe('valid')
    expect(await ask(STRANGER.address, signature)).toBe('invalid')
    expect(await ask(PAYER.address, signature, 1)).toBe('unknown')
  })

  test('by its code, deployed or not', async () => {
    const wallet = await contractWallet(anvil)
    const signature = enveloped(await wallet.owner.sign({ hash: digest }))
    const forged = enveloped(await STRANGER.sign({ hash: digest }))
    expect(await ask(wallet.address, signature)).toBe('invalid')
    expect(await ask(wallet.address, wrapped(FACTORY, wallet.creation, signature))).toBe('valid')
    expect(await ask(wallet.address, wrapped(FACTORY, wallet.creation, forged))).toBe('invalid')
    expect(await ask(PAYER.address, wrapped(FACTORY, wallet.creation, signature))).toBe('invalid')
    expect(await wallet.isDeployed()).toBe(false)
    await wallet.deploy()
    expect(await ask(wallet.address, signature)).toBe('valid')
    expect(await ask(wallet.address, forged)).toBe('invalid')
    expect(await ask(wallet.address, wrapped(FACTORY, wallet.creation, signature))).toBe('valid')
  })

  test('is refused for codes and wrappers that lead nowhere', async () => {
    expect(await ask(await account(CODES.no), anySignature)).toBe('invalid')
    expect(await ask(await account(CODES.burns), anySignature)).toBe('invalid')
    expect(await ask(await account(CODES.yes), anySignature)).toBe('valid')
    for (const signature of [
      '0x',
      '0xa',
      anySignature,
      `0x${'6492'.repeat(16)}`,
      `0x${'ff'.repeat(96)}${'6492'.repeat(16)}`,
    ])
      expect([signature, await ask(PAYER.address, signature)]).toEqual([signature, 'invalid'])
  })

  test('is not known when the node is away', async () => {
    const other = await startAnvil()
    const lonely = await openChain({ rpcUrl: other.url, token: USDC.base, timeoutMs: 1_000, clock: systemClock })
    await other.stop()
    const own = await PAYER.sign({ hash: digest })
    const question = { chainId: 8453, account: PAYER.address, digest, signature: own }
    expect(await lonely.validSignature(question)).toBe('valid')
    expect(await lonely.validSignature({ ...question, signature: anySignature })).toBe('unknown')
  })
})
