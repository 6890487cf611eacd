import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { inputsCheck, type ReadInputs, type ToldInputs } from '../recount-inputs.ts'
import { repeats } from '../regimes/recount-regime.ts'

type Body = Readonly<Record<string, Json>>

/** How the answer of a service is counted again from the inputs that it shows. */
interface Recount<A> {
  readonly answer: TSchema & { readonly static: A }
  /** What the service reads. */
  readonly read: ReadInputs
  /** Everything that follows from the inputs; `null` where they are too few for an answer. */
  readonly follows: (body: A, at: number) => Body | null
  /** The same for people. */
  readonly what: string
}

/** The checks of whoever verifies, by the functions and tables that the service uses. */
export const serviceRecount =
  <A extends { readonly inputs: ToldInputs }>({ answer, read, follows, what }: Recount<A>) =>
  (_stated: unknown, body: Body): readonly Check[] => {
    const at = Number(body['timestamp'])
    if (!Value.Check(answer, body)) return [{ what: 'the inputs are readable', ok: false }]
    const found = follows(body, at)
    return [inputsCheck(body.inputs, read, at), { what, ok: found !== null && repeats(body, found) }]
  }
