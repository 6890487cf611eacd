import { layout } from '../../canonical/layout.ts'
import { contentDigest, integer, oneOf, text } from '../../canonical/token.ts'
import { rowsCheck } from './rows-check.ts'

/** The token in the canonical string if the request names no exchange. */
export const EVERY_EXCHANGE = 'ALL'

/** `v1|HISTORY|FUNDING|<domain>|<exchange or ALL>|<from>|<to>|<count>|SHA256:<content>|<timestamp>|<nonce>` */
export const FUNDING_HISTORY_LAYOUT = layout(
  'HISTORY',
  {
    what: oneOf('FUNDING'),
    domain: text,
    exchange: text,
    from: integer,
    to: integer,
    count: integer,
    content: contentDigest,
  },
  {
    recompute: (head, body) =>
      rowsCheck(head, body, {
        series: 'funding',
        beside: 'exchange',
        holds: ({ exchange }) => head.exchange === EVERY_EXCHANGE || exchange === head.exchange,
      }),
  },
)
