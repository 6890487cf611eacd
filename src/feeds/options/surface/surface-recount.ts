import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../../canonical/check.ts'
import { rounded } from '../../../canonical/measure.ts'
import { jcs, type Json } from '../../../canonical/jcs.ts'
import { surfaceSummary } from './surface-alerts.ts'
import { SurfaceAnswer, type SurfaceExpiry, type SurfacePoint } from './surface-body.ts'
import { SURFACE_PLACES, withPooled } from './surface-points.ts'

/** What a verifier can work out again from the quotes of a body. */

const isTruePoint = ({ iv, bid_iv: bids, ask_iv: asks, divergence_vp: vp }: SurfacePoint): boolean => {
  const venues = Object.keys(iv)
  const ivs = Object.values(iv)
  const apart = ivs.length < 2 ? null : rounded(Math.max(...ivs) - Math.min(...ivs), SURFACE_PLACES.iv)
  const isMiddle = venues.every((venue) => {
    const [bid, ask] = [bids[venue], asks[venue]]
    return bid !== undefined && ask !== undefined && rounded((bid + ask) / 2, SURFACE_PLACES.iv) === iv[venue]
  })
  return venues.length > 0 && isMiddle && vp === apart
}

const isTrue = ({ atm, points }: SurfaceExpiry): boolean => {
  const { pooled, ...levels } = atm
  return (
    points.every(isTruePoint) && Object.keys(levels).length > 0 && pooled === withPooled(Object.entries(levels)).pooled
  )
}

export const recountedSurface = (body: Readonly<Record<string, Json>>): readonly Check[] => {
  if (!Value.Check(SurfaceAnswer, body)) return [{ what: 'the quotes are readable', ok: false }]
  const wrong = body.expiries.filter((each) => !isTrue(each)).map(({ expiry }) => expiry)
  const isWhole = wrong.length === 0
  const summary = isWhole ? surfaceSummary(body.expiries) : null
  return [
    {
      what: 'means, differences and levels follow from the quotes of each expiry',
      ok: isWhole,
      ...(!isWhole && { detail: wrong.join(', ') }),
    },
    {
      what: 'alerts, counts and headline follow from the expiries',
      ok: summary !== null && jcs({ ...body, ...summary }) === jcs(body),
    },
  ]
}
