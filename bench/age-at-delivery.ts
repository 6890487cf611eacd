import { registry } from '../src/feeds/registry.ts'
import { offsetOf } from '../src/queues/scheduler.ts'
import { l402Shots } from './buyers.ts'
import type { Product } from './product.ts'

/** What a buyer of a price gets, by its age: bought again and again, at no particular moment of the second. */

const BITCOIN = registry.item('price/spot/BTC-USD')!

/** Into its second at which it is computed, if it is not late. */
const OFFSET_SECONDS = offsetOf(BITCOIN.actor, BITCOIN.feed.everySeconds * 1000) / 1000

/** The part of an answer that says how old it is. */
interface Dated {
  /** Unix seconds of its computation, whole. */
  readonly timestamp: number
  readonly quotes: readonly { readonly age_seconds: number; readonly used: boolean }[]
}

/** Seconds from the oldest used vote to the end of the reply. Never too little: a computation that is late counts as if it were not. */
const ageOf = ({ timestamp, quotes }: Dated, now: number): number =>
  now / 1000 -
  (timestamp + OFFSET_SECONDS) +
  Math.max(...quotes.filter(({ used }) => used).map(({ age_seconds: age }) => age))

/** Ages at delivery, in seconds, of so many paid reads of BTC/USD, about three a second. */
export const agesAtDelivery = async ({ url, secrets }: Product, reads: number): Promise<readonly number[]> => {
  const ages: number[] = []
  for (const { path, header } of l402Shots([BITCOIN], reads, secrets)) {
    await Bun.sleep(100 + Math.random() * 450)
    const [name, value] = header.split(/: (.*)/s)
    const reply = await fetch(url + path, { headers: { [name!]: value! } })
    const answer = (await reply.json()) as Dated
    if (!reply.ok) throw new Error(`${reply.status} for BTC/USD: ${JSON.stringify(answer)}`)
    ages.push(ageOf(answer, Date.now()))
  }
  return ages
}
