import { layout } from './layout.ts'
import { contentDigest, oneOf, text } from './token.ts'

/**
 * What a payment made of a DLC event: `v1|DLC|<eventid>|CREATED|SHA256:<content hash>|<timestamp>|<nonce>`. The hash
 * binds the whole answer, the announcement or attestation in it included.
 */
export const EVENT_CHANGE = layout('DLC', {
  eventid: text,
  change: oneOf('CREATED', 'CANCELLED'),
  content: contentDigest,
})
