import { schnorr } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { type NostrEvent, nostrEventHash, nostrKey } from '../../src/nostr/event.ts'
import { inSeconds } from '../../src/time-units.ts'
import type { LightningWallet } from './l402.ts'
import { decrypted, encrypted } from './nip04.ts'
import { membersIn } from './request.ts'

/** Nostr Wallet Connect (NIP-47): a Lightning wallet that is asked over a relay, in the encryption of NIP-04. */

export interface NwcOptions {
  /** For runtimes without a global `WebSocket`, such as Node 20. */
  readonly WebSocket?: new (url: string) => WebSocket
  /** How long the wallet may take to pay, milliseconds. */
  readonly timeoutMs?: number
}

interface Connection {
  readonly wallet: string
  readonly relay: string
  readonly secret: Uint8Array
}

const HEX_32 = /^[0-9a-f]{64}$/
const REQUEST = 23_194
const RESPONSE = 23_195
const TIMEOUT_MS = 60_000

/** @throws RangeError whose text never contains the secret */
const readAddress = (address: string): Connection => {
  const url = URL.canParse(address) ? new URL(address) : null
  const wallet = (url?.host || url?.pathname.replace(/^\/\//, '') || '').toLowerCase()
  const [relay, secret] = [url?.searchParams.get('relay') ?? '', (url?.searchParams.get('secret') ?? '').toLowerCase()]
  if (
    url?.protocol !== 'nostr+walletconnect:' ||
    !HEX_32.test(wallet) ||
    !HEX_32.test(secret) ||
    !/^wss?:\/\//.test(relay)
  )
    throw new RangeError('a wallet address is nostr+walletconnect://KEY?relay=wss://…&secret=…')
  return { wallet, relay, secret: hexToBytes(secret) }
}

/** Whether the wallet has signed this answer to our request. A relay may send anything. */
const isAnswer = (event: NostrEvent, request: string, wallet: string): boolean => {
  try {
    if (!event.tags.some(([name, value]) => name === 'e' && value === request)) return false
    const hash = nostrEventHash(event)
    return (
      event.kind === RESPONSE &&
      typeof event.content === 'string' &&
      event.pubkey === wallet &&
      bytesToHex(hash) === event.id &&
      schnorr.verify(hexToBytes(event.sig), hash, hexToBytes(wallet))
    )
  } catch {
    return false
  }
}

/** An answer is a preimage and a few words. */
const MOST_FRAME = 65_536

/** The event in a frame; `null` for every other frame. */
const eventIn = (frame: unknown): NostrEvent | null => {
  if (typeof frame !== 'string' || frame.length > MOST_FRAME) return null
  const [what, , event] = Object.values(membersIn(`{"frame":${frame}}`)?.['frame'] ?? []) as unknown[]
  return what === 'EVENT' && typeof event === 'object' && event !== null ? (event as NostrEvent) : null
}

type Answer = Readonly<Record<string, unknown>>

/** Sends one request and waits for the wallet's answer to it. */
const ask = async (
  { wallet, relay, secret }: Connection,
  method: string,
  params: Answer,
  { WebSocket: Socket = WebSocket, timeoutMs = TIMEOUT_MS }: NwcOptions,
): Promise<Answer> => {
  const content = await encrypted(JSON.stringify({ method, params }), secret, wallet)
  const createdAt = inSeconds(Date.now())
  const request = nostrKey(secret).sign({ kind: REQUEST, createdAt, tags: [['p', wallet]], content })
  const socket = new Socket(relay)
  const late = AbortSignal.timeout(timeoutMs)
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const fail = (message: string) => () => reject(new Error(message))
      late.addEventListener('abort', fail('the wallet did not answer in time'))
      socket.addEventListener('error', fail('the relay of the wallet cannot be reached'))
      socket.addEventListener('close', fail('the relay of the wallet hung up'))
      socket.addEventListener('open', () => {
        const filter = { kinds: [RESPONSE], authors: [wallet], '#e': [request.id] }
        // The subscription first: an answer may come at once, and relays do not keep it.
        socket.send(JSON.stringify(['REQ', request.id.slice(0, 32), filter]))
        socket.send(JSON.stringify(['EVENT', request]))
      })
      socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const event = eventIn(data)
        if (!event || !isAnswer(event, request.id, wallet)) return
        void decrypted(event.content, secret, wallet).then((text) => {
          const answer = text === null ? null : membersIn(text)
          if (answer?.['result_type'] === method) resolve(answer)
        })
      })
    })
  } finally {
    socket.close()
  }
}

const preimageIn = ({ result }: Answer): string | null => {
  const preimage = membersIn(JSON.stringify(result ?? null))?.['preimage']
  return typeof preimage === 'string' && preimage !== '' ? preimage : null
}

const reasonIn = ({ error }: Answer): string => {
  const { code = 'OTHER', message = '' } = membersIn(JSON.stringify(error ?? null)) ?? {}
  return `${String(code)} ${String(message)}`.trim()
}

/**
 * A payer of invoices for `l402`.
 *
 * @param address `nostr+walletconnect://…`, which is a secret
 */
export const nwc = (address: string, options: NwcOptions = {}): LightningWallet['payInvoice'] => {
  const connection = readAddress(address)
  if (!options.WebSocket && typeof WebSocket === 'undefined')
    throw new RangeError('this runtime has no WebSocket: give one to nwc(address, { WebSocket })')
  return async (invoice) => {
    const paid = await ask(connection, 'pay_invoice', { invoice }, options)
    const preimage = preimageIn(paid)
    if (preimage !== null) return preimage
    // An invoice that was paid before is refused by some wallets, which still know its preimage.
    const known = await ask(connection, 'lookup_invoice', { invoice }, options)
    const before = preimageIn(known)
    if (before === null) throw new Error(`the wallet did not pay: ${reasonIn(paid)}`)
    return before
  }
}
