import type { Answer, Asked, Dialect } from './dialect.ts'
import type { Market } from './market.ts'
import { type Factors, misstated } from './misstated.ts'
import type { Book, Rung, Scene, View } from './view.ts'

/** The faults of one provider. It can have several: a delay is applied first, then the first of the others here. */
export interface Fault {
  readonly delayMs?: number
  readonly halt?: true
  readonly status?: number
  readonly garbage?: true
  readonly endless?: true
  /** Open sockets stay open and send nothing more; a new connection is accepted and receives nothing either. */
  readonly freezeSocket?: true
  /** Always answers with the data of one moment. */
  readonly freeze?: { readonly at: number; readonly scene: Scene }
  /** Answers with data of so long ago: old prices with old times. */
  readonly staleMs?: number
  /** The share of options without a quote, from 0 to 1. */
  readonly thin?: number
  /** The share of every size in its order books that is gone, up to 1; below 0 so much more is there. */
  readonly drained?: number
  /** Fields of its replies that are multiplied, and by what. */
  readonly misstated?: Factors
  /** The factor by which all of its prices are wrong. */
  readonly lie?: number
  /** The market as a provider with this lie or delay reports it. */
  readonly scene?: Scene
}

/** One fault to set, in the terms of `POST /world`. */
export type FaultOrder =
  | { readonly kind: 'halt' | 'garbage' | 'endless' | 'freeze' | 'freezeSocket' }
  | { readonly kind: 'delay' | 'stale' | 'status' | 'thin' | 'drain' | 'lie'; readonly value: number }
  | { readonly kind: 'misstate'; readonly fields: Factors }

/** The faults of all providers. */
export interface Faults {
  of(provider: string): Fault
  order(provider: string, order: FaultOrder): void
  /** Ends all faults of a provider. */
  resume(provider: string): void
  clear(): void
  /** For people: each provider with its faults. */
  told(): Readonly<Record<string, Readonly<Record<string, number | boolean | Factors>>>>
}

const HEALTHY: Fault = Object.freeze({})

export const createFaults = (market: Market): Faults => {
  const faults = new Map<string, Fault>()

  const told = (fault: Fault): Fault => ({ ...fault, scene: market.told(fault.lie ?? 1, fault.staleMs ?? 0) })

  const frozen = ({ lie = 1, staleMs = 0 }: Fault): NonNullable<Fault['freeze']> => ({
    at: market.advance() - staleMs,
    scene: market.standing(lie, staleMs),
  })

  const ordered = (order: FaultOrder, present: Fault): Fault => {
    switch (order.kind) {
      case 'halt':
        return { ...present, halt: true }
      case 'garbage':
        return { ...present, garbage: true }
      case 'endless':
        return { ...present, endless: true }
      case 'freezeSocket':
        return { ...present, freezeSocket: true }
      case 'freeze':
        // A second freeze keeps the moment of the first.
        return { ...present, freeze: present.freeze ?? frozen(present) }
      case 'delay':
        return { ...present, delayMs: order.value }
      case 'stale':
        return told({ ...present, staleMs: order.value })
      case 'status':
        return { ...present, status: order.value }
      case 'thin':
        return { ...present, thin: order.value }
      case 'drain':
        return { ...present, drained: order.value }
      case 'lie':
        return told({ ...present, lie: order.value })
      case 'misstate':
        return { ...present, misstated: { ...present.misstated, ...order.fields } }
    }
  }

  return {
    of: (provider) => faults.get(provider) ?? HEALTHY,
    order: (provider, order) => void faults.set(provider, ordered(order, faults.get(provider) ?? HEALTHY)),
    resume: (provider) => void faults.delete(provider),
    clear: () => faults.clear(),
    told: () => Object.fromEntries([...faults].map(([provider, fault]) => [provider, inWords(fault)])),
  }
}

const inWords = ({
  delayMs,
  staleMs,
  status,
  thin,
  drained,
  misstated: fields,
  freeze,
  lie,
  scene: _,
  ...flags
}: Fault) => ({
  ...flags,
  ...(delayMs === undefined ? {} : { delay: delayMs }),
  ...(staleMs === undefined ? {} : { stale: staleMs }),
  ...(status === undefined ? {} : { status }),
  ...(thin === undefined ? {} : { thin }),
  ...(drained === undefined ? {} : { drain: drained }),
  ...(fields === undefined ? {} : { misstate: fields }),
  ...(freeze === undefined ? {} : { freeze: freeze.at }),
  ...(lie === undefined ? {} : { lie }),
})

const RETRY_AFTER_SECONDS = 30

/** The reply of a provider with these faults, without the delay. */
export const respond = (fault: Fault, dialect: Dialect, asked: Asked, market: Market): Response => {
  if (fault.halt === true) return failure(503)
  if (fault.status !== undefined) return failure(fault.status)
  if (fault.garbage === true) return garbage()
  if (fault.endless === true) return endless()
  return sent(misstated(dialect.answer(asked, seen(fault, market)), fault.misstated ?? {}))
}

/** A book without that share of every size. A level keeps at least one lot. */
const drainedBy = (share: number, { bids, asks }: Book): Book => {
  const rung = ({ ticks, lots }: Rung): Rung => ({ ticks, lots: Math.max(1, Math.round(lots * (1 - share))) })
  return share === 0 ? { bids, asks } : { bids: bids.map(rung), asks: asks.map(rung) }
}

/** The market as a provider with these faults sees it. */
export const seen = ({ freeze, staleMs = 0, thin = 0, drained = 0, scene }: Fault, market: Market): View => {
  const now = market.advance()
  const view = freeze === undefined ? (scene ?? market.scene).at(now - staleMs) : freeze.scene.at(freeze.at)
  const announced = market.announced().filter(({ knownAt }) => knownAt <= view.now)
  return { ...view, thin, announced, book: (instrument, depth) => drainedBy(drained, view.book(instrument, depth)) }
}

/** A reply as it goes out. */
export const sent = ({ status, body, contentType }: Answer): Response =>
  new Response(body, { status, headers: { 'content-type': contentType } })

const failure = (status: number): Response =>
  new Response(JSON.stringify({ error: `simulated status ${status}` }), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(status === 429 ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {}),
    },
  })

/** The reply of a host in maintenance or behind a challenge: a web page with status 200. */
const garbage = (): Response =>
  new Response(
    '<!DOCTYPE html>\n<html><head><title>Just a moment...</title></head><body>Please wait.</body></html>\n',
    {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    },
  )

/**
 * A list that never ends. It is generated only as fast as it is read, and stops when the reader closes the connection,
 * so it costs the sandbox nothing. The reader's limits on size and time must end it.
 */
const endless = (): Response => {
  const chunk = new TextEncoder().encode('0,'.repeat(8192))
  return new Response(
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('[')),
      pull: (controller) => controller.enqueue(chunk),
    }),
    { headers: { 'content-type': 'application/json; charset=utf-8' } },
  )
}
