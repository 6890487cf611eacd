import { describe, expect, test } from 'bun:test'
import { fixed } from '../../../src/canonical/decimal.ts'
import { seaPortNamed } from '../../../src/feeds/insurance/sea-ports.ts'
import { seaRoute } from '../../../src/feeds/insurance/sea-route.ts'
import { LEAST_PREMIUM, LOAD, PAYOUT_FRACTIONS } from '../../../src/feeds/insurance/tiers.ts'
import { VESSEL_CLASSES, type VesselClassId } from '../../../src/feeds/insurance/vessel-classes.ts'
import { voyagePrice } from '../../../src/feeds/insurance/voyage-price.ts'
import { keptShare, voyageSegments, wavesOf } from '../../../src/feeds/insurance/voyage-segments.ts'
import { type Basin, monthlyWaves } from '../../../src/feeds/marine/wave-climatology.ts'
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/insurance.json'

interface Expected {
  readonly p_gt_4m: number
  readonly p_gt_6m: number
  readonly p_gt_9m: number
}

const chancesAre = (
  found: Readonly<Record<'heavy' | 'severe' | 'extreme', number>>,
  { p_gt_4m, p_gt_6m, p_gt_9m }: Expected,
  tol: { readonly rel: number; readonly abs: number },
): void => {
  near(found.heavy, p_gt_4m, tol)
  near(found.severe, p_gt_6m, tol)
  near(found.extreme, p_gt_9m, tol)
}

const classOf = (id: string) => VESSEL_CLASSES[id as VesselClassId]

describe('the speed that is kept', () => {
  const { cases, tol } = vectors.speed_in_waves
  test.each(named(cases))('%s', (_, { inputs: { vessel_class, basin, month }, expected }) =>
    near(keptShare(wavesOf(basin as Basin, month), classOf(vessel_class)), expected.kept_share, tol),
  )
})

describe('the price of given segments', () => {
  const { cases, tol } = vectors.insurance_quote

  test.each(named(cases))('%s', (_, { inputs, expected }) => {
    const { segments, sum_insured: sumUsdc, exposure } = inputs
    expect(Object.values(PAYOUT_FRACTIONS)).toEqual(inputs.payout_fractions)
    expect([LOAD, LEAST_PREMIUM]).toEqual([inputs.load, inputs.minimum_premium])
    const { sumUsdc: own, exposure: ownExposure } = classOf(inputs.vessel_class)
    expect([own, ownExposure]).toEqual([sumUsdc, exposure])
    const voyage = segments.map(({ basin, month, hours }) => ({ basin: basin as Basin, month, hours }))
    const found = voyagePrice(voyage, { sumUsdc, exposure })
    expected.segments.forEach((segment, at) => {
      const { basin, month } = voyage[at]!
      near(wavesOf(basin, month).scale, segment.scale, tol)
      near(monthlyWaves(basin, month).meanM, segment.mean_hs, tol)
      chancesAre(found.segments[at]!, segment, tol)
    })
    chancesAre(
      found.chances,
      { p_gt_4m: expected.p_heavy, p_gt_6m: expected.p_severe, p_gt_9m: expected.p_extreme },
      tol,
    )
    near(found.expected, expected.expected_payout, tol)
    near(found.premium, expected.premium, tol)
    expect(fixed(found.premium, 2)).toBe(expected.premium_2dp)
  })

  test('of a voyage of hours is that of one sea state, and never below the least premium', () => {
    const tanker = classOf('tanker')
    const of = (hours: number) => voyagePrice([{ basin: 'NORTH_ATLANTIC', month: 1, hours }], tanker)
    expect(of(3).chances).toEqual(of(24).chances)
    expect(of(48).chances.extreme).toBeGreaterThan(of(24).chances.extreme)
    const calm = voyagePrice([{ basin: 'PERSIAN_GULF', month: 7, hours: 5 }], tanker)
    expect(calm.premium).toBe(LEAST_PREMIUM)
  })
})

describe('the whole voyage', () => {
  const { cases, tol } = vectors.insurance_route

  test.each(named(cases))('%s, to the cent', (_, { inputs, expected }) => {
    const vessel = classOf(inputs.vessel_class)
    const route = seaRoute(seaPortNamed(inputs.origin)!, seaPortNamed(inputs.destination)!)!
    const segments = voyageSegments(route, vessel, Date.parse(`${inputs.departure}T00:00:00Z`))
    const price = voyagePrice(segments, vessel)
    near(route.distanceNm, expected.distance_nm, tol)
    expect(segments.map(({ basin, month }) => `${basin} ${month}`)).toEqual(
      expected.segments.map(({ basin, month }) => `${basin} ${month}`),
    )
    expected.segments.forEach((segment, at) => {
      near(segments[at]!.nm, segment.distance_nm, tol)
      near(segments[at]!.hours, segment.hours, tol)
      chancesAre(price.segments[at]!, segment, tol)
    })
    near(
      segments.reduce((sum, { hours }) => sum + hours, 0),
      expected.voyage_hours,
      tol,
    )
    near(price.expected, expected.expected_payout, tol)
    expect(fixed(price.premium, 2)).toBe(expected.premium_2dp)
  })
})
