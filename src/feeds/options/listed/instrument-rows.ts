import { rounded, roundedOrNull } from '../../../canonical/measure.ts'
import type { ContractList, ListedExpiry } from '../../boards/instrument-boards.ts'
import { strikeCoverage } from '../../math/strike-coverage.ts'
import type { BelievedChain } from '../chains/believed-chains.ts'
import type { InstrumentsAnswer } from './instruments-answer.ts'
import { type KeptOption, keptOptions } from '../kept/kept-option.ts'
import { yearsTo } from '../kept/years.ts'

/** Decimals. */
export const INSTRUMENT_PLACES = { k: 4, share: 4, days: 4, coins: 4 } as const

/** A venue's list of options, and the chain with their quotes. */
export interface ListedVenue {
  readonly chain: BelievedChain
  readonly list: ContractList
}

export type VenueExpiry = InstrumentsAnswer['expiries'][number]['venues'][number]

/** Whether there are both a bid and an ask, as prices or, at venues that give no prices, as volatilities. */
const isTwoSided = ({ bid, ask, bidIv, askIv }: KeptOption): boolean =>
  (bid !== null && ask !== null) || (bidIv !== null && askIv !== null)

const LEAST_MATCH = 0.5

const isListed = ({ calls, puts }: ListedExpiry, { kind, strike }: KeptOption): boolean =>
  (kind === 'call' ? calls : puts).includes(strike)

/**
 * Whether list and chain speak of the same options: at least half of the chain's stand in the list. Else one of them is
 * in another unit, or of another coin.
 */
export const isOfChain = ({ chain, list }: ListedVenue, now: number): boolean => {
  const options = keptOptions(chain.kept, now)
  const listed = new Map(list.expiries.map((each) => [each.expiry, each]))
  const known = options.filter((option) => {
    const found = listed.get(option.expiry)
    return found !== undefined && isListed(found, option)
  })
  return options.length > 0 && known.length >= LEAST_MATCH * options.length
}

const sumOf = (options: readonly KeptOption[], of: (option: KeptOption) => number): number =>
  options.reduce((sum, option) => sum + of(option), 0)

/** What one venue lists for one expiry, and how much of it is quoted, held and traded. */
export const venueExpiry = ({ chain }: ListedVenue, listed: ListedExpiry, now: number): VenueExpiry => {
  const { expiry, calls, puts } = listed
  const options = keptOptions(chain.kept, now).filter((each) => each.expiry === expiry && isListed(listed, each))
  const strikes = new Set([...calls, ...puts])
  const quoted = options.filter(isTwoSided)
  const { forward = null, atmIv = null } = chain.slices.find((each) => each.expiry === expiry) ?? {}
  const k = (strike: number): number | null =>
    forward === null ? null : rounded(Math.log(strike / forward), INSTRUMENT_PLACES.k)
  const coverage =
    forward === null || atmIv === null
      ? null
      : strikeCoverage(strikes, new Set(quoted.map(({ strike }) => strike)), {
          forward,
          iv: atmIv,
          years: yearsTo(expiry, now),
        })
  const volumes = options.flatMap(({ volumeUsd }) => volumeUsd ?? [])
  return {
    exchange: chain.source,
    strikes: strikes.size,
    calls: calls.length,
    puts: puts.length,
    k_min: k(Math.min(...strikes)),
    k_max: k(Math.max(...strikes)),
    strikes_with_oi: new Set(options.flatMap(({ strike, interest }) => (interest > 0 ? [strike] : []))).size,
    two_sided_share: rounded(quoted.length / (calls.length + puts.length), INSTRUMENT_PLACES.share),
    coverage: roundedOrNull(coverage, INSTRUMENT_PLACES.share),
    open_interest_coins: rounded(
      sumOf(options, ({ interest }) => interest),
      INSTRUMENT_PLACES.coins,
    ),
    volume_24h_usd: volumes.length === 0 ? null : Math.round(volumes.reduce((sum, volume) => sum + volume, 0)),
  }
}
