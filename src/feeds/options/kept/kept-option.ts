import { groupBy } from '../../../group-by.ts'
import { median } from '../../math/robust.ts'

/** One option at one venue as the readers of a board see it. */
export interface KeptOption {
  /** The venue's own name of it. */
  readonly symbol: string
  /** Unix milliseconds. */
  readonly expiry: number
  /** In dollars. */
  readonly strike: number
  readonly kind: 'call' | 'put'
  /** Volatilities in per cent a year; `null` if the venue has none. */
  readonly markIv: number | null
  readonly bidIv: number | null
  readonly askIv: number | null
  /** Dollars for one coin of the underlying; `null` without such a quote, or at a venue that quotes volatility alone. */
  readonly bid: number | null
  readonly ask: number | null
  /** Dollars: the venue's price of the underlying at this expiry. */
  readonly forward: number
  /** Open interest in coins. */
  readonly interest: number
  /** Dollars of notional that were traded in 24 hours; `null` if the venue does not say. */
  readonly volumeUsd: number | null
}

/**
 * An option in few bytes: the end of its name (`90000-C`), then `markIv`, `bidIv`, `askIv`, `bid`, `ask`, `interest`,
 * `volumeUsd`, and `forward` where it is not that of the expiry (`null`: it is). Trailing `null`s are left out.
 */
export type KeptRow = readonly [name: string, ...values: readonly (number | null)[]]

/** The options of one expiry whose names begin alike, as the state of a board holds them. */
export interface KeptExpiry {
  /** Unix milliseconds. */
  readonly expiry: number
  /** The beginning of every name: `BTC-25DEC26-`. */
  readonly stem: string
  /** The median of the options' forwards, dollars. */
  readonly forward: number
  /** By strike, calls before puts. */
  readonly rows: readonly KeptRow[]
}

/** Significant digits that are kept of each number. */
const DIGITS = { volatility: 6, price: 7, forward: 9 } as const

const rounded = (value: number, digits: number): number => Number(value.toPrecision(digits))
const short = (value: number | null, digits: number): number | null => (value === null ? null : rounded(value, digits))

/** What the names of an expiry share: all before `<strike>-<C or P>` and what follows it. */
const stemOf = (symbol: string): string => /^(.+-)\d[\dd.]*-[CP](?:-[A-Z]+)?$/.exec(symbol)?.[1] ?? ''

const rowOf = (option: KeptOption, end: string, forward: number): KeptRow => {
  const { markIv, bidIv, askIv, bid, ask, interest, volumeUsd } = option
  const own = short(option.forward, DIGITS.forward)
  const values = [
    short(markIv, DIGITS.volatility),
    short(bidIv, DIGITS.volatility),
    short(askIv, DIGITS.volatility),
    short(bid, DIGITS.price),
    short(ask, DIGITS.price),
    interest,
    volumeUsd === null ? null : Math.round(volumeUsd),
    own === forward ? null : own,
  ]
  return [end, ...values.slice(0, values.findLastIndex((value) => value !== null) + 1)]
}

/** An option whose forward lies further than this from the median of its expiry is of another coin or wrong. */
const FORWARD_REACH = 0.05

/** Options as the state of a board keeps them, nearest expiry first. */
export const keptExpiries = (options: readonly KeptOption[]): readonly KeptExpiry[] =>
  [...groupBy(options, ({ symbol }) => stemOf(symbol))]
    .map(([stem, same]): KeptExpiry => {
      const forward = rounded(median(same.map((option) => option.forward)), DIGITS.forward)
      const rows = same
        .filter((option) => Math.abs(option.forward / forward - 1) <= FORWARD_REACH)
        .toSorted((a, b) => a.strike - b.strike || (a.symbol < b.symbol ? -1 : 1))
        .map((option) => rowOf(option, option.symbol.slice(stem.length), forward))
      return { expiry: same[0]!.expiry, stem, forward, rows }
    })
    .toSorted((a, b) => a.expiry - b.expiry)

const optionOf = ({ expiry, stem, forward }: KeptExpiry, [end, ...values]: KeptRow): KeptOption => {
  const [strike = '', letter] = end.split('-')
  const [markIv = null, bidIv = null, askIv = null, bid = null, ask = null, interest, volumeUsd = null, own] = values
  return {
    symbol: `${stem}${end}`,
    expiry,
    strike: Number(strike.replace('d', '.')),
    kind: letter === 'C' ? 'call' : 'put',
    markIv,
    bidIv,
    askIv,
    bid,
    ask,
    forward: own ?? forward,
    interest: interest ?? 0,
    volumeUsd,
  }
}

/** The options of a board's state that expire after `now`: nearest expiry first, then by strike, calls before puts. */
export const keptOptions = (kept: readonly KeptExpiry[], now: number): readonly KeptOption[] =>
  kept.filter(({ expiry }) => expiry > now).flatMap((each) => each.rows.map((row) => optionOf(each, row)))
