import type { Check } from '../../canonical/check.ts'
import { layout } from '../../canonical/layout.ts'
import { contentDigest, integer, oneOf, text } from '../../canonical/token.ts'
import type { ComputedFeed, Content } from './computed.ts'
import { INTERVAL_NAMES } from './intervals.ts'
import type { Head } from './rows-check.ts'

type Recompute = (head: Head, body: Content) => readonly Check[]

/** `v1|HISTORY|SPOT|BTCUSD|1h|<from>|<to>|<count>|SHA256:<hash>|<timestamp>|<nonce>` */
export const spacedLayout = (what: string, recompute: Recompute): ComputedFeed['canonical'] =>
  layout(
    'HISTORY',
    {
      what: oneOf(what),
      domain: text,
      interval: oneOf(...INTERVAL_NAMES),
      from: integer,
      to: integer,
      count: integer,
      content: contentDigest,
    },
    { recompute: (values, body) => recompute(values, body) },
  )
