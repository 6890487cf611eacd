import type { VolumeBar, DecimalText } from '../market.ts'
import { UnreadableReply } from '../query.ts'

const isZero = (number: DecimalText): boolean => !/[1-9]/.test(number)

/**
 * One closed bar. Volume without turnover, or turnover without volume, means a misread column. It is refused, because
 * it would move a mean price towards zero.
 *
 * @param path the row, for the error
 */
export const closedBar = (bar: VolumeBar, path: string): VolumeBar => {
  if (isZero(bar.volume) !== isZero(bar.turnover)) {
    throw new UnreadableReply(`${path} has volume ${bar.volume} and turnover ${bar.turnover}`)
  }
  return bar
}
