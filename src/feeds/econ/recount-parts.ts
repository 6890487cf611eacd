import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { decimalDifference } from '../../sources/decimal-text.ts'
import { type DollarParts, DOLLAR_LEGS, dollarIndex } from './dollar-index.ts'

interface Shown {
  readonly name: string
  readonly value: string
}

const partsIn = (body: Readonly<Record<string, Json>>): readonly Shown[] | null => {
  const { parts } = body
  if (!Array.isArray(parts)) return null
  return parts.flatMap((part) => {
    const { name, value } = part as Readonly<Record<string, unknown>>
    return typeof name === 'string' && typeof value === 'string' ? [{ name, value }] : []
  })
}

const recounted = (indicator: Json | undefined, parts: readonly Shown[]): string | null => {
  if (indicator !== 'DXY') return parts.length === 2 ? decimalDifference(parts[0]!.value, parts[1]!.value) : null
  const values = new Map(parts.map(({ name, value }) => [name, value]))
  const isWhole = DOLLAR_LEGS.every(({ pair }) => values.has(pair))
  return isWhole ? dollarIndex(Object.fromEntries(values) as DollarParts) : null
}

/** A computed value, counted again from the parts in its body. Nothing is checked where an agency's own is sold. */
export const recountedParts = (body: Readonly<Record<string, Json>>): readonly Check[] => {
  const parts = partsIn(body)
  if (parts === null) return []
  const found = recounted(body['indicator'], parts)
  return [{ what: 'the value follows from its parts', ok: found === body['value'], detail: String(found) }]
}
