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
  stated: StatedPrice & { readonly domain: string; readonly method: string },
  body: Readonly<Record<string, Json>>,
): readonly Check[] => {
  const pair = crossedPair(stated)
  const counted =
    stated.method === 'vwap'
      ? recountedVwap(stated, body)
      : METAL_PAIRS.some(({ domain }) => domain === stated.domain)
        ? body['tokens'] === undefined
          ? []
          : recountedGold(stated, body)
        : pair === null
          ? recounted(stated, body)
          : recountedCross(pair, stated, body)
  return [...hoursCheck(body), ...counted]
}
