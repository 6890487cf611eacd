import { Type } from '@sinclair/typebox'
import type { SignerCause, SignerState } from '../../store/events/signer-state.ts'

/** Why the signer of the DLC oracle does not sign, by its own report: for `/health`, status and `/metrics`. */

const Held = (description: string) =>
  Type.Object(
    { count: Type.Integer(), events: Type.Array(Type.String(), { description: 'some of them' }) },
    { description },
  )

export const Signing = Type.Object({
  signs: Type.Boolean({
    description:
      'false: it is away, was refused its folder, or cannot use its store, its witness or its files, and signs nothing',
  }),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'why it signs nothing' }),
  waiting: Held('events that wait for an operator, since the data folder may be an older copy'),
  quarantined: Held('events that cannot be signed; the others go on'),
})

const held = (count = 0, events: readonly string[] = []) => ({ count, events: [...events] })

/** A signer without a report for this long counts as not running. */
export const SIGNER_MS = 60_000

/** In place of the signer's own messages, which name folders and hosts and are only logged. */
const CAUSES: Readonly<Record<SignerCause, string>> = {
  store: 'its store does not keep every change before it answers, and what was signed must not be forgotten',
  witness: 'its witness does not answer',
  files: 'it cannot begin with its files',
}

/** Without any signer, nothing is late. */
const reasonOf = (state: SignerState | null, now: number): string | null => {
  if (state === null) return null
  if (now - state.at > SIGNER_MS) return 'it is away'
  if (state.problem === null) return null
  return state.cause === undefined ? 'its log says why' : CAUSES[state.cause]
}

export const signingOf = (state: SignerState | null, now: number): typeof Signing.static => ({
  signs: reasonOf(state, now) === null,
  reason: reasonOf(state, now),
  waiting: held(state?.waiting.count, state?.waiting.some),
  quarantined: held(
    state?.quarantined.count,
    state?.quarantined.some.map(({ id }) => id),
  ),
})

export const signsAll = ({ signs, waiting, quarantined }: typeof Signing.static): boolean =>
  signs && waiting.count === 0 && quarantined.count === 0
