import { type TSchema, Type } from '@sinclair/typebox'
import type { Check } from '../../canonical/check.ts'
import { layout } from '../../canonical/layout.ts'
import { contentDigest, integer, oneOf, text } from '../../canonical/token.ts'
import type { ComputedFeed, Content } from './computed.ts'
import type { Head } from './rows-check.ts'
import { INTERVAL_NAMES } from './time-range.ts'

/** The parts of all answers with rows at an interval: their canonical string and the head of their body. */

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

export const spacedTokens =
  (what: string): ComputedFeed['tokens'] =>
  ({ domain, interval, from, to, count }, hash) => ({ what, domain, interval, from, to, count, content: hash })

/** @param named fields of the head besides the common ones */
export const spacedAnswer = (series: string, row: TSchema, named: Readonly<Record<string, TSchema>> = {}) =>
  Type.Object({
    series: Type.Literal(series),
    domain: Type.String(),
    ...named,
    interval: Type.String({ description: `One of ${INTERVAL_NAMES.join(', ')}` }),
    from: Type.Integer({ description: 'Unix seconds' }),
    to: Type.Integer({ description: 'Unix seconds' }),
    count: Type.Integer({ description: 'How many rows follow' }),
    rows: Type.Array(row),
  })
