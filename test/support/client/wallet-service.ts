import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { schnorr } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { pointMultiply } from 'tiny-secp256k1'
import type { RelayedEvent } from '../nostr-relay.ts'

/** A Lightning wallet behind a relay (NIP-47), with libraries that the client does not use. */

export interface WalletService {
  /** `nostr+walletconnect://…` */
  readonly address: string
  /** What it was asked, in order. */
  readonly asked: { readonly method: string; readonly invoice: string }[]
  /** What it answers to `pay_invoice`, in place of paying; null: it pays. */
  manner: 'pays' | 'refuses' | 'fails' | 'pays_and_hangs_up' | 'silent' | 'knows'
  stop(): void
}

/** Errors of NIP-47: the first was never begun, of the second it is not known. */
const REFUSALS: Readonly<Record<string, { readonly code: string; readonly message: string }>> = {
  refuses: { code: 'INSUFFICIENT_BALANCE', message: 'no sats' },
  fails: { code: 'PAYMENT_FAILED', message: 'no route in time' },
}

const sharedX = (secret: Uint8Array, other: string): Uint8Array =>
  pointMultiply(Buffer.from(`02${other}`, 'hex'), secret, true)!.subarray(1)

const open = (content: string, secret: Uint8Array, other: string): string => {
  const [sealed, iv] = content.split('?iv=').map((part) => Buffer.from(part, 'base64'))
  const decipher = createDecipheriv('aes-256-cbc', sharedX(secret, other), iv!)
  return Buffer.concat([decipher.update(sealed!), decipher.final()]).toString()
}

const seal = (text: string, secret: Uint8Array, other: string): string => {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', sharedX(secret, other), iv)
  return `${Buffer.concat([cipher.update(text), cipher.final()]).toString('base64')}?iv=${iv.toString('base64')}`
}

/** @param pay gives the preimage of an invoice */
export const walletService = async (
  relay: string,
  pay: (invoice: string) => Promise<string>,
): Promise<WalletService> => {
  const [own, theirs] = [randomBytes(32), randomBytes(32)]
  const key = Buffer.from(schnorr.getPublicKey(own)).toString('hex')
  const client = Buffer.from(schnorr.getPublicKey(theirs)).toString('hex')
  const socket = new WebSocket(relay)
  const preimages = new Map<string, string>()
  const asked: WalletService['asked'] = []
  const service: WalletService = {
    address: `nostr+walletconnect://${key}?relay=${encodeURIComponent(relay)}&secret=${theirs.toString('hex')}`,
    asked,
    manner: 'pays',
    stop: () => socket.close(),
  }
  const reply = (to: string, method: string, answer: object, about = to): void => {
    const text = JSON.stringify({ result_type: method, error: null, ...answer })
    const unsigned = {
      pubkey: key,
      created_at: Math.floor(Date.now() / 1000),
      kind: 23_195,
      tags: [
        ['p', client],
        ['e', about],
      ],
      content: seal(text, own, client),
    }
    const { pubkey, created_at, kind, tags, content } = unsigned
    const hash = sha256(Buffer.from(JSON.stringify([0, pubkey, created_at, kind, tags, content])))
    const sig = Buffer.from(schnorr.sign(hash, own)).toString('hex')
    socket.send(JSON.stringify(['EVENT', { ...unsigned, id: Buffer.from(hash).toString('hex'), sig }]))
  }
  const serve = async ({ id, pubkey, content }: RelayedEvent): Promise<void> => {
    if (pubkey !== client) return
    const { method, params } = JSON.parse(open(content, own, client)) as {
      readonly method: string
      readonly params: { readonly invoice: string }
    }
    asked.push({ method, invoice: params.invoice })
    if (service.manner === 'silent') return
    if (method === 'lookup_invoice')
      return reply(id, method, { result: { preimage: preimages.get(params.invoice) ?? '' } })
    const refusal = REFUSALS[service.manner]
    if (refusal) return reply(id, method, { error: refusal, result: null })
    const known = preimages.get(params.invoice)
    if (known !== undefined && service.manner === 'knows')
      return reply(id, method, { error: { code: 'OTHER', message: 'already paid' }, result: null })
    const preimage = known ?? (await pay(params.invoice))
    preimages.set(params.invoice, preimage)
    if (service.manner !== 'pays_and_hangs_up') reply(id, method, { result: { preimage } })
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.addEventListener('open', () => socket.send(JSON.stringify(['REQ', 'wallet', { kinds: [23_194] }])))
  socket.addEventListener('message', ({ data }) => {
    // A relay says other things, too.
    if (!String(data).startsWith('["E')) return
    const [what, , event] = JSON.parse(String(data)) as [string, string, RelayedEvent]
    if (what === 'EOSE') resolve()
    if (what === 'EVENT') void serve(event)
  })
  await promise
  return service
}
