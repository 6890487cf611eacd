import { registry } from '../../src/feeds/registry.ts'
import { WEATHER_WINDOWS } from '../../src/feeds/weather/windows.ts'
import type { Random } from '../../src/ports.ts'
import { SHIPS } from '../../src/sandbox/world/earth/ships.ts'

/** What the next buyer asks for. */

export interface Wanted {
  /** `item`, `history`, `weather`, `sea` or `ship`. */
  readonly family: string
  /** With its query. */
  readonly path: string
}

type Draw = (random: Random) => string

const pick = <T>(random: Random, all: readonly T[]): T => all[random.integer(0, all.length - 1)]!

/**
 * Places that nobody asked for before are born by their first buyer and end two hours after their last one. So there are
 * few of them: they are all born in the first part of a run, and what grows after that is no place. Ships end after
 * five minutes, and are born again and again.
 */
const PLACES = 40
const SEAS = 20

/** The nth of points spread over a box of whole degrees, always the same. */
const spread = (nth: number, from: number, to: number, step: number): string =>
  (from + ((nth * step) % (to - from))).toFixed(2)

const item: Draw = (random) => {
  // Families are as likely as each other, whatever number of pairs they have.
  const feeds = [...new Set(registry.items.map(({ feed }) => feed))]
  const feed = pick(random, feeds)
  const { path, query } = pick(
    random,
    registry.items.filter((each) => each.feed === feed),
  )
  return query === '' ? path : `${path}?${query}`
}

const history: Draw = (random) => `/oracle/history/spot/${pick(random, ['btc', 'eth'])}/usd`

const METRICS = ['rainfall', 'temperature', 'wind', 'wrsi'] as const

const weather: Draw = (random) => {
  const nth = random.integer(0, PLACES - 1)
  const metric = METRICS[nth % METRICS.length]!
  const days = WEATHER_WINDOWS[metric][0]
  return `/oracle/weather/${spread(nth, 30, 55, 7.25)}/${spread(nth, -10, 40, 11.5)}/${metric}/${days}d`
}

/** The North Sea and the Atlantic before it. */
const sea: Draw = (random) => {
  const nth = random.integer(0, SEAS - 1)
  return `/oracle/marine/${spread(nth, 44, 56, 1.75)}/${spread(nth, -30, -12, 5.25)}/seastate`
}

const ship: Draw = (random) => `/oracle/marine/vessel/${pick(random, SHIPS).mmsi}`

/** Of a hundred buyers. */
const SHARES: readonly (readonly [string, number, Draw])[] = [
  ['item', 77, item],
  ['history', 8, history],
  ['weather', 9, weather],
  ['sea', 5, sea],
  ['ship', 1, ship],
]

export const wanted = (random: Random): Wanted => {
  let left = random.integer(0, SHARES.reduce((sum, [, share]) => sum + share, 0) - 1)
  for (const [family, share, draw] of SHARES) {
    if (left < share) return { family, path: draw(random) }
    left -= share
  }
  throw new Error('the shares do not add up')
}
