import { Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { CreatorShape, TermsShape } from '../../dlc/terms/terms-shape.ts'
import { askShape } from './shape.ts'

/** What the one signer of the oracle is asked. All of it may be asked again. */

/** How far an event may be. */
const STANDS = ['attested', 'before', 'undecided', 'missing', 'waiting', 'quarantined'] as const

/** Whatever it says: it is written down as it is. */
const Deed = Type.Unsafe<{ readonly [name: string]: Json }>(Type.Object({}))

/**
 * An event for a payment that is held; its id. Askers for one payment share it when they want the same: secrets of ours
 * may differ between them, because each seal does.
 */
const offer = askShape(
  'offer',
  { payment: Type.String({ minLength: 1 }), terms: TermsShape, creator: CreatorShape },
  Type.String({ minLength: 1 }),
  ['creator/manageTokenHash', 'creator/sealedWebhookSecret'],
)

export const OFFER_ASKS = { offer }

export const SIGNING_ASKS = {
  offer,
  /** The event was decided; how far it is. */
  attest: askShape('attest', {}, Type.Union(STANDS.map((word) => Type.Literal(word)))),
  /** An administrator's deed, to be written down. */
  note: askShape('note', { note: Deed }, Type.Literal(true)),
}
