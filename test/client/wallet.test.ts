import { describe, expect, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createClaros } from '../../client/src/claros.ts'
import { keyAccount } from '../../client/src/key-account.ts'
import { typedTransfer } from '../../client/src/typed-transfer.ts'
import type { WalletProvider } from '../../client/src/wallet.ts'
import { x402 } from '../../client/src/x402.ts'
import { USDC } from '../../src/payments/usdc.ts'
import { authorize } from '../support/payer.ts'
import { fileShop, SPOT } from '../support/shop.ts'

/** Who signs: a wallet behind EIP-1193, as viem would be one, and an account that holds its key. */

const shop = await fileShop()
await shop.publish('btc/usd')
const KEY = generatePrivateKey()
const account = privateKeyToAccount(KEY)
await shop.money.fund(account.address)

class Rejected extends Error {
  constructor(readonly code: number) {
    super(`rejected with ${code}`)
  }
}

interface Manners {
  /** The chain that is chosen at first. */
  readonly chain: number
  readonly knows: readonly number[]
  /** Does not choose a chain that it was given. */
  readonly isStubborn?: boolean
  readonly signs?: boolean
}

/** A wallet that refuses to sign for another chain than the chosen one. */
const provider = ({ chain, knows, isStubborn = false, signs = true }: Manners) => {
  const asked: string[] = []
  const known = new Set(knows)
  let chosen = chain
  const chainIn = (params: readonly unknown[]): number => Number((params[0] as { readonly chainId: string }).chainId)
  const wallet: WalletProvider = {
    request: async ({ method, params = [] }) => {
      asked.push(method)
      switch (method) {
        case 'eth_requestAccounts':
          return [account.address]
        case 'eth_chainId':
          return `0x${chosen.toString(16)}`
        case 'wallet_addEthereumChain':
          return void known.add(chainIn(params))
        case 'wallet_switchEthereumChain':
          if (!known.has(chainIn(params))) throw new Rejected(4902)
          if (!isStubborn) chosen = chainIn(params)
          return null
        case 'eth_signTypedData_v4': {
          if (!signs) throw new Rejected(4001)
          const data = JSON.parse(String(params[1])) as Parameters<typeof account.signTypedData>[0]
          if (Number(data.domain?.chainId) !== chosen) throw new Rejected(-32_602)
          return account.signTypedData(data)
        }
        default:
          throw new Rejected(4200)
      }
    },
  }
  return { wallet, asked }
}

const buyWith = (wallet: WalletProvider) =>
  createClaros(shop.url, { pay: [x402({ account: wallet, maxUsd: '0.01' })] }).buy(SPOT)

describe('a wallet behind EIP-1193', () => {
  test('on the right chain signs at once', async () => {
    const { wallet, asked } = provider({ chain: 8453, knows: [8453] })
    expect((await buyWith(wallet)).paid?.rail).toBe('x402')
    expect(asked).toEqual(['eth_requestAccounts', 'eth_chainId', 'eth_signTypedData_v4'])
  })

  test('on another chain is switched before it signs', async () => {
    const { wallet, asked } = provider({ chain: 1, knows: [1, 8453] })
    expect((await buyWith(wallet)).paid?.rail).toBe('x402')
    expect(asked.indexOf('wallet_switchEthereumChain')).toBeLessThan(asked.indexOf('eth_signTypedData_v4'))
  })

  test('that does not know the chain is told of it', async () => {
    const { wallet, asked } = provider({ chain: 1, knows: [1] })
    expect((await buyWith(wallet)).paid?.rail).toBe('x402')
    expect(asked.filter((method) => method.startsWith('wallet_'))).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
  })

  test.each([
    ['stays on another chain', { chain: 1, knows: [1, 8453], isStubborn: true }, false],
    ['is refused by its owner', { chain: 8453, knows: [8453], signs: false }, true],
  ])('that %s pays nothing', async (_what, manners, wasAsked) => {
    const { wallet, asked } = provider(manners)
    const sales = await shop.sales()
    expect(buyWith(wallet)).rejects.toMatchObject({ name: 'Refused', code: 'not_signed', receipt: null })
    await buyWith(wallet).catch(() => {})
    expect(asked.includes('eth_signTypedData_v4')).toBe(wasAsked)
    expect(await shop.sales()).toBe(sales)
  })
})

describe('an account that holds its key', () => {
  test('signs as viem does', async () => {
    for (let run = 0; run < 20; run++) {
      const key = generatePrivateKey()
      const [own, viem] = [keyAccount(key), privateKeyToAccount(key)]
      expect(own.address).toBe(viem.address.toLowerCase() as `0x${string}`)
      const data = typedTransfer(USDC.base, authorize(1_795_000_000_000, { from: viem.address }))
      expect(await own.signTypedData(data)).toBe(await viem.signTypedData(data))
      expect(await own.signMessage({ message: `claros ✓ ${run}` })).toBe(
        await viem.signMessage({ message: `claros ✓ ${run}` }),
      )
    }
  })

  test('buys', async () => {
    const claros = createClaros(shop.url, { pay: [x402({ account: keyAccount(KEY), maxUsd: '0.01' })] })
    expect((await claros.buy(SPOT)).verification.ok).toBe(true)
  })

  test.each([[''], ['0x12'], ['g'.repeat(64)], ['0'.repeat(64)], ['f'.repeat(64)], [`${'1'.repeat(63)}\n2`]])(
    'refuses %j without repeating it',
    (key) => {
      expect(() => keyAccount(key)).toThrow(RangeError)
      if (key) expect(() => keyAccount(key)).not.toThrow(key)
    },
  )
})

describe('a wallet that signs texts', () => {
  const payment = (nonce: string) =>
    ({ rail: 'x402', network: 'eip155:8453', asset: USDC.base.asset, amount: '10000', nonce, header: '' }) as const
  const NONCE = `0x${'ab'.repeat(32)}`
  const HASH = 'cd'.repeat(32)
  const signsTexts = () => {
    const texts: string[] = []
    const signer = {
      address: account.address,
      signTypedData: async () => '0x',
      signMessage: async ({ message }: { readonly message: string }) => {
        texts.push(message)
        return '0xsigned'
      },
    }
    return { texts, payer: x402({ account: signer, maxUsd: '1' }) }
  }

  test('is shown the hash of a request and the nonce of its payment', async () => {
    const { texts, payer } = signsTexts()
    expect(await payer.prove?.(payment(NONCE), HASH)).toMatch(/^\d+\.0xsigned$/)
    expect(texts).toEqual([expect.stringMatching(new RegExp(`^claros-proof-v1\\|${NONCE}\\|${HASH}\\|\\d+$`))])
  })

  test.each([
    ['a text of the service in place of the hash', NONCE, `${HASH}\nSign in to another site`],
    ['a hash that is too short', NONCE, HASH.slice(2)],
    ['a text in place of the nonce', 'Sign in to another site', HASH],
  ])('is not shown %s', async (_what, nonce, request) => {
    const { texts, payer } = signsTexts()
    expect(await payer.prove?.(payment(nonce), request)).toBeNull()
    expect(texts).toEqual([])
  })
})
