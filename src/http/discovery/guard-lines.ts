import { GUARD_NAMES } from '../rails/guards.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { GUARD_PARAMETERS } from '../wire/guard-parameters.ts'

/** What buyers may ask of an answer beside its subject, for `/llms.txt`. */
export const GUARD_LINES: readonly string[] = [
  'Every paid GET takes these parameters beside its own, where its path below does not refuse them. An answer that does',
  'not meet them is 503 data_unavailable with the reason guard_not_met: before any offer, and again before the sale.',
  'Then nothing is settled over x402; an L402 token is bound to the guards of its offer, and stays good: repeat the',
  'request. Guards are no part of the subject: the answer is the one that is sold without them.',
  '',
  ...GUARD_NAMES.map((name) => `- ?${name}= (optional): ${GUARD_PARAMETERS[name].description ?? ''}`),
]

/** The guards that a path refuses, below it. */
export const refusedGuardLines = ({ guards }: Pick<Endpoint, 'guards'>): readonly string[] =>
  GUARD_NAMES.flatMap((name) => {
    const refused = guards?.[name]
    return refused ? [`  - ?${name}= is refused: ${refused.message}`] : []
  })
