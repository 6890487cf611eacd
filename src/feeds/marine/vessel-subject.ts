import { Type } from '@sinclair/typebox'
import type { PathRefusal, PathRequest } from '../on-demand.ts'
import type { Subject } from '../subject.ts'

/** A ship, by its Maritime Mobile Service Identity. */
export interface VesselSubject extends Subject {
  readonly mmsi: string
}

/** Ships have nine digits, the first of which tells the region of their flag (ITU-R M.585-9): coast stations begin with 0. */
const SHIP = /^[2-7]\d{8}$/

export const vesselSubject = (mmsi: string): VesselSubject => ({
  key: mmsi,
  domain: mmsi,
  name: `vessel ${mmsi}`,
  path: { mmsi },
  mmsi,
})

/** The segment of a path that names a ship, in documents. */
export const MMSI_WORD = Type.String({
  title: 'Mmsi',
  pattern: SHIP.source,
  description: 'The Maritime Mobile Service Identity of a ship',
  examples: ['230629000'],
})

/** Whether this is the MMSI of a ship. */
export const isShip = (mmsi: string): boolean => SHIP.test(mmsi)

/**
 * Every rule that the MMSI of a ship must follow and this one does not.
 *
 * @param path the parameter of the request that it stands in
 */
export const brokenByMmsi = (mmsi: string, path: string): readonly PathRefusal[] => {
  if (isShip(mmsi)) return []
  const rules = [
    ...(/^\d{9}$/.test(mmsi) ? [] : [{ rule: 'nine_digits', message: 'an MMSI has nine digits, such as 230629000' }]),
    ...(/^[2-7]/.test(mmsi)
      ? []
      : [{ rule: 'ship_mmsi', message: 'the MMSI of a ship begins with a digit from 2 to 7' }]),
  ]
  return rules.map((rule) => ({ path, ...rule }))
}

/** Reads the segment `mmsi`. */
export const askVessel = ({ mmsi = '' }: Readonly<Record<string, string>>): PathRequest<VesselSubject> => {
  const details = brokenByMmsi(mmsi, 'path.mmsi')
  return details.length > 0 ? { kind: 'invalid', details } : { kind: 'subject', subject: vesselSubject(mmsi) }
}

/** The subject with this key. */
export const vesselOf = (key: string): VesselSubject | null => (isShip(key) ? vesselSubject(key) : null)
