import { layout } from './layout.ts'
import { contentDigest, oneOf, text } from './token.ts'

/**
 * How a payment changed a DLC event: `v1|DLC|<eventid>|CREATED|SHA256:<content hash>|<timestamp>|<nonce>`. The hash
 * covers the whole answer, including the announcement or attestation in it.
 */
export const EVENT_CHANGE = layout('DLC', {
  eventid: text,
  change: oneOf('CREATED', 'CANCELLED'),
  content: contentDigest,
})
