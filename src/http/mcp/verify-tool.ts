import { Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { verifyAnswer } from '../../canonical/verify.ts'
import type { Clock } from '../../ports.ts'
import { createAddressLimit } from '../rails/lightning/address-limit.ts'
import { problem } from '../wire/problem.ts'
import { ANY_OBJECT, freeTool } from './free-tool.ts'
import { SIGNED_LAYOUTS } from './signed-layouts.ts'
import type { Tool } from './tool.ts'

/** Checking a bought answer for whoever cannot do it himself. A signature takes milliseconds, so it is limited. */

const LIMIT = { burst: 20, perSecond: 1, maxAddresses: 100_000 } as const

/** Who checks with the seller's own tool trusts the seller. */
const NOTE = 'The seller checked its own answer. Who trusts nobody runs "claros verify", with a pinned key.'

export const verifyTool = (clock: Clock, docs: string): Tool => {
  const limit = createAddressLimit({ clock, ...LIMIT })
  return freeTool(
    {
      name: 'claros_verify',
      description: 'Checks a bought answer: signature, hash, fields.',
      input: Type.Object({
        answer: ANY_OBJECT,
        key: Type.Optional(Type.String({ description: 'hex: must have signed it' })),
      }),
      act: ({ answer, key }, { address }) => {
        if (!limit.take(address)) {
          const retryAfter = Math.max(1, limit.waitSeconds(address))
          return problem('too_many_requests', 'Too many answers to check from this address.', { retryAfter })
        }
        const body = answer as Readonly<Record<string, Json>>
        const { ok, checks } = verifyAnswer(body, {
          layouts: SIGNED_LAYOUTS,
          ...(key !== undefined && { publicKey: key.toLowerCase() }),
        })
        return { kind: 'says', body: { ok, checks: checks.map((check) => ({ ...check })), note: NOTE } }
      },
    },
    docs,
  )
}
