import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { encodeFunctionData, parseAbi } from 'viem'
import { type Chain, openChain } from '../../src/chain/chain.ts'
import { AGGREGATE, MULTICALL3 } from '../../src/chain/contracts.ts'
import { callByBytes } from '../../src/chain/transfer.ts'
import type { Transfer } from '../../src/payments/transfer.ts'
import { USDC } from '../../src/payments/usdc.ts'
import { systemClock } from '../../src/system/clock.ts'
import { type Anvil, startAnvil } from '../support/anvil.ts'
import { authorize, PAYER, SELLER, signTransfer, STRANGER } from '../support/payer.ts'
import {
  CODES,
  contractWallet,
  DELEGATE,
  enveloped,
  FACTORY,
  placeFactories,
  RELAY,
  relayed,
  wrapped,
} from '../support/wallets.ts'
import { gasAccount } from '../support/chain/chain-payer.ts'

/** What the chain says of contract wallets, and what it may be made to do. */

const DOLLAR = '1000000'
const sender = gasAccount(1).address
let anvil: Anvil
/** Deploys by the one factory. */
let chain: Chain

const open = (walletFactories: readonly string[]) =>
  openChain({ rpcUrl: anvil.url, token: USDC.base, timeoutMs: 60_000, clock: systemClock, sender, walletFactories })

beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.mine()
  await placeFactories(anvil)
  chain = await open([FACTORY.toLowerCase()])
})
afterAll(() => anvil.stop())

const funded = async (dollars = 10) => {
  const wallet = await contractWallet(anvil)
  await anvil.fundUsdc(wallet.address, dollars * 1_000_000)
  return wallet
}
const reasonOf = async (transfer: Transfer, by = chain) => {
  const found = await by.simulate(transfer)
  return found.kind === 'refused' ? found.reason : found.kind
}
/** An account with this code and ten dollars. */
const account = async (code: string) => {
  const { address } = await contractWallet(anvil)
  await anvil.fundUsdc(address, 10_000_000)
  await anvil.rpc('anvil_setCode', [address, code])
  return address
}
interface Call {
  readonly id: number
  readonly method: string
}

const anySignature = `0x${'ab'.repeat(100)}`
const by = (from: string, signature: string, value = '10000'): Transfer => ({
  authorization: authorize(Date.now(), { from: from as `0x${string}`, value }),
  signature,
})

describe('a wallet that is deployed', () => {
  test('pays by what its owner signed, in its own envelope, in 65 bytes, and still wrapped', async () => {
    const wallet = await funded()
    await wallet.deploy()
    expect(await reasonOf(await wallet.sign())).toBe('would_settle')
    const { authorization } = await wallet.sign()
    const signature = await signTransfer(authorization, wallet.owner)
    expect(await reasonOf({ authorization, signature })).toBe('would_settle')
    expect(await reasonOf(await wallet.signWrapped())).toBe('would_settle')
    expect(await reasonOf(await wallet.signWrapped({ value: DOLLAR }))).toBe('would_settle')
    expect(await reasonOf(await wallet.signWrapped(), await open([]))).toBe('would_settle')
  })

  test('does not pay by what a stranger signed, and not more than it has', async () => {
    const wallet = await funded()
    await wallet.deploy()
    const { authorization } = await wallet.sign({ value: DOLLAR })
    const forged = enveloped(await signTransfer(authorization, STRANGER))
    for (const signature of [forged, wrapped(FACTORY, wallet.creation, forged)])
      expect(await reasonOf({ authorization, signature })).toBe('invalid_exact_evm_payload_signature')
    expect(await reasonOf(await wallet.sign({ value: '10000001' }))).toBe('invalid_exact_evm_insufficient_balance')
  })
})

describe('a wallet that is not deployed', () => {
  test('pays from a dollar on, by a listed factory, and otherwise is told why not', async () => {
    const wallet = await funded()
    expect(await reasonOf(await wallet.signWrapped({ value: DOLLAR }))).toBe('would_settle')
    expect(await reasonOf(await wallet.signWrapped({ value: '999999' }))).toBe('wallet_not_deployed')
    expect(await reasonOf(await wallet.signWrapped({ value: DOLLAR }), await open([]))).toBe(
      'eip6492_factory_not_allowed',
    )
    expect(await reasonOf(await wallet.signWrapped({ value: DOLLAR }), await open([RELAY]))).toBe(
      'eip6492_factory_not_allowed',
    )
    expect(await reasonOf(await wallet.sign({ value: DOLLAR }))).toBe('invalid_exact_evm_payload_signature')
    expect(await wallet.isDeployed()).toBe(false)
  })

  test('whose factory fails, or whose owner did not sign, does not', async () => {
    const wallet = await funded()
    const { authorization, signature } = await wallet.sign({ value: DOLLAR })
    const forged = enveloped(await signTransfer(authorization, STRANGER))
    expect(await reasonOf({ authorization, signature: wrapped(FACTORY, '0xdeadbeef', signature) })).toBe(
      'smart_wallet_deployment_failed',
    )
    expect(await reasonOf({ authorization, signature: wrapped(FACTORY, wallet.creation, forged) })).toBe(
      'invalid_exact_evm_payload_signature',
    )
  })

  test('is not deployed where there is no Multicall3 to do it', async () => {
    const wallet = await funded()
    const code = await anvil.rpc<string>('eth_getCode', [MULTICALL3, 'latest'])
    await anvil.rpc('anvil_setCode', [MULTICALL3, '0x'])
    expect(await reasonOf(await wallet.signWrapped({ value: DOLLAR }), await open([FACTORY]))).toBe(
      'eip6492_factory_not_allowed',
    )
    await anvil.rpc('anvil_setCode', [MULTICALL3, code])
  })
})

describe('an account with code', () => {
  test('that says yes to everything pays from itself, one that says no does not', async () => {
    expect(await reasonOf(by(await account(CODES.yes), anySignature))).toBe('would_settle')
    expect(await reasonOf(by(await account(CODES.no), anySignature))).toBe('invalid_exact_evm_payload_signature')
    expect(await reasonOf(by(await account('0x00'), '0x'))).toBe('invalid_exact_evm_payload_signature')
  })

  test('that burns all gas is refused, and not taken for a node that is away', async () => {
    const burner = await account(CODES.burns)
    expect(await reasonOf(by(burner, anySignature))).toMatch(/^invalid_exact_evm/)
    expect(await reasonOf(by(burner, `0x${'ab'.repeat(65)}`))).toMatch(/^invalid_exact_evm/)
  })

  test('that uses up the gas is refused in the words of every node; a node that cannot answer is away', async () => {
    let message = ''
    const node = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: async (request) => {
        const calls = (await request.json()) as Call | Call[]
        const answer = ({ id, method }: Call) => {
          if (method === 'eth_call') return { jsonrpc: '2.0', id, error: { code: -32_000, message } }
          return { jsonrpc: '2.0', id, result: method === 'eth_chainId' ? '0x2105' : '0x00' }
        }
        return Response.json(Array.isArray(calls) ? calls.map(answer) : answer(calls))
      },
    })
    const told = await openChain({
      rpcUrl: `http://127.0.0.1:${node.port}`,
      token: USDC.base,
      timeoutMs: 60_000,
      clock: systemClock,
    })
    const transfer = by(PAYER.address, anySignature)
    const question = { chainId: 8453, account: PAYER.address, digest: `0x${'ab'.repeat(32)}`, signature: anySignature }
    // geth, reth, nethermind, erigon
    for (message of ['out of gas', 'out of gas: gas required exceeds: 500000', 'OutOfGas', 'Out of gas'])
      expect([(await told.simulate(transfer)).kind, await told.validSignature(question)]).toEqual([
        'refused',
        'invalid',
      ])
    for (message of ['header not found', 'request timed out'])
      expect([(await told.simulate(transfer)).kind, await told.validSignature(question)]).toEqual([
        'unreachable',
        'unknown',
      ])
    await node.stop(true)
  })

  test('is asked as it will be: from the settling account, and with no more gas', async () => {
    for (const code of [CODES.toNobody, CODES.toTheRich])
      expect(await reasonOf(by(await account(code), anySignature))).toBe('invalid_exact_evm_payload_signature')
  })

  test('and every other one may be written in any case: mixed case that is no checksum is no fault', async () => {
    const payTo = `0x${SELLER.slice(2).toUpperCase()}` as const
    const wallet = await funded()
    const factory = `0x${FACTORY.slice(2).toUpperCase()}`
    const { authorization, signature } = await wallet.sign({ value: DOLLAR, to: SELLER })
    const shouted = { ...authorization, from: `0x${wallet.address.slice(2).toUpperCase()}`, to: payTo }
    const wrapper = wrapped(FACTORY, wallet.creation, signature).replace(FACTORY.slice(2), factory.slice(2))
    const mixed = (text: string) =>
      text.replace(/[a-f]/gi, (digit, at: number) => (at % 2 ? digit.toUpperCase() : digit))
    for (const write of [(text: string) => text, mixed])
      expect(
        await reasonOf({
          authorization: { ...shouted, from: write(shouted.from), to: write(shouted.to.toLowerCase()) },
          signature: write(wrapper),
        }),
      ).toBe('would_settle')
    const found = await chain.lookUp({ authorization: { ...authorization, from: mixed(wallet.address) }, signature })
    expect(found.kind).toBe('unused')
    const question = {
      chainId: 8453,
      account: mixed(wallet.address),
      digest: `0x${'ab'.repeat(32)}`,
      signature: wrapper,
    }
    expect(await chain.validSignature(question)).toBe('invalid')
  })

  test('by delegation (EIP-7702) pays with its own key where its code agrees, and not where that does not', async () => {
    const delegated = `0xef0100${DELEGATE.slice(2).toLowerCase()}`
    await anvil.fundUsdc(PAYER.address, 1_000_000)
    const authorization = authorize(Date.now())
    const transfer = { authorization, signature: await signTransfer(authorization) }
    expect(await reasonOf(transfer)).toBe('would_settle')
    await anvil.rpc('anvil_setCode', [PAYER.address, delegated])
    expect(await reasonOf(transfer)).toBe('would_settle')
    expect(await reasonOf({ authorization, signature: await signTransfer(authorization, STRANGER) })).toBe(
      'invalid_exact_evm_payload_signature',
    )
    await anvil.rpc('anvil_setCode', [PAYER.address, `0xef0100${FACTORY.slice(2).toLowerCase()}`])
    expect(await reasonOf(transfer)).toBe('invalid_exact_evm_payload_signature')
    await anvil.rpc('anvil_setCode', [PAYER.address, '0x'])
  })
})

const ERC20 = parseAbi([
  'function transfer(address to, uint256 value)',
  'function transferFrom(address from, address to, uint256 value)',
])
/** Something that a hostile factory should move. */
const theft = encodeFunctionData({ abi: ERC20, functionName: 'transfer', args: [STRANGER.address, 1_000_000n] })

describe('a factory', () => {
  /** Signs with this account, sends, and says what was used of the gas. */
  const send = async (by: Chain, transfer: Transfer) => {
    const key = gasAccount(1)
    await anvil.fundEth(key.address, 1)
    const signed = (await by.sign(key, [transfer], (await by.count(key.address, 'latest'))!))!
    expect(await by.broadcast(signed.raw)).toEqual({ kind: 'accepted' })
    const waited = await by.waitForReceipt(signed.hash, Date.now() + 60_000)
    if (waited.kind !== 'mined') throw new Error('not mined')
    const raw = await anvil.rpc<{ gasUsed: string; to: string }>('eth_getTransactionReceipt', [signed.hash])
    return { moved: by.moved(waited.receipt, transfer), gas: Number(raw.gasUsed), to: raw.to }
  }

  test('deploys and the wallet pays in one transaction, which the settling key sends to Multicall3', async () => {
    const wallet = await funded(1)
    const transfer = await wallet.signWrapped({ value: DOLLAR })
    const { moved, to } = await send(chain, transfer)
    expect([moved, to]).toEqual([true, MULTICALL3.toLowerCase()])
    expect(await wallet.isDeployed()).toBe(true)
    expect(await anvil.balanceOf(wallet.address)).toBe(0)
  })

  test('that is the token itself moves nothing, listed or not, by transfer or by transferFrom', async () => {
    await anvil.fundUsdc(sender, 5_000_000)
    const fromUs = encodeFunctionData({
      abi: ERC20,
      functionName: 'transferFrom',
      args: [sender, STRANGER.address, 1_000_000n],
    })
    for (const factories of [[], [USDC.base.asset]])
      for (const calldata of [theft, fromUs]) {
        const by = await open(factories)
        const wallet = await funded(1)
        const { authorization, signature } = await wallet.sign({ value: DOLLAR })
        const transfer = { authorization, signature: wrapped(USDC.base.asset, calldata, signature) }
        expect((await by.simulate(transfer)).kind).toBe('refused')
        // As if the simulation had been passed.
        expect((await send(by, transfer)).moved).toBe(false)
      }
    // The same through a factory that calls whom it is told to.
    const by = await open([RELAY])
    const wallet = await funded(1)
    const { authorization, signature } = await wallet.sign({ value: DOLLAR })
    for (const calldata of [relayed(USDC.base.asset, theft), relayed(USDC.base.asset, fromUs)])
      expect((await send(by, { authorization, signature: wrapped(RELAY, calldata, signature) })).moved).toBe(false)
    expect(await anvil.balanceOf(sender)).toBe(5_000_000)
    expect(await anvil.balanceOf(STRANGER.address)).toBe(0)
    expect(await anvil.balanceOf(SELLER)).toBe(1_000_000)
  })

  test('that burns all gas is refused, and costs no more than the cap if it got through', async () => {
    const burner = await account(CODES.burns)
    const by = await open([burner])
    const wallet = await funded(1)
    const { authorization, signature } = await wallet.sign({ value: DOLLAR })
    const transfer = { authorization, signature: wrapped(burner, '0x', signature) }
    expect((await by.simulate(transfer)).kind).toBe('refused')
    const { moved, gas } = await send(by, transfer)
    expect([moved, gas <= 1_100_000]).toEqual([false, true])
  })

  test('that reenters charges nobody twice, and what it moved by the very transfer is paid', async () => {
    const by = await open([RELAY])
    const wallet = await funded(3)
    const before = await anvil.balanceOf(SELLER)
    const shown = await wallet.sign({ value: DOLLAR })
    const inner = callByBytes(shown)
    const calls = [[FACTORY, wallet.creation], ...[inner, theft, inner].map((data) => [USDC.base.asset, data])]
    const data = encodeFunctionData({
      abi: AGGREGATE,
      args: [
        calls.map(([target, callData]) => ({
          target: target as `0x${string}`,
          allowFailure: true,
          callData: callData as `0x${string}`,
        })),
      ],
    })
    const calldata = relayed(MULTICALL3, data)
    const transfer = { ...shown, signature: wrapped(RELAY, calldata, shown.signature) }
    expect(await reasonOf(transfer, by)).toBe('invalid_exact_evm_nonce_already_used')
    expect((await send(by, transfer)).moved).toBe(true)
    expect((await anvil.balanceOf(SELLER)) - before).toBe(1_000_000)
    expect(await anvil.balanceOf(wallet.address)).toBe(2_000_000)
  })
})
