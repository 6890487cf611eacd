import type { Interest, ListedOption } from '../../../sources/options/chain.ts'
import { impliedVolatility } from '../../math/implied-vol.ts'
import type { KeptOption } from './kept-option.ts'
import { yearsTo } from './years.ts'

/** Venues write 500 per cent for what they could not work out: nothing from there on is a volatility. */
const NO_VOLATILITY = 500

const volatility = (percent: number | null): number | null =>
  percent !== null && percent > 0 && percent < NO_VOLATILITY ? percent : null

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text))

/** A price at or below intrinsic value has no volatility, whatever the venue says. */
const hasTimeValue = (
  price: number | null,
  { kind, strike, forward }: Pick<KeptOption, 'kind' | 'strike' | 'forward'>,
) => price === null || price > Math.max(0, (kind === 'call' ? 1 : -1) * (forward - strike))

const keptOption = (option: ListedOption, interest: number, at: number): KeptOption => {
  const { symbol, expiry, kind } = option
  const [strike, forward] = [Number(option.strike), Number(option.forward)]
  const years = yearsTo(expiry, at)
  /** A venue that quotes prices alone has its volatilities inverted (Black 1976). */
  const quoted = (price: number | null, said: string | null | undefined): number | null => {
    if (!hasTimeValue(price, { kind, strike, forward })) return null
    if (said !== undefined) return volatility(numberOf(said))
    const sigma = price === null ? null : impliedVolatility(price, { kind, strike, forward, years, rate: 0 })
    return volatility(sigma && sigma * 100)
  }
  const [bid, ask] = [numberOf(option.bid), numberOf(option.ask)]
  const [bidIv, askIv] = [quoted(bid, option.bidIv), quoted(ask, option.askIv)]
  // A bid above the offer is a mistake of one of them, and nobody knows of which.
  const isCrossed = (bid !== null && ask !== null && bid > ask) || (bidIv !== null && askIv !== null && bidIv > askIv)
  return {
    symbol,
    expiry,
    strike,
    kind,
    markIv: volatility(numberOf(option.markIv)),
    ...(isCrossed ? { bidIv: null, askIv: null, bid: null, ask: null } : { bidIv, askIv, bid, ask }),
    forward,
    interest,
    volumeUsd: option.volume === null ? null : Number(option.volume) * forward,
  }
}

const isWorthKeeping = ({ interest, bid, ask, bidIv, askIv }: KeptOption): boolean =>
  interest > 0 || [bid, ask, bidIv, askIv].some((quote) => quote !== null)

/**
 * The options of a chain that anything is held of or quoted for, as a board keeps them.
 *
 * @param at the time of the chain, Unix milliseconds
 */
export const optionsToKeep = (chain: readonly ListedOption[], interest: Interest, at: number): readonly KeptOption[] =>
  chain
    .filter(({ expiry }) => expiry > at)
    .map((option) => keptOption(option, Number(interest[option.symbol] ?? 0), at))
    .filter(isWorthKeeping)
