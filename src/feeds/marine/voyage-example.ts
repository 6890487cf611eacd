import type { GridCell } from '../places/cell.ts'
import { type AskedVoyage, departing, type DepartingShip, isOfShip, type Sailing } from './sailing.ts'
import { EXAMPLE_NAME, examplePlace } from './vessel-texts.ts'

/** Off Bornholm: for a ship of examples that is where it wants to go, or opposite it. */
const ELSEWHERE: GridCell = { lat: '55.2500', lon: '15.5000' }

/** A voyage of documents: a ship departs where examples have it. */
export const exampleSailing = (asked: AskedVoyage): Sailing => {
  if (!isOfShip(asked)) return { kind: 'sailing', voyage: asked, ship: null }
  const { mmsi, departure: at } = asked
  const from = (place: GridCell): DepartingShip => ({ mmsi, name: EXAMPLE_NAME, place, at, by: 'digitraffic' })
  const usual = departing(asked, from(examplePlace(mmsi)))
  const sailing = usual.kind === 'sailing' ? usual : departing(asked, from(ELSEWHERE))
  if (sailing.kind !== 'sailing') throw new Error(`no example of ${asked.name}`)
  return sailing
}
