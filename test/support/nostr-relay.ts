import { schnorr } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** A relay after NIP-01 for tests: checks ids and signatures with arithmetic of its own, keeps, answers, misbehaves. */

export interface RelayedEvent {
  readonly id: string
  readonly pubkey: string
  readonly created_at: number
  readonly kind: number
  readonly tags: readonly (readonly string[])[]
  readonly content: string
  readonly sig: string
}

/** How it treats the next events. */
export type Manner =
  | 'keeps'
  /** Answers no, and keeps nothing. */
  | 'refuses'
  /** Keeps, and never says so. */
  | 'silent'
  /** Hangs up as soon as it is spoken to. */
  | 'hangs_up'
  /** Keeps, says so, and says a great deal besides. */
  | 'chatters'
  /** Floods whoever comes and never gives a verdict. */
  | 'floods'

export interface TestRelay {
  readonly url: string
  /** `host:port` */
  readonly place: string
  /** By id, in the order of arrival. */
  readonly kept: ReadonlyMap<string, RelayedEvent>
  /** Every event it was sent, again and again included. */
  readonly sent: RelayedEvent[]
  readonly taken: () => number
  behave(manner: Manner): void
  stop(): Promise<void>
}

/** Why an event is not one, or null. */
export const eventFault = ({ id, pubkey, created_at, kind, tags, content, sig }: RelayedEvent): string | null => {
  const hash = sha256(new TextEncoder().encode(JSON.stringify([0, pubkey, created_at, kind, tags, content])))
  if (hash.toHex() !== id) return 'invalid: the id is not the hash'
  return schnorr.verify(Uint8Array.fromHex(sig), hash, Uint8Array.fromHex(pubkey)) ? null : 'invalid: bad signature'
}

interface Filter {
  readonly kinds?: readonly number[]
  readonly authors?: readonly string[]
  readonly '#e'?: readonly string[]
}

const fits = (event: RelayedEvent, { kinds, authors, '#e': targets }: Filter): boolean =>
  (kinds?.includes(event.kind) ?? true) &&
  (authors?.includes(event.pubkey) ?? true) &&
  (targets ? event.tags.some(([name, value]) => name === 'e' && targets.includes(value ?? '')) : true)

export const startNostrRelay = (): TestRelay => {
  const kept = new Map<string, RelayedEvent>()
  const sent: RelayedEvent[] = []
  let manner: Manner = 'keeps'
  let taken = 0
  /** Open subscriptions: what is asked for, and how to tell. */
  const listening = new Map<unknown, { readonly filter: Filter; readonly tell: (event: RelayedEvent) => void }[]>()
  const verdict = (event: RelayedEvent): readonly [boolean, string] => {
    const fault = eventFault(event)
    if (fault !== null) return [false, fault]
    if (manner === 'refuses') return [false, 'blocked: not today']
    if (kept.has(event.id)) return [true, 'duplicate: have it']
    kept.set(event.id, event)
    for (const { filter, tell } of [...listening.values()].flat()) if (fits(event, filter)) tell(event)
    return [true, '']
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request, self) => (self.upgrade(request) ? undefined : new Response('not a socket', { status: 400 })),
    websocket: {
      open: (socket) => {
        taken++
        if (manner === 'floods') for (let n = 0; n < 1_100; n++) socket.send('["NOTICE","flood"]')
      },
      close: (socket) => void listening.delete(socket),
      message: (socket, message) => {
        if (manner === 'hangs_up') return socket.terminate()
        const [what, given, filter] = JSON.parse(String(message)) as [string, RelayedEvent | string, Filter]
        if (what === 'REQ') {
          for (const event of kept.values())
            if (fits(event, filter)) socket.send(JSON.stringify(['EVENT', given, event]))
          const tell = (event: RelayedEvent) => void socket.send(JSON.stringify(['EVENT', given, event]))
          listening.set(socket, [...(listening.get(socket) ?? []), { filter, tell }])
          return void socket.send(JSON.stringify(['EOSE', given]))
        }
        const event = given as RelayedEvent
        sent.push(event)
        if (manner === 'floods') return
        const said = verdict(event)
        if (manner === 'silent') return
        if (manner === 'chatters')
          for (const frame of [
            '["NOTICE","hello"]',
            '["AUTH","challenge"]',
            'no JSON',
            '["OK","nobody",true,""]',
            '{}',
          ])
            socket.send(frame)
        socket.send(JSON.stringify(['OK', event.id, ...said]))
      },
    },
  })
  return {
    url: `ws://127.0.0.1:${server.port}`,
    place: `127.0.0.1:${server.port}`,
    kept,
    sent,
    taken: () => taken,
    behave: (next) => void (manner = next),
    stop: () => server.stop(true),
  }
}

/** What a wallet finds there. */
export const askRelay = (url: string, filter: Filter): Promise<readonly RelayedEvent[]> =>
  new Promise((done, fail) => {
    const found: RelayedEvent[] = []
    const socket = new WebSocket(url)
    socket.addEventListener('open', () => socket.send(JSON.stringify(['REQ', 'one', filter])))
    socket.addEventListener('error', () => fail(new Error('the relay is away')))
    socket.addEventListener('message', ({ data }) => {
      const [what, , event] = JSON.parse(String(data)) as [string, string, RelayedEvent]
      if (what === 'EVENT') return void found.push(event)
      socket.close()
      done(found)
    })
  })
