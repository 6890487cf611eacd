import { rounded } from '../../../canonical/measure.ts'
import type { SmilePoint } from '../../math/smile.ts'
import { mean } from '../../math/sums.ts'
import { IV_PLACES, IV_RULES } from './iv-measures.ts'
import type { KeptOption } from '../kept/kept-option.ts'

/** Whether an option counts for the smile: out of the money, with bid and ask, and a mark that these bear out. */
const isInSmile = ({ kind, strike, markIv, bidIv, askIv }: KeptOption, forward: number): boolean =>
  bidIv !== null &&
  askIv !== null &&
  markIv !== null &&
  markIv >= bidIv - IV_RULES.markReach &&
  markIv <= askIv + IV_RULES.markReach &&
  (kind === 'put' ? strike < forward : strike >= forward)

/** Each strike once: a strike that is settled in two currencies has the mean of both. */
export const otmSmile = (options: readonly KeptOption[], forward: number): readonly SmilePoint[] =>
  [
    ...Map.groupBy(
      options.filter((option) => isInSmile(option, forward)),
      ({ strike }) => strike,
    ),
  ].flatMap(([strike, same]) => {
    const marks = same.flatMap(({ markIv }) => markIv ?? [])
    return marks.length === 0 ? [] : [{ strike, iv: rounded(mean(marks), IV_PLACES.input) }]
  })
