import { isDecimal, fixed, placesOf } from '../../canonical/decimal.ts'
import { HOUR_MS } from '../../time-units.ts'
import { hourlyPositions } from '../math/voyage.ts'
import type { SpherePoint } from '../math/great-circle.ts'
import type { PathRefusal, PathRequest } from '../on-demand.ts'
import { pointOf } from '../places/cell.ts'
import type { Subject } from '../subject.ts'
import { type Ends, endsOfKeys, keyOfEnds, nameOfEnds, queryOfEnds, readEnds } from './ends.ts'

/** When a ship departs, and how fast it is. */
export interface VoyageSchedule {
  /** Knots, with one decimal. */
  readonly speed: string
  /** Unix milliseconds of a whole hour. */
  readonly departure: number
}

/** A ship on the great circle between two points of a grid, from the hour of the request on. */
export interface VoyageSubject extends Subject, VoyageSchedule {
  readonly ends: Ends
  /** Of the grid to which ends and positions are snapped, in ten-thousandths of a degree. Every model is asked there. */
  readonly gridStep: number
}

export const SPEED = { usual: '14.0', least: 3, most: 40 } as const

/** `2026-11-20T12` */
const hourText = (ms: number): string => new Date(ms).toISOString().slice(0, 13)

/** What tells voyages on one way apart, as their keys end. */
export const scheduleKey = ({ speed, departure }: VoyageSchedule): string =>
  `${speed}/${hourText(departure).replace('T', '-')}`

/** The parameter of this speed, if it is not the usual one. */
export const queryOfSpeed = (speed: string): Readonly<Record<string, string>> =>
  speed === SPEED.usual ? {} : { speed_kts: speed }

export const voyageSubject = (ends: Ends, { speed, departure }: VoyageSchedule, gridStep: number): VoyageSubject => ({
  key: `${keyOfEnds(ends)}/${scheduleKey({ speed, departure })}`,
  domain: keyOfEnds(ends),
  name: `${nameOfEnds(ends)} at ${Number(speed)} kn`,
  path: {},
  query: { ...queryOfEnds(ends), ...queryOfSpeed(speed) },
  ends,
  speed,
  departure,
  gridStep,
})

const wrongSpeed = (rule: string, message: string): PathRefusal => ({ path: 'query.speed_kts', rule, message })

/** The speed in its one spelling, or the rule that it breaks. */
const readSpeed = (word: string): string | PathRefusal => {
  if (!isDecimal(word)) return wrongSpeed('decimal_knots', 'a speed is knots such as 14 or 12.5')
  if (placesOf(word) > 1) return wrongSpeed('one_decimal', 'a speed has at most one digit after the point')
  const knots = Number(word)
  if (knots < SPEED.least || knots > SPEED.most)
    return wrongSpeed('speed', `a speed lies between ${SPEED.least} and ${SPEED.most} knots`)
  return fixed(knots, 1)
}

/**
 * Reads `speed_kts`.
 *
 * @param now Unix milliseconds; the ship departs at the hour that runs
 */
export const readSchedule = (words: Readonly<Record<string, string>>, now: number): VoyageSchedule | PathRefusal => {
  const speed = readSpeed(words['speed_kts'] ?? SPEED.usual)
  return typeof speed === 'string' ? { speed, departure: Math.floor(now / HOUR_MS) * HOUR_MS } : speed
}

/** The schedule of the last two parts of a key; `null` if they are none. Their spelling is not judged. */
export const scheduleOfKey = (speed: string, hour: string): VoyageSchedule | null => {
  const departure = Date.parse(`${hour.slice(0, 10)}T${hour.slice(11)}:00:00Z`)
  return readSpeed(speed) !== speed || Number.isNaN(departure) ? null : { speed, departure }
}

/** Reads the ends and `speed_kts`; `now` in Unix milliseconds. */
export const askVoyage = (
  gridStep: number,
  words: Readonly<Record<string, string>>,
  now: number,
): PathRequest<VoyageSubject> => {
  const read = readEnds(words, gridStep)
  const schedule = readSchedule(words, now)
  const wrong = 'rule' in schedule ? [schedule] : []
  if (read.kind === 'invalid') return { kind: 'invalid', details: [...read.details, ...wrong] }
  if ('rule' in schedule) return { kind: 'invalid', details: wrong }
  return { kind: 'subject', subject: voyageSubject(read.ends, schedule, gridStep) }
}

/** The subject with this key; `null` if no request leads to it. */
export const voyageSubjectOf = (gridStep: number, key: string): VoyageSubject | null => {
  const [from = '', to = '', speed = '', hour = '', ...more] = key.split('/')
  const ends = endsOfKeys(from, to, gridStep)
  const schedule = scheduleOfKey(speed, hour)
  if (ends === null || more.length > 0 || schedule === null) return null
  const subject = voyageSubject(ends, schedule, gridStep)
  return subject.key === key ? subject : null
}

/** Where the ship is at each whole hour after its departure. */
export const shipPositions = ({ ends: { from, to }, speed }: VoyageSubject): readonly SpherePoint[] =>
  hourlyPositions(pointOf(from), pointOf(to), Number(speed))
