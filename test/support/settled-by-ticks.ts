import type { Redis } from 'ioredis'
import { toDigits } from '../../src/dlc/wire/digits.ts'
import { announcement } from '../../src/dlc/wire/announcement.ts'
import { compareDecimals, scaled } from '../../src/dlc/terms/scale.ts'
import { decode } from '../../src/dlc/wire/tlv.ts'
import type { StoredEvent } from '../../src/store/events/event-record.ts'
import { names } from '../../src/store/redis/names.ts'

/** How events must have ended, found from the recorded prices alone and after the fact. */

export interface RecordedTick {
  readonly at: number
  readonly sequence: number
  readonly price: string
  /** Unix milliseconds; `null` for what breaches nothing. */
  readonly observed: { readonly majorityAt: number; readonly newestAt: number } | null
}

/** The whole stream of a pair, oldest first. */
export const readTicks = async (redis: Redis, pair: string): Promise<readonly RecordedTick[]> =>
  (await redis.xrange(names.dlc.ticks(pair), '-', '+')).map(([id, fields]) => {
    const [at = 0, sequence = 0] = id.split('-').map(Number)
    const field = (name: string): string => fields[fields.indexOf(name) + 1] ?? ''
    const held = field('held')
    const observed = held === '' ? null : { majorityAt: at - Number(held), newestAt: at - Number(field('new')) }
    return { at, sequence, price: field('price'), observed }
  })

export interface Expected {
  readonly outcome: readonly string[]
  readonly reason: 'breach' | 'expiry' | 'resolver'
  /** When it could be known: the tick that breached it, otherwise its maturity. Unix milliseconds. */
  readonly dueAt: number
  /** The tick that settled it; `null` where none did. */
  readonly sequence: number | null
}

const threshold = ({ watch, watchedFrom, maturityTs }: StoredEvent, ticks: readonly RecordedTick[]): Expected => {
  if (!watch) throw new Error('a threshold without a strike')
  const { direction, strike } = watch
  let firsts: readonly RecordedTick[] = []
  for (const tick of ticks) {
    const order = compareDecimals(tick.price, strike)
    if (direction === 'above' ? order < 0 : order > 0) firsts = []
    else {
      if (firsts.some((first) => confirms(tick, first)))
        return { outcome: ['breached'], reason: 'breach', dueAt: tick.at, sequence: tick.sequence }
      if (tick.observed && watchedFrom <= tick.at && tick.at <= maturityTs * 1000) firsts = [...firsts, tick]
    }
  }
  return { outcome: ['safe'], reason: 'expiry', dueAt: maturityTs * 1000, sequence: null }
}

const confirms = ({ at, observed }: RecordedTick, first: RecordedTick): boolean =>
  observed !== null &&
  Math.floor(at / 1000) - Math.floor(first.at / 1000) >= 5 &&
  observed.majorityAt > Math.max(first.at, first.observed?.newestAt ?? 0)

/** @param ticks of the event's own pair; of no use where a customer's address is asked, which says its last part. */
export const expectedOf = (event: StoredEvent, ticks: readonly RecordedTick[]): Expected => {
  if (event.kind === 'threshold') return threshold(event, ticks)
  const { resolver, scale } = event.hidden
  const { descriptor } = decode(announcement, Uint8Array.fromHex(event.announcement)).event
  const dueAt = event.maturityTs * 1000
  if (!resolver) throw new Error(`${event.id} waits for an administrator`)
  if (resolver.kind === 'webhook') {
    const said = resolver.url.split('/').at(-1) ?? ''
    const outcome = descriptor.kind === 'digits' ? toDigits(BigInt(said), descriptor) : [said]
    return { outcome, reason: 'resolver', dueAt, sequence: null }
  }
  const tick = ticks.find(({ at }) => at >= dueAt)
  if (!tick) throw new Error(`${event.id}: no price was recorded after its maturity`)
  const { sequence, price } = tick
  if (descriptor.kind === 'digits')
    return { outcome: toDigits(scaled(price, scale), descriptor), reason: 'resolver', dueAt, sequence }
  const edges = resolver.kind === 'price_buckets' ? resolver.boundaries : []
  const bucket = edges.filter((edge) => Number(price) >= edge).length
  return { outcome: [descriptor.outcomes[bucket] ?? ''], reason: 'resolver', dueAt, sequence }
}
