import { createHash } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import type { Random } from '../../../../src/ports.ts'
import { createMoney, type Money } from '../../../../src/sandbox/money/money.ts'
import { TRANSFER_TYPES } from '../../payer.ts'
import { stillClock } from '../../still.ts'

/** 1 November 2026, 00:00 UTC. */
export const START_MS = 1_793_491_200_000
export const NOW = START_MS / 1000

/** The same bytes for the same seed, for ever. */
export const seededRandom = (seed: string): Random => {
  let drawn = 0
  const bytes = (length: number): Uint8Array => {
    const blocks: Buffer[] = []
    while (blocks.length * 32 < length) blocks.push(createHash('sha256').update(`${seed}/${drawn++}`).digest())
    return Uint8Array.from(Buffer.concat(blocks).subarray(0, length))
  }
  return {
    bytes,
    integer: (min, max) => min + (Buffer.from(bytes(4)).readUInt32BE() % (max - min + 1)),
  }
}

/** Throw-away keys of anvil's well-known mnemonic. */
export const PAYER = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
export const STRANGER = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
export const SELLER = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
export const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** An authorization as it travels: numbers as decimal text. */
export interface WireAuthorization {
  from: `0x${string}`
  to: `0x${string}`
  value: string
  validAfter: string
  validBefore: string
  nonce: `0x${string}`
}

let nonces = 0

export const authorization = (changes: Partial<WireAuthorization> = {}): WireAuthorization => ({
  from: PAYER.address,
  to: SELLER,
  value: '10000',
  validAfter: '0',
  validBefore: String(NOW + 60),
  nonce: `0x${(++nonces).toString(16).padStart(64, '0')}`,
  ...changes,
})

const DOMAIN = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: USDC } as const

/** Signed by viem, which shares nothing with the code under test but the curve library. */
export const signed = (
  wire: WireAuthorization,
  signer = PAYER,
  domain: { name: string; version: string; chainId: number; verifyingContract: `0x${string}` } = DOMAIN,
): Promise<`0x${string}`> =>
  signer.signTypedData({
    domain,
    primaryType: 'TransferWithAuthorization',
    types: TRANSFER_TYPES,
    message: {
      from: wire.from,
      to: wire.to,
      value: BigInt(wire.value),
      validAfter: BigInt(wire.validAfter),
      validBefore: BigInt(wire.validBefore),
      nonce: wire.nonce,
    },
  })

export interface Answered {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** The sandbox's money with a clock and a way to call it. */
export const sandbox = (clock = stillClock(START_MS), seed = 'money') => {
  const money: Money = createMoney({ clock, random: seededRandom(seed) })
  const call = async (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> => {
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: bodyText(body) }
    const response = await money.handle(new Request(`http://localhost${path}`, init))
    if (response === null) throw new Error(`${path} is not money's`)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { money, clock, call }
}

const bodyText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))
