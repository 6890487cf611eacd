import type { Json } from '../canonical/jcs.ts'

/** The one number, or word, of a free copy that lists and charts show. */
export interface MainValue {
  /** Its field; dots lead into objects: `best.supply_apr`. */
  readonly field: string
  readonly kind: 'number' | 'word'
  /** What is written beside it, `%`, or the field that says so; `null`: nothing. */
  readonly unit: string | { readonly field: string } | null
}

export const mainNumber = (field: string, unit: MainValue['unit']): MainValue => ({ field, kind: 'number', unit })

export const mainWord = (field: string): MainValue => ({ field, kind: 'word', unit: null })

type Body = Readonly<Record<string, Json>>

const isBody = (value: Json | undefined): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const at = (body: Body, field: string): Json | undefined =>
  field.split('.').reduce<Json | undefined>((found, name) => (isBody(found) ? found[name] : undefined), body)

const DECIMAL = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/

/** The value of one free copy, as text; `null` where this copy has none. */
export const mainTextOf = ({ field, kind }: MainValue, body: Body): string | null => {
  const found = at(body, field)
  if (typeof found !== 'string' && typeof found !== 'number') return null
  const text = String(found)
  return kind === 'word' || DECIMAL.test(text) ? text : null
}

/** What is written beside it; `null`: nothing. */
export const mainUnitOf = ({ unit }: MainValue, body: Body): string | null => {
  if (unit === null || typeof unit === 'string') return unit
  const found = at(body, unit.field)
  return typeof found === 'string' ? found : null
}
