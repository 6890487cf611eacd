/**
 * The names of the second format, in which keys that move together carry a tag in braces. Of the first format, the names
 * of before.
 */

type Next = (...parts: readonly string[]) => string

const ofActor: Next = (word, actor, ...rest) => ['claros', `{${actor}}`, word, ...rest].join(':')

/** Ids of actors hold no colon that is followed by digits alone, so the end of each is told apart. */
const RULES: readonly (readonly [RegExp, Next])[] = [
  [/^claros:board:(.+)$/, (id) => `claros:{board/${id}}`],
  [/^claros:(snapshot):(.+):(\d+)$/, ofActor],
  [/^claros:(snapshot|version|shortfall|preview|series|printing):(.+)$/, ofActor],
  [/^claros:(nonces):(.+):(\d+)$/, ofActor],
  [/^claros:(editions|sold):(.+):(\d+):(l402|x402)$/, ofActor],
  [/^claros:candles:(.+):(60|3600):(-?\d+)$/, (series, step, bucket) => `claros:{c/${series}}:${step}:${bucket}`],
  [/^claros:candles:(.+)$/, (series) => `claros:{c/${series}}:mark`],
  [/^claros:rows:(.+):(\d+):packed$/, (series, hour) => `claros:{r/${series}}:${hour}:packed`],
  [/^claros:rows:(.+):(\d+)$/, (series, hour) => `claros:{r/${series}}:${hour}`],
  [/^claros:unproven:(due|facts)$/, (part) => `claros:{unproven}:${part}`],
  [/^claros:totals$/, () => 'claros:{totals}:sums'],
  // Its schedules were made once, when each event became public.
  [/^\{claros\}:(maturities):(.+)$/, (lane, rest) => `{claros:${lane}}:${lane}:${rest}`],
  [/^claros:dlc:(.+)$/, (rest) => `claros:{dlc}:${rest}`],
]

/** The name in the second format; `null` for a key that keeps its own, or has none there. */
export const taggedName = (key: string): string | null => {
  for (const [shape, next] of RULES) {
    const found = shape.exec(key)
    if (found) return next(...found.slice(1))
  }
  return null
}

/** Written again with every tick of its actor. */
export const isRemade = (key: string): boolean =>
  /^claros:(?:board|snapshot|version|shortfall|preview|nonces|editions|sold):/.test(key)
