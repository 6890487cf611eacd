import { type TSchema, Type } from '@sinclair/typebox'
import type { ComputedFeed } from './computed.ts'
import { INTERVAL_NAMES } from './intervals.ts'

/** The parts of all answers with rows at an interval: the values of their canonical string and the head of their body. */

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
