import { registry } from '../src/feeds/registry.ts'
import { offsetOf } from '../src/queues/scheduler.ts'
import { l402Shots } from './buyers.ts'
import type { Product } from './product.ts'

/** The age of a price when its buyer gets it, measured by many purchases at all moments of the second. */

const BITCOIN = registry.item('price/spot/BTC-USD')!

/** How far into its second a price is computed, if it is not late. */
const OFFSET_SECONDS = offsetOf(BITCOIN.actor, BITCOIN.feed.everySeconds * 1000) / 1000

/** The parts of an answer that tell its age. */
interface Dated {
  /** Time of its computation, Unix seconds, whole. */
  readonly timestamp: number
  readonly quotes: readonly { readonly age_seconds: number; readonly used: boolean }[]
}

/**
 * Seconds from the oldest vote used to the end of the reply. It is never too small: a late computation counts as
 * punctual.
 */
const ageOf = ({ timestamp, quotes }: Dated, now: number): number =>
  now / 1000 -
  (timestamp + OFFSET_SECONDS) +
  Math.max(...quotes.filter(({ used }) => used).map(({ age_seconds: age }) => age))

/** Ages at delivery, in seconds, of this many paid reads of BTC/USD, about three a second. */
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
