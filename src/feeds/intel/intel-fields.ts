import { Type } from '@sinclair/typebox'
import { share } from '../answer-fields.ts'
import { INPUT_STANDING } from '../attested.ts'
import type { Subject } from '../subject.ts'
import { DISCLAIMER } from './disclaimer.ts'

/** The fields that all answers of the intelligence layer share (interface 3.18). */

/** Decimals of confidence. */
export const INTEL_PLACES = 2

/** Those before what is particular. */
export const intelHead = <const S extends string>(service: S) => ({
  service: Type.Literal(service),
  layer: Type.Literal('Oracle Intelligence'),
})

/** Those after it. */
export const INTEL_TAIL = {
  confidence: share('Confidence; see /methodology.json'),
  ...INPUT_STANDING,
  disclaimer: Type.Literal(DISCLAIMER),
}

/** How old a free copy may be, minutes. */
export const INTEL_STALE_MINUTES = 1_440

/** What all of these feeds have in common. */
export const INTEL_FEED = { family: 'intel', layer: 'Oracle Intelligence', everySeconds: 60 } as const

/** How they are all sold. */
export const INTEL_SALE = { sellableSeconds: 300 } as const

/** What all but the persistence of a coin are about. */
export const MARKET: Subject = { key: 'MARKET', domain: 'MARKET', name: 'market', path: {} }

export const INTEL_CATALOGUE = '/oracle/intel/catalogue'
