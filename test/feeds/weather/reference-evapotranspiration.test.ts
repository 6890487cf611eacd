import { describe, expect, test } from 'bun:test'
import {
  dayOfYear,
  extraterrestrialMj,
  fallbackEt0Mm,
  hargreavesMm,
  penmanMonteithMm,
  primaryEt0Mm,
  saturationKpa,
} from '../../../src/feeds/weather/reference-evapotranspiration.ts'
import type { WeatherDay } from '../../../src/sources/weather/weather.ts'
import { knownDays } from '../../support/feeds/weather/days.ts'

/** Worked examples of FAO Irrigation and Drainage Paper 56; the numbers are printed there with these digits. */

test('days of the year are counted from one, leap days included', () => {
  expect(['2026-01-01', '2026-03-01', '2028-03-01', '2028-12-31', '2026-12-31'].map(dayOfYear)).toEqual([
    1, 60, 61, 366, 365,
  ])
})

describe('radiation above the atmosphere', () => {
  test('is that of examples 8, 18 and 20', () => {
    expect(extraterrestrialMj(-20, 246)).toBeCloseTo(32.2, 1)
    expect(extraterrestrialMj(50.8, 187)).toBeCloseTo(41.09, 1)
    expect(extraterrestrialMj(45.72, 196)).toBeCloseTo(40.6, 1)
  })

  test('is nothing in the polar night, a whole day’s in the polar day, and finite at the poles', () => {
    expect(extraterrestrialMj(80, 355)).toBeCloseTo(0, 10)
    expect(extraterrestrialMj(90, 172)).toBeGreaterThan(40)
    expect(extraterrestrialMj(-90, 355)).toBeGreaterThan(40)
    expect(extraterrestrialMj(-90, 172)).toBeCloseTo(0, 10)
  })
})

test('saturated vapour has the pressures of table 2.3', () => {
  expect([24.5, 15, 21.5, 12.3].map((celsius) => Number(saturationKpa(celsius).toFixed(3)))).toEqual([
    3.075, 1.705, 2.564, 1.431,
  ])
})

/** Example 18: Uccle, 6 July. The humidity is the one at which vapour has the pressure printed there, 1.409 of 1.997 kPa. */
const UCCLE = {
  minC: 12.3,
  maxC: 21.5,
  humidityPct: (100 * 1.409) / 1.997,
  windMs: 2.78,
  solarMj: 22.07,
  pressureKpa: 100.1,
  lat: 50.8,
  dayOfYear: 187,
  elevationM: 100,
}

describe('Penman and Monteith', () => {
  test('come to the evapotranspiration of example 18', () => {
    expect(penmanMonteithMm(UCCLE)).toBeCloseTo(3.88, 2)
  })

  test('rise with sun, wind, heat and dryness', () => {
    const base = penmanMonteithMm(UCCLE)
    for (const more of [
      { solarMj: 25 },
      { windMs: 4 },
      { maxC: 25 },
      { humidityPct: 50 },
      { pressureKpa: 90 },
      { elevationM: 3_000 },
    ])
      expect(penmanMonteithMm({ ...UCCLE, ...more })).toBeGreaterThan(base)
  })

  test('are never negative: dew and the polar night evaporate nothing', () => {
    const night = { ...UCCLE, lat: 80, dayOfYear: 355, solarMj: 0, minC: -35, maxC: -30, humidityPct: 100 }
    expect(penmanMonteithMm(night)).toBe(0)
    expect(penmanMonteithMm({ ...UCCLE, solarMj: 0, humidityPct: 105 })).toBe(0)
  })
})

test('Hargreaves come to the evapotranspiration of example 20', () => {
  expect(hargreavesMm(14.8, 26.6, 45.72, 196)).toBeCloseTo(5, 1)
  expect(hargreavesMm(20, 10, 45.72, 196)).toBe(0)
  expect(hargreavesMm(-40, -30, 45.72, 196)).toBe(0)
})

describe('of a day of an archive', () => {
  const day = knownDays('2026-11-19', 1)[0] as WeatherDay

  test('the archive’s own figure comes first, without its dew', () => {
    expect(primaryEt0Mm({ ...day, et0Mm: 4.01 }, 9, 2_350)).toBe(4.01)
    expect(primaryEt0Mm({ ...day, et0Mm: -0.02 }, 9, 2_350)).toBe(0)
  })

  test('its parts come second, and all of them are needed', () => {
    expect(primaryEt0Mm(day, 9, 2_350)).toBeWithin(3, 6)
    for (const part of ['minC', 'maxC', 'humidityPct', 'windMeanMs', 'solarMj', 'pressureKpa'] as const)
      expect(primaryEt0Mm({ ...day, [part]: null }, 9, 2_350)).toBeNull()
    expect(primaryEt0Mm({ ...day, rainMm: null, meanC: null, windMaxMs: null }, 9, 2_350)).not.toBeNull()
  })

  test('its two temperatures are the last resort', () => {
    expect(fallbackEt0Mm({ ...day, solarMj: null }, 9)).toBe(hargreavesMm(8, 24, 9, 323))
    expect(fallbackEt0Mm({ ...day, minC: null }, 9)).toBeNull()
    expect(fallbackEt0Mm({ ...day, maxC: null }, 9)).toBeNull()
  })
})
