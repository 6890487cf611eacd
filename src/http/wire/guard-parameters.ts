import { type TSchema, Type } from '@sinclair/typebox'
import {
  GUARD_NAMES,
  type GuardName,
  guardPattern,
  type Guards,
  NO_GUARDS,
  readGuard,
  withGuard,
} from '../rails/guards.ts'

const guard = (name: GuardName, description: string): TSchema =>
  Type.String({ pattern: guardPattern(name).source, description })

/** The query parameters by which guards are asked, for documents and for reading. */
export const GUARD_PARAMETERS: Readonly<Record<GuardName, TSchema>> = {
  min_confidence: guard(
    'min_confidence',
    'a decimal from 0 to 1 with at most 4 decimals: an answer of less confidence is not offered and not sold',
  ),
  max_age: guard(
    'max_age',
    'whole seconds, 1 or more: an answer whose observation (observed_at, else timestamp) is older is not offered and not sold',
  ),
}

/** Why a path does not take a guard. */
interface RefusedGuard {
  readonly rule: string
  readonly message: string
}

/** What a path says to each guard: `null` if it takes it. */
export type TakenGuards = Readonly<Record<GuardName, RefusedGuard | null>>

const NO_CONFIDENCE: RefusedGuard = { rule: 'no_confidence', message: 'answers of this path state no confidence' }
const NO_AGE: RefusedGuard = {
  rule: 'no_age',
  message: 'answers of this path are about the past and have no age; from and to say of which time',
}

/** Of a path that sells the newest answer with these fields. */
export const guardsOfAnswer = (fields: Readonly<Record<string, unknown>>): TakenGuards => ({
  min_confidence: Object.hasOwn(fields, 'confidence') ? null : NO_CONFIDENCE,
  max_age: null,
})

/** Of a path that sells rows of the past. */
export const GUARDS_OF_THE_PAST: TakenGuards = { min_confidence: NO_CONFIDENCE, max_age: NO_AGE }

/** The guards that a path takes. */
export const guardsTaken = (guards: TakenGuards | undefined): readonly GuardName[] =>
  guards === undefined ? [] : GUARD_NAMES.filter((name) => guards[name] === null)

/** Takes the guards out of a checked query: what is left names the subject. */
export const takeGuards = (query: URLSearchParams): Guards => {
  let guards = NO_GUARDS
  for (const name of GUARD_NAMES) {
    const text = query.get(name)
    const value = text === null ? null : readGuard(name, text)
    if (value !== null) guards = withGuard(guards, name, value)
    query.delete(name)
  }
  return guards
}
