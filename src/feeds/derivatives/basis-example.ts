import { DAY_SECONDS } from '../../time-units.ts'
import type { Subject } from '../subject.ts'
import { EXAMPLE_AT, isDegraded } from '../venue-parts.ts'
import { BASIS_PARTS } from './basis.ts'
import type { BasisAnswer } from './basis-answer.ts'
import { basisContent, type VenueBasis } from './basis-content.ts'
import { exampleCoin, examplePerpetuals } from './perpetual-example.ts'

/** An example answer for any subject. It is made by the functions of the feed, so that it verifies. */
export const basisExample = (subject: Subject): BasisAnswer => {
  const { price } = exampleCoin(subject)
  const venues = examplePerpetuals(subject).flatMap(
    ({ exchange, markOverIndex, rate8h, intervalHours }): readonly VenueBasis[] =>
      markOverIndex === null
        ? []
        : [
            {
              exchange,
              mark: Number((price * markOverIndex).toFixed(4)),
              index: price,
              funding: { rate8h, intervalHours },
              at: EXAMPLE_AT * 1_000,
            },
          ],
  )
  return {
    pair: subject.domain,
    ...basisContent(venues),
    nearest_dated: { expiry: EXAMPLE_AT + 38 * DAY_SECONDS, annualized_pct: 4.3629 },
    ...BASIS_PARTS.example,
    degraded: isDegraded(BASIS_PARTS.example),
  }
}
