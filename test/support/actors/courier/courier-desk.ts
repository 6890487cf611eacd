import { afterAll } from 'bun:test'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CourierDeps } from '../../../../src/actors/courier/deps.ts'
import { announcement } from '../../../../src/dlc/wire/announcement.ts'
import type { EventDescriptor } from '../../../../src/dlc/wire/event.ts'
import { nonceCount } from '../../../../src/dlc/wire/event.ts'
import type { DlcPair } from '../../../../src/dlc/terms/pairs.ts'
import type { ResolverConfig } from '../../../../src/dlc/terms/resolver-config.ts'
import { createTally } from '../../../../src/metrics/meter.ts'
import { createVisitor } from '../../../../src/outbound/visit.ts'
import type { Clock } from '../../../../src/ports.ts'
import type { NewEvent } from '../../../../src/store/events/event-record.ts'
import type { EventStore } from '../../../../src/store/events/events.ts'
import type { Store } from '../../../../src/store/store.ts'
import { systemClock } from '../../../../src/system/clock.ts'
import { webhookKey } from '../../../../src/webhooks/standard-webhooks.ts'
import { dice } from '../../dlc/random.ts'
import { keptLog, seededRandom, stillClock } from '../../still.ts'
import { threshold } from '../../store/dlc-events.ts'
import { deafRole } from '../../heard-beats.ts'

/** A courier's desk over a real store, with a clock that stands and a server of strangers that answers as it is told. */

export const KEY = webhookKey(new Uint8Array(32).fill(7))

export interface Heard {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface CustomerServer {
  readonly origin: string
  readonly place: string
  readonly heard: Heard[]
  /** How the next requests are answered. */
  answer(reply: (response: ServerResponse, request: IncomingMessage) => void): void
  close(): Promise<void>
}

export const says =
  (status: number, body = '', headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, headers).end(body)

/** Never answers. */
export const silence = (): void => undefined

export const startCustomerServer = async (): Promise<CustomerServer> => {
  let reply: (response: ServerResponse, request: IncomingMessage) => void = says(200)
  const heard: Heard[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      heard.push({ method: request.method ?? '', url: request.url ?? '', headers, body })
      reply(response, request)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: `http://${place}`,
    place,
    heard,
    answer: (next) => (reply = next),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** The same for a whole file of tests. */
export const fileCustomerServer = async (): Promise<CustomerServer> => {
  const customer = await startCustomerServer()
  afterAll(() => customer.close())
  return customer
}

/** Time limits run on a clock of their own, ten times as fast, so that a silent server costs a second. */
const hasty: Clock = { now: systemClock.now, sleep: (ms, signal) => systemClock.sleep(ms / 10, signal) }

/** @param limits the clock of time limits */
export const testCourier = (store: Store, at: number, allow: readonly string[], limits: Clock = hasty) => {
  const clock = stillClock(at)
  const log = keptLog()
  const meter = createTally()
  const woken: string[] = []
  const deps: CourierDeps = {
    store,
    visitor: createVisitor({ allow, clock: limits }),
    keys: [KEY],
    clock,
    random: seededRandom(),
    log,
    meter,
    beats: deafRole,
    wake: async (id) => void woken.push(id),
  }
  return { deps, clock, log, meter, woken }
}

const random = dice(77)

interface Dated {
  readonly id: string
  readonly descriptor: EventDescriptor
  readonly maturityTs: number
  readonly resolver: ResolverConfig | null
  readonly scale?: string
}

/** Announced, paid and watched. */
export const openDated = async (events: EventStore, made: Dated, now: number): Promise<void> => {
  const { id, descriptor, maturityTs, resolver, scale = '1' } = made
  const pair: DlcPair | null =
    resolver && 'source' in resolver && resolver.source.kind === 'feed' ? resolver.source.pair : null
  const event: NewEvent = {
    kind: descriptor.kind === 'enum' ? 'enum' : 'numeric',
    pair,
    watch: null,
    salt: random.bytes(32).toHex(),
    announcement: announcement
      .write({
        signature: new Uint8Array(64),
        oracleKey: new Uint8Array(32),
        event: {
          nonces: Array.from({ length: nonceCount(descriptor) }, () => random.bytes(32)),
          maturity: maturityTs,
          descriptor,
          eventId: id,
        },
      })
      .toHex(),
    payment: `l402:${id}`,
    terms: { kind: 'enum', label: 'a test', resolverConfig: null, rail: 'l402' },
    hidden: { webhookUrl: null, payer: null, manageTokenHash: '', resolver, scale },
    offeredAt: now,
  }
  await activated(events, event, id, now)
}

/** A threshold contract, above 100. */
export const openThreshold = async (
  events: EventStore,
  id: string,
  maturityTs: number,
  now: number,
  webhookUrl: string | null = null,
): Promise<void> => {
  const made = threshold({ id, maturityTs }, { direction: 'above', strike: '100' })
  await activated(events, { ...made, hidden: { ...made.hidden, webhookUrl } }, id, now)
}

const activated = async (events: EventStore, event: NewEvent, id: string, now: number): Promise<void> => {
  const offered = await events.offer(event, now + 60_000)
  const active = await events.activate(id, now, null)
  if (offered.kind !== 'offered' || active.kind !== 'activated') throw new Error(`${offered.kind} ${active.kind}`)
}
