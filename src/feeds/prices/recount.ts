import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { fixed } from '../../canonical/decimal.ts'
import type { Json } from '../../canonical/jcs.ts'
import { type Agreed, agree, majorityOf } from '../math/agreement.ts'
import { agreedConfidence } from './confidence.ts'
import { fraction } from './votes.ts'
import { type CountAnswer, CROSS, type QuoteAnswer, TETHER, VotesAnswer } from './votes-answer.ts'

/** Counting the votes of a body again: whoever holds it needs nobody's word for its price. */

/** The values of the string that a price is checked against. */
export interface PrintedPrice {
  readonly price: string
  readonly currency: string
  readonly decimals: number
}

interface Counted {
  readonly source: string
  readonly price: number
  readonly age: number
}

const isCast = ({ used, reason }: QuoteAnswer): boolean => used || reason === 'outside_agreement'

const again = ({ agreement, quotes }: CountAnswer, rate: number): Agreed<Counted> | null => {
  const cast = quotes.filter(isCast)
  const isSilenced = quotes.some(({ reason }) => reason === 'reputation')
  // Nobody is silenced where fewer than one more than a majority would be left.
  if (isSilenced && cast.length <= majorityOf(agreement.configured)) return null
  const votes = cast.map(({ source, price, currency, age_seconds: age }) => ({
    source,
    price: Number(price) * (currency === TETHER ? rate : 1),
    age,
  }))
  try {
    const found = agree(votes, agreement)
    return found.kind === 'agreed' ? found : null
  } catch {
    return null
  }
}

/** Whether a count says of itself what comes of its votes. */
const isTrue = ({ agreement, quotes }: CountAnswer, found: Agreed<Counted> | null): found is Agreed<Counted> => {
  const used = quotes.flatMap((quote) => (quote.used ? [quote.source] : [])).toSorted()
  return (
    found !== null &&
    fraction(found.width) === agreement.width &&
    JSON.stringify(found.used.map(({ source }) => source)) === JSON.stringify(used)
  )
}

const confidenceIsTrue = (body: Readonly<Record<string, Json>>, found: Agreed<Counted>, expires: number): boolean => {
  const ages = found.used.map(({ age }) => age)
  return fixed(agreedConfidence(found, ages, expires).confidence, 2) === fixed(Number(body['confidence']), 2)
}

/** No check for a body that shows no votes. */
export const recounted = (printed: PrintedPrice, body: Readonly<Record<string, Json>>): readonly Check[] => {
  if (body['quotes'] === undefined) return []
  if (!Value.Check(VotesAnswer, body)) return [{ what: 'the votes are readable', ok: false }]
  const { usdt_rate: usdt, ...count } = body
  const tether = usdt ? again(usdt, 1) : null
  const isRateTrue = usdt === undefined || (isTrue(usdt, tether) && tether.value === Number(usdt.value))
  const found = again(count, usdt ? Number(usdt.value) : Number.NaN)
  const isCountTrue = isTrue(count, found)
  const rate: Check[] = usdt ? [{ what: 'the rate of USDT follows from its votes', ok: isRateTrue }] : []
  const votes: Check = { what: 'those who are used are those who agree', ok: isCountTrue }
  // A cross stands on votes in another currency, and on a leg beside them.
  const isOfVotes = count.quotes.some(({ currency }) => currency === printed.currency)
  if (!isCountTrue || !isOfVotes) return [...rate, votes]
  const value = fixed(found.value, printed.decimals)
  // What our own vote is worth does not follow from its age.
  const isCrossed = found.used.some(({ source }) => source === CROSS)
  return [
    ...rate,
    votes,
    { what: 'the price follows from the votes', ok: value === printed.price, detail: value },
    ...(isCrossed
      ? []
      : [
          {
            what: 'the confidence follows from the votes',
            ok: confidenceIsTrue(body, found, count.agreement.expires_seconds),
          },
        ]),
  ]
}
