import { describe, expect, test } from 'bun:test'
import { fixed } from '../../../src/canonical/decimal.ts'
import { seaStateOf, seaTriggersOf } from '../../../src/feeds/marine/sea-state.ts'
import { BUCKET, droughtOf, SPIN_UP_DAYS, waterBalance } from '../../../src/feeds/weather/water-balance.ts'
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/weather.json'

describe('water requirement satisfaction index', () => {
  const { tol, cases } = vectors.wrsi
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    // Where the requirement varies with the season, the day's own coefficient stands in its reference.
    const { kc } = inputs
    const days = inputs.rain_mm.map((rainMm, at) => {
      const et0Mm = inputs.et0_mm[at]!
      return { rainMm, et0Mm: typeof kc === 'number' ? et0Mm : et0Mm * kc[at]! }
    })
    expect(days.length).toBe(inputs.spinup_days + inputs.window_days)
    const found = waterBalance(days.slice(0, inputs.spinup_days), days.slice(inputs.spinup_days), {
      capacityMm: inputs.whc_mm,
      startMm: inputs.sw0_mm,
      criticalShare: inputs.critical_fraction,
      kc: typeof kc === 'number' ? kc : 1,
    })
    near(found.wrsi, expected.wrsi, tol)
    near(found.actualMm, expected.aet_mm, tol)
    near(found.requiredMm, expected.wr_mm, tol)
    near(found.rainMm, expected.rainfall_mm, tol)
    near(found.soilMm, expected.sw_end, tol)
    expect(fixed(found.wrsi, 2)).toBe(expected.wrsi_2dp)
    expect(droughtOf(found.wrsi) as string).toBe(expected.drought_status)
    expect(droughtOf(found.wrsi) !== 'NORMAL').toBe(expected.trigger)
  })

  test('is sold with the bucket of the cases', () => {
    expect([BUCKET, SPIN_UP_DAYS] as unknown[]).toEqual([
      { capacityMm: 100, startMm: 50, criticalShare: 0.5, kc: 1 },
      30,
    ])
  })

  test('changes its status below a half and below a quarter, not at them', () => {
    expect([1, 0.5, 0.4999999, 0.25, 0.2499999, 0].map(droughtOf)).toEqual([
      'NORMAL',
      'NORMAL',
      'DROUGHT',
      'DROUGHT',
      'SEVERE_DROUGHT',
      'SEVERE_DROUGHT',
    ])
  })

  test('is one where nothing was required, and leaves an unknown day out', () => {
    expect(waterBalance([], [{ rainMm: 0, et0Mm: 0 }]).wrsi).toBe(1)
    const day = { rainMm: 0, et0Mm: 5 }
    expect(waterBalance([day, null, day], [day, null, day])).toEqual(waterBalance([day, day], [day, day]))
  })

  test('lies between nought and one, and no water appears or is lost but by running off', () => {
    const dry = waterBalance(
      [],
      Array.from({ length: 90 }, () => ({ rainMm: 0, et0Mm: 8 })),
    )
    expect(dry.wrsi).toBeWithin(0, 0.2)
    expect(dry.actualMm + dry.soilMm).toBeCloseTo(50, 9)
    const thimble = { capacityMm: 4, startMm: 4, criticalShare: 0.5, kc: 1 }
    expect(waterBalance([], [{ rainMm: 0, et0Mm: 8 }], thimble)).toMatchObject({ actualMm: 4, soilMm: 0, wrsi: 0.5 })
    const flood = waterBalance(
      [],
      Array.from({ length: 90 }, () => ({ rainMm: 500, et0Mm: 8 })),
    )
    expect([flood.wrsi, flood.soilMm]).toEqual([1, 100])
  })
})

describe('sea state', () => {
  const { cases } = vectors.sea_state
  test.each(named(cases))('%s', (_id, { inputs: { wave_height_m }, expected }) => {
    const { sea_state, ...triggers } = expected
    expect(seaStateOf(wave_height_m) as string).toBe(sea_state)
    expect(seaTriggersOf(wave_height_m)).toEqual(triggers)
  })

  test('cases are sixteen', () => {
    expect(cases.length).toBe(16)
  })
})
