import { Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { CreatorShape, TermsShape } from '../../dlc/terms/terms-shape.ts'
import { askShape } from './shape.ts'

/** Questions to the one signer of the oracle. Each may be asked again. */

/** The states of an event, as the signer reports them. */
const STANDS = ['attested', 'before', 'undecided', 'missing', 'waiting', 'quarantined'] as const

/** Any JSON object. It is written into the journal as it is. */
const Deed = Type.Unsafe<{ readonly [name: string]: Json }>(Type.Object({}))

/**
 * Announces an event for a payment that is held; returns its id. Equal requests for one payment share one event. Their
 * encrypted webhook secrets may differ, since each encryption of the same secret differs.
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
  /** Attests a decided event; returns its state. */
  attest: askShape('attest', {}, Type.Union(STANDS.map((word) => Type.Literal(word)))),
  /** Writes an administrator's action into the journal. */
  note: askShape('note', { note: Deed }, Type.Literal(true)),
}
