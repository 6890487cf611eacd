import { afterAll, beforeEach } from 'bun:test'
import { type Places, startPlaces } from './places.ts'

/** Places for a whole file of tests, each of which finds the provider running, and no place started lately. */
export interface ColdPlaces {
  readonly places: Places
  /** The path of a place that was not requested before. */
  cold(): string
  now(): number
}

export const coldPlaces = async (): Promise<ColdPlaces> => {
  const places = await startPlaces()
  let next = 100
  afterAll(() => places.stop())
  beforeEach(() => {
    places.asked.length = 0
    places.away = false
    places.shop.money.overrides.clear()
    places.shop.clock.move(61_000)
  })
  return { places, cold: () => `/oracle/test/heat/${(next += 2)}`, now: () => places.shop.clock.now() }
}
