import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { fixed } from '../../canonical/decimal.ts'
import type { Json } from '../../canonical/jcs.ts'
import { TAU } from '../math/agreement.ts'
import { type AgreedVwap, agreedVwap } from '../math/vwap-agreement.ts'
import { meanPrice } from '../math/vwap.ts'
import { confidenceIsTrue, maySilence, mayLeaveOut, type StatedPrice, rateCheck, sameNames } from './recount.ts'
import { inCurrency } from './recount-legs.ts'
import { fraction } from './votes.ts'
import { exact, TETHER } from './votes-answer.ts'
import { CONFIGURED, EXPIRE_SECONDS, MIN_COVERAGE, USD_VENUES, USDT_VENUES } from './vwap.ts'
import { type WindowAnswer, type WindowsAnswer, WindowsAnswer as Shape } from './vwap-answer.ts'

/** Recounts a volume-weighted price from the sums of its venues in the body. */

interface Weighed {
  readonly source: string
  readonly price: number
  readonly volume: number
  readonly age: number
}

const isCast = ({ used, reason }: WindowAnswer): boolean => used || reason === 'outside_agreement'

const weighed = (row: WindowAnswer, rate: number): Weighed => ({
  source: row.source,
  price: meanPrice(row) * (row.currency === TETHER ? rate : 1),
  volume: Number(row.volume),
  age: row.age_seconds,
})

/**
 * Whether a row's mean follows from its sums, and whether it is left out for low coverage exactly if its coverage is
 * low.
 */
const isRowTrue = (row: WindowAnswer): boolean =>
  exact(meanPrice(row)) === row.price && row.coverage >= MIN_COVERAGE === (row.reason !== 'low_coverage')

const again = ({ agreement, quotes }: WindowsAnswer, rate: number): AgreedVwap<Weighed> | null => {
  const cast = quotes.filter(isCast)
  const isNamed = quotes.every((row) => isCast(row) || row.reason === 'low_coverage' || mayLeaveOut(row, rate))
  if (!isNamed) return null
  if (!maySilence(quotes, { left: cast.length, configured: agreement.configured })) return null
  try {
    const found = agreedVwap(
      cast.map((row) => weighed(row, rate)),
      agreement,
    )
    return found.kind === 'vwap' ? found : null
  } catch {
    return null
  }
}

const sharesAreTrue = (quotes: readonly WindowAnswer[], { agreement, weights }: AgreedVwap<Weighed>): boolean =>
  quotes.every(({ source, share }) => {
    const at = agreement.used.findIndex((vote) => vote.source === source)
    return share === (at < 0 ? 0 : fraction(weights[at]!))
  })

/** The checks of a body; none if it shows no windows. */
export const recountedVwap = (stated: StatedPrice, body: Readonly<Record<string, Json>>): readonly Check[] => {
  if (body['quotes'] === undefined) return []
  if (!Value.Check(Shape, body)) return [{ what: 'the windows are readable', ok: false }]
  const { agreement, quotes, usdt_rate: usdt } = body
  const isPublished =
    agreement.configured === CONFIGURED &&
    agreement.tau === TAU.crypto &&
    agreement.expires_seconds === EXPIRE_SECONDS &&
    quotes.every(({ source, currency }) =>
      (currency === TETHER ? USDT_VENUES : USD_VENUES).some((venue) => venue === source),
    )
  const rules: Check = { what: 'the windows are judged by the published rules', ok: isPublished }
  const rows: Check = { what: 'the means follow from the sums', ok: quotes.every(isRowTrue) }
  const found = again(body, usdt ? Number(usdt.value) : Number.NaN)
  const isTrue =
    found !== null && fraction(found.agreement.width) === agreement.width && sameNames(found.agreement.used, quotes)
  const votes: Check = { what: 'the used votes are those that agree', ok: isTrue }
  const rate = [rules, ...(usdt ? [rateCheck(usdt)] : [])]
  if (!isTrue) return [...rate, rows, votes]
  const shares: Check = { what: 'the shares follow from the volumes', ok: sharesAreTrue(quotes, found) }
  const { checks, value, method } = inCurrency(stated.currency, found.price, body)
  const price = value === null ? '' : fixed(value, stated.decimals)
  return [
    ...(checks.length > 0 ? [rules, ...checks] : rate),
    rows,
    votes,
    shares,
    { what: 'the price follows from the windows', ok: price === stated.price, detail: price },
    {
      what: 'the confidence follows from the windows',
      ok: confidenceIsTrue(body, found.agreement, agreement.expires_seconds, method),
    },
  ]
}
