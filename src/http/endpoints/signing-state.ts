import { Type } from '@sinclair/typebox'
import type { SignerState } from '../../store/events/signer-state.ts'

/** Why the signer of the DLC oracle does not sign, by its own report: for `/health`, status and `/metrics`. */

const Held = (description: string) =>
  Type.Object(
    { count: Type.Integer(), events: Type.Array(Type.String(), { description: 'some of them' }) },
    { description },
  )

export const Signing = Type.Object({
  signs: Type.Boolean({
    description:
      'false: it is away, was refused its folder, or cannot reach its witness or its files, and signs nothing',
  }),
  waiting: Held('events that wait for an operator, since the data folder may be an older copy'),
  quarantined: Held('events that cannot be signed; the others go on'),
})

const held = (count = 0, events: readonly string[] = []) => ({ count, events: [...events] })

/** A signer without a report for this long counts as not running. */
export const SIGNER_MS = 60_000

/** The signer's own messages name folders and hosts, so they are only logged. Without any signer, nothing is late. */
export const signingOf = (state: SignerState | null, now: number): typeof Signing.static => ({
  signs: state === null || (state.problem === null && now - state.at <= SIGNER_MS),
  waiting: held(state?.waiting.count, state?.waiting.some),
  quarantined: held(
    state?.quarantined.count,
    state?.quarantined.some.map(({ id }) => id),
  ),
})

export const signsAll = ({ signs, waiting, quarantined }: typeof Signing.static): boolean =>
  signs && waiting.count === 0 && quarantined.count === 0
