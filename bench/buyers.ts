import { createHash, randomBytes } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { PEG_SEEN } from '../src/feeds/prices/accepted-peg.ts'
import type { Item } from '../src/feeds/registry.ts'
import { requestHash } from '../src/http/endpoints/feed-endpoints.ts'
import { domainSeparator, transferDigest } from '../src/http/rails/eip3009.ts'
import { type L402Secrets, mintToken } from '../src/http/rails/l402-token.ts'
import { USDC } from '../src/payments/usdc.ts'
import { loadSecp256k1 } from '../src/native/secp256k1.ts'
import type { BoardStore } from '../src/store/published/boards.ts'

/** Requests that were paid for before the run, each with its own credential. */

/** One request: its path, and the header that pays, with more lines behind it if there are any. */
export interface Shot {
  readonly path: string
  readonly header: string
}

/** The server's token secret. It protects nothing of value here. */
export const SECRETS: L402Secrets = { current: new Uint8Array(32).fill(7), previous: [] }

/** The address that receives the money. It belongs to no key. */
export const PAY_TO = '0x00000000000000000000000000000000C1a405C0'

/** Records that USDC is worth a dollar, so the x402 rail is offered for half an hour. */
export const openRail = (boards: BoardStore): Promise<boolean> => boards.write(PEG_SEEN.id, Date.now(), { value: 1 })

const LIFETIME_SECONDS = 3_600

const unixSeconds = (): number => Math.floor(Date.now() / 1000)

/** What a token is bound to: the path of an item, with the query in the order in which it is sent. */
export type Wanted = Pick<Item, 'path' | 'query'>

/** Distinct valid tokens with paid invoices, spread evenly over the requests. */
export const l402Shots = (wanted: readonly Wanted[], count: number, secrets = SECRETS): readonly Shot[] => {
  const validUntil = unixSeconds() + LIFETIME_SECONDS
  const requests = wanted.map(({ path, query }) => requestHash('GET', path, '', query, ''))
  const paths = wanted.map(({ path, query }) => (query ? `${path}?${query}` : path))
  return Array.from({ length: count }, (_, at) => {
    const item = at % wanted.length
    const preimage = randomBytes(32)
    const paymentHash = createHash('sha256').update(preimage).digest('hex')
    const token = mintToken(secrets, {
      paymentHash,
      tokenId: randomBytes(32),
      request: requests[item]!,
      sats: 10,
      validUntil,
      askedAt: null,
    })
    return { path: paths[item]!, header: `Authorization: L402 ${token}:${preimage.toString('hex')}` }
  })
}

interface Account {
  readonly secret: Uint8Array
  /** 65 bytes, uncompressed. */
  readonly key: Uint8Array
  readonly address: string
}

const accountOf = (secret: Uint8Array): Account => {
  const key = secp256k1.getPublicKey(secret, false)
  return { secret, key, address: `0x${bytesToHex(keccak_256(key.subarray(1)).subarray(12))}` }
}

const BUYER = accountOf(new Uint8Array(32).fill(9))

/** The account that x402 payments come from, unless each has its own account. */
export const BUYER_ADDRESS = BUYER.address

const native = loadSecp256k1()

/** r‖s‖v, as wallets write it. */
const signPayment = (digest: Uint8Array, { secret, key }: Account): string => {
  if (native) {
    const compact = native.signCompact(digest, secret)
    const first = native.recover(compact, 0, digest)
    const recovery = first !== null && Buffer.from(first).equals(Buffer.from(key)) ? 0 : 1
    return bytesToHex(concatBytes(compact, Uint8Array.of(27 + recovery)))
  }
  const recovered = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
  return bytesToHex(concatBytes(recovered.subarray(1), Uint8Array.of(27 + recovered[0]!)))
}

/**
 * Distinct signed authorizations as `PAYMENT-SIGNATURE` headers of protocol version 2.
 *
 * @param payers `one` account pays for everything, or `strangers`: each payment has its own account, never seen before
 */
export const x402Shots = (
  items: readonly Item[],
  count: number,
  payers: 'one' | 'strangers' = 'one',
): readonly Shot[] => {
  const token = USDC.base
  const separator = domainSeparator(token)
  const validBefore = String(unixSeconds() + LIFETIME_SECONDS)
  return Array.from({ length: count }, (_, at) => {
    const { path, feed } = items[at % items.length]!
    const amount = String(feed.sale.price.microUsd)
    const payer = payers === 'one' ? BUYER : accountOf(secp256k1.utils.randomSecretKey())
    const authorization = {
      from: payer.address,
      to: PAY_TO,
      value: amount,
      validAfter: '0',
      validBefore,
      nonce: `0x${randomBytes(32).toString('hex')}`,
    }
    const payment = {
      x402Version: 2,
      resource: { url: `http://localhost:8402${path}`, description: '', mimeType: 'application/json' },
      accepted: {
        scheme: 'exact',
        network: token.caip2,
        amount,
        asset: token.asset,
        payTo: PAY_TO,
        maxTimeoutSeconds: 60,
        extra: { name: token.name, version: token.version },
      },
      payload: { signature: `0x${signPayment(transferDigest(separator, authorization), payer)}`, authorization },
    }
    return { path, header: `PAYMENT-SIGNATURE: ${Buffer.from(JSON.stringify(payment)).toString('base64')}` }
  })
}
