import { simulatedPrice } from '../../src/demo/promises.ts'
import { announcement, checkAnnouncement } from '../../src/dlc/wire/announcement.ts'
import { attestation, attestationFault } from '../../src/dlc/wire/attestation.ts'
import { decode } from '../../src/dlc/wire/tlv.ts'
import { verifyWebhook, webhookId } from '../../src/webhooks/standard-webhooks.ts'
import type { Customer } from '../../test/support/customer.ts'
import type { Buyers } from './buyer.ts'
import type { Tally } from './tally.ts'

/** Events of the DLC oracle: bought, watched until they are attested, and their webhooks. */

export interface PromisesOptions {
  readonly buyers: Buyers
  readonly tally: Tally
  readonly customer: Customer
  readonly baseUrl: string
  readonly sandboxUrl: string
  /** Seconds from one event to the next. */
  readonly every: number
  /** How long they are bought. The last ones mature before that, so that nobody waits for them afterwards. */
  readonly runSeconds: number
}

/** How far ahead events mature, and how long they may take then: processes are killed meanwhile. */
const AHEAD_SECONDS = 90
/** Every other one in a long run: what matures sooner than an invoice ends is not sold over Lightning. */
const FAR_SECONDS = 450
const LONG_RUN_SECONDS = 1_200
const PATIENCE_SECONDS = 180
const LOOK_EVERY_MS = 2_000

interface Ordered {
  readonly kind: 'threshold' | 'numeric' | 'enum'
  /** What decides it. */
  readonly how: 'by a strike' | 'by a price' | 'by an address'
  readonly maturityTs: number
  readonly body: object
  /** Somebody is told. */
  readonly isTold?: boolean
}

const now = (): number => Math.floor(Date.now() / 1_000)

/** Of five events one waits for a strike that is near, two ask the prices and two an address of their creator. */
const order = (nth: number, ahead: number, price: number, customer: Customer): Ordered => {
  const maturityTs = now() + ahead
  const near = (share: number): number => Math.round(price * share)
  const asking = (resolverConfig: object, more: object) => ({
    maturityTs,
    body: { label: `event ${nth}`, maturityTs, metadata: { resolverConfig }, ...more },
  })
  switch (nth % 5) {
    case 0: {
      const [direction, share] = nth % 2 === 0 ? (['above', 1.0005] as const) : (['below', 0.9995] as const)
      const webhookUrl = customer.hookUrl(String(nth))
      const body = { pair: 'BTCUSD', strike: near(share), direction, expiry: maturityTs, webhookUrl }
      return { kind: 'threshold', how: 'by a strike', maturityTs, body, isTold: true }
    }
    case 1: {
      const config = { kind: 'price_source', source: 'BTCUSD' }
      return { kind: 'numeric', how: 'by a price', ...asking(config, { base: 2, nbDigits: 20 }) }
    }
    case 2: {
      const config = { kind: 'price_buckets', source: 'BTCUSD', boundaries: [near(0.999), near(1.001)] }
      return { kind: 'enum', how: 'by a price', ...asking(config, { outcomes: ['low', 'middle', 'high'] }) }
    }
    case 3: {
      const config = { kind: 'webhook', url: customer.resolverUrl(nth, String(1_000 + nth)) }
      return { kind: 'numeric', how: 'by an address', ...asking(config, { nbDigits: 7 }) }
    }
    default: {
      const config = { kind: 'webhook', url: customer.resolverUrl(nth, 'red') }
      return { kind: 'enum', how: 'by an address', ...asking(config, { outcomes: ['red', 'green'] }) }
    }
  }
}

interface Event extends Omit<Ordered, 'body'> {
  readonly id: string
  readonly announced: Uint8Array
  readonly webhookKey: string
}

const pathOf = ({ kind, id }: Event): string =>
  kind === 'threshold' ? `/dlc/oracle/attestations/${id}` : `/dlc/oracle/${kind}/${id}/attestation`

export interface PromisesKept {
  readonly bought: number
  readonly attested: number
  readonly told: number
}

/** Starts. `stop` ends when every event was attested or had its time. */
export const startPromises = (options: PromisesOptions): { stop(): Promise<PromisesKept> } => {
  const { buyers, tally, customer, baseUrl, every, runSeconds } = options
  const end = now() + runSeconds
  const aheadOf = (nth: number): number =>
    runSeconds >= LONG_RUN_SECONDS && nth % 2 === 1 && now() + FAR_SECONDS < end ? FAR_SECONDS : AHEAD_SECONDS
  let [nth, bought, attested, told] = [0, 0, 0, 0]
  const running = new Set<Promise<void>>()

  const until = async <T>(limit: number, look: () => Promise<T | null> | T | null): Promise<T | null> => {
    for (;;) {
      const found = await look()
      if (found !== null || now() > limit) return found
      await Bun.sleep(LOOK_EVERY_MS)
    }
  }

  const look = async (event: Event): Promise<string | null> => {
    const response = await fetch(baseUrl + pathOf(event), { signal: AbortSignal.timeout(20_000) }).catch(() => null)
    if (response?.status !== 200) {
      await response?.body?.cancel()
      return null
    }
    return String(((await response.json()) as { readonly serialized?: unknown }).serialized)
  }

  /** A webhook that was taken, and is signed. */
  const wasTold = ({ id, webhookKey }: Event): true | null => {
    const taken = customer.calls.get(webhookId(id, 'attested'))?.find(({ status }) => status < 300)
    if (!taken) return null
    const verdict = verifyWebhook(webhookKey, taken.headers, taken.body, Math.floor(taken.at / 1_000))
    if (verdict !== 'valid') tally.fault(`the webhook of ${id} is ${verdict}`)
    return true
  }

  const watch = async (event: Event): Promise<void> => {
    const limit = event.maturityTs + PATIENCE_SECONDS
    const serialized = await until(limit, () => look(event))
    if (serialized === null) {
      const later = await until(limit + PATIENCE_SECONDS, () => look(event))
      const when = later === null ? 'and not as long after that' : `but ${now() - event.maturityTs} s after it`
      return tally.fault(
        `${event.kind} ${event.how} ${event.id}: not attested ${PATIENCE_SECONDS} s after its time, ${when}`,
      )
    }
    const fault = attestationFault(
      decode(announcement, event.announced),
      decode(attestation, Uint8Array.fromHex(serialized)),
    )
    if (fault !== null) return tally.fault(`${event.id}: ${fault}`)
    attested++
    if (!event.isTold) return
    if ((await until(limit + PATIENCE_SECONDS, () => wasTold(event))) === null)
      tally.fault(`no webhook tells of ${event.id}`)
    else told++
  }

  const buy = async (mine: number) => {
    const ordered = order(mine, aheadOf(mine), await simulatedPrice(options), customer)
    const found = await buyers.buy('event', `/dlc/oracle/${ordered.kind}`, { body: ordered.body })
    return found === null ? null : { ordered, answer: found.answer }
  }

  const make = async (): Promise<void> => {
    const mine = nth++
    // The first one may find nothing for sale yet, or a rail that does not sell what matures so soon: it is asked for again.
    const found = await until(bought === 0 ? end : 0, () => buy(mine))
    if (found === null) return
    const { ordered, answer } = found
    const said = (name: string): string => String(answer[name] ?? '')
    const announced = Uint8Array.fromHex(said('serialized'))
    const checked = checkAnnouncement(announced)
    if (!checked.ok) return tally.fault(`${said('eventid')}: ${checked.reason}`)
    bought++
    await watch({ ...ordered, id: said('eventid'), announced, webhookKey: said('webhookKey') })
  }

  const start = (): void => {
    const run = make().catch((problem: unknown) => tally.fault(`an event: ${String(problem)}`))
    running.add(run)
    void run.finally(() => running.delete(run))
  }
  start()
  const timer = setInterval(() => {
    if (now() + AHEAD_SECONDS < end) start()
  }, every * 1_000)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(running)
      return { bought, attested, told }
    },
  }
}
