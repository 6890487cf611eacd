import { Type } from '@sinclair/typebox'
import type { SignerState } from '../store/signer-state.ts'

/** What the signer of the DLC oracle says keeps it from signing, for `/health`, `/dlc/oracle/status` and `/metrics`. */

const Held = (description: string) =>
  Type.Object(
    { count: Type.Integer(), events: Type.Array(Type.String(), { description: 'some of them' }) },
    { description },
  )

export const Signing = Type.Object({
  signs: Type.Boolean({
    description: 'false: it cannot reach its witness, or its files, and signs nothing until it can',
  }),
  waiting: Held('events that wait for an operator, since the data folder may be an older copy'),
  quarantined: Held('events that cannot be signed; the others go on'),
})

const held = (count = 0, events: readonly string[] = []) => ({ count, events: [...events] })

/** Its own words name folders and hosts: they are for the log. A signer that never was keeps nobody waiting. */
export const signingOf = (state: SignerState | null): typeof Signing.static => ({
  signs: state === null || state.problem === null,
  waiting: held(state?.waiting.count, state?.waiting.some),
  quarantined: held(
    state?.quarantined.count,
    state?.quarantined.some.map(({ id }) => id),
  ),
})

export const signsAll = ({ signs, waiting, quarantined }: typeof Signing.static): boolean =>
  signs && waiting.count === 0 && quarantined.count === 0
