import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { METAL_PAIRS } from './pairs.ts'
import { type StatedPrice, recounted } from './recount.ts'
import { crossedPair, recountedCross } from './recount-cross.ts'
import { recountedGold } from './recount-gold.ts'
import { hoursCheck } from './recount-rules.ts'
import { recountedVwap } from './recount-vwap.ts'

/** Recounts a price of any kind: from votes, from windows of trades, or from numbers that are agreements themselves. */
export const recountedPrice = (
  printed: StatedPrice & { readonly domain: string; readonly method: string },
  body: Readonly<Record<string, Json>>,
): readonly Check[] => {
  const pair = crossedPair(printed)
  const counted =
    printed.method === 'vwap'
      ? recountedVwap(printed, body)
      : METAL_PAIRS.some(({ domain }) => domain === printed.domain)
        ? body['tokens'] === undefined
          ? []
          : recountedGold(printed, body)
        : pair === null
          ? recounted(printed, body)
          : recountedCross(pair, printed, body)
  return [...hoursCheck(body), ...counted]
}
