import type { Check } from '../../src/canonical/check.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { written } from '../../src/canonical/written.ts'
import { SOLD_STRINGS } from './sold-strings.ts'
import type { Body } from './verify.ts'

/**
 * Whether an answer is the one that was asked for. Every answer of a service is signed: who hands out that of yesterday, or of
 * another coin, hands out one that is whole.
 */

/** What was asked, and when. */
export interface AskedFor {
  readonly url: string
  /** Unix seconds; `null` for a payment of which that is not known. */
  readonly askedAt: number | null
}

/** Clocks that differ by some minutes must not make a good answer an old one. */
const CLOCK_SECONDS = 600

const isHole = (word: string): boolean => word.startsWith('{')

const leadsTo = (form: string, path: string): boolean => {
  const words = path.split('/')
  const shape = form.split('/')
  return shape.length === words.length && shape.every((word, at) => isHole(word) || word === words[at])
}

/** How the strings of a path begin, and how old one may be that is sold; `undefined` for a path that is not known here. */
const soldAt = (path: string) => {
  const form = Object.hasOwn(SOLD_STRINGS, path) ? path : Object.keys(SOLD_STRINGS).find((each) => leadsTo(each, path))
  return form === undefined ? undefined : SOLD_STRINGS[form]
}

const numberIn = (words: URLSearchParams, name: string): number | null => {
  const text = words.get(name)
  return text === null || !/^\d+(?:\.\d+)?$/.test(text) ? null : Number(text)
}

/** `NaN` for everything but a number or a text: an object could throw as it is converted. */
const numberOf = (value: Json | undefined): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN

/** A service is asked for these (guards of `/openapi.json`), and is not believed. */
const guardChecks = (words: URLSearchParams, askedAt: number | null, body: Body): readonly Check[] => {
  const { confidence, timestamp, observed_at: observed = timestamp } = body
  const [least, age] = [numberIn(words, 'min_confidence'), numberIn(words, 'max_age')]
  return [
    ...(least === null ? [] : [{ what: 'confidence is what was asked for', ok: numberOf(confidence) >= least }]),
    ...(age === null || askedAt === null
      ? []
      : [{ what: 'age is what was asked for', ok: numberOf(observed) >= askedAt - age - CLOCK_SECONDS }]),
  ]
}

export const askedChecks = ({ url, askedAt }: AskedFor, body: Body): readonly Check[] => {
  const { pathname, searchParams } = new URL(url)
  const [oldest = 0, ...starts] = soldAt(pathname.toLowerCase()) ?? []
  const canonical = written(body['canonical'])
  return [
    ...(starts.length === 0
      ? []
      : [{ what: 'answer is of the path that was asked', ok: starts.some((start) => canonical.startsWith(start)) }]),
    ...(oldest === 0 || askedAt === null
      ? []
      : [
          {
            what: 'answer is of the time when it was asked',
            ok: numberOf(body['timestamp']) >= askedAt - oldest - CLOCK_SECONDS,
          },
        ]),
    ...guardChecks(searchParams, askedAt, body),
  ]
}
