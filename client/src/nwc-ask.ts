import { schnorr } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { type NostrEvent, nostrEventHash, nostrKey } from '../../src/nostr/event.ts'
import { inSeconds } from '../../src/time-units.ts'
import { decrypted, encrypted } from './nip04.ts'
import { membersIn } from './request.ts'

/** One question to a wallet of NIP-47 over its relay. Loaded with the first: most buyers pay in other ways. */

export interface NwcOptions {
  /** For runtimes without a global `WebSocket`, such as Node 20. */
  readonly WebSocket?: new (url: string) => WebSocket
  /** How long the wallet may take to pay, milliseconds. */
  readonly timeoutMs?: number
}

/** What a wallet address says. */
export interface WalletConnection {
  readonly wallet: string
  readonly relay: string
  readonly secret: Uint8Array
}

const REQUEST = 23_194
const RESPONSE = 23_195
const TIMEOUT_MS = 60_000

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
  try {
    const [what, , event] = JSON.parse(frame) as unknown[]
    return what === 'EVENT' && typeof event === 'object' && event !== null ? (event as NostrEvent) : null
  } catch {
    return null
  }
}

export type WalletAnswer = Readonly<Record<string, unknown>>

/** Sends one request and waits for the wallet's answer to it. */
export const askWallet = async (
  { wallet, relay, secret }: WalletConnection,
  method: string,
  params: WalletAnswer,
  { WebSocket: Socket = WebSocket, timeoutMs = TIMEOUT_MS }: NwcOptions,
): Promise<WalletAnswer> => {
  const content = await encrypted(JSON.stringify({ method, params }), secret, wallet)
  const createdAt = inSeconds(Date.now())
  const request = nostrKey(secret).sign({ kind: REQUEST, createdAt, tags: [['p', wallet]], content })
  const socket = new Socket(relay)
  const late = AbortSignal.timeout(timeoutMs)
  try {
    return await new Promise<WalletAnswer>((resolve, reject) => {
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
