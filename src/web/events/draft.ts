import { DAY_MS, utcSecond } from '../../time-units.ts'
import type { EventKind } from '../../dlc/terms/lifecycle.ts'

/** What stands in the fields of the form: text, as it was typed. */
export type TypedEvent = Readonly<Record<string, string>>

/** `2026-11-26T14:05`, as a field for date and time has it, in UTC. */
const fieldTime = (ms: number): string => utcSecond(ms).slice(0, 16)

/** @param now Unix milliseconds */
export const firstDraft = (now: number): TypedEvent => ({
  pair: 'BTCUSD',
  direction: 'below',
  strike: '',
  expiry: fieldTime(now + 30 * DAY_MS),
  cancellable: 'yes',
  label: '',
  maturity: fieldTime(now + DAY_MS),
  outcomes: '',
  settledBy: 'price',
  source: 'BTCUSD',
  boundaries: '',
  url: '',
  base: '2',
  nbDigits: '20',
  unit: 'USD',
})

/** A number, or the text itself where it is none: the preview says what is wrong with it. */
const number = (text: string): number | string => {
  const trimmed = text.trim()
  const value = Number(trimmed)
  return trimmed === '' || !Number.isFinite(value) ? trimmed : value
}

const seconds = (field: string): number | string => {
  // A parser of dates finds one in almost anything.
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(field) ? Date.parse(`${field}:00Z`) : Number.NaN
  return Number.isNaN(ms) ? field : Math.floor(ms / 1000)
}

const words = (text: string): readonly string[] =>
  text
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter(Boolean)

const resolver = (kind: 'enum' | 'numeric', draft: TypedEvent) => {
  if (draft['settledBy'] === 'hand') return {}
  const config =
    draft['settledBy'] === 'address'
      ? { kind: 'webhook', url: draft['url'] ?? '' }
      : kind === 'numeric'
        ? { kind: 'price_source', source: draft['source'] ?? '' }
        : {
            kind: 'price_buckets',
            source: draft['source'] ?? '',
            boundaries: words(draft['boundaries'] ?? '').map(number),
          }
  return { metadata: { resolverConfig: config } }
}

/** The body that asks for this event, as `POST /dlc/oracle/{kind}` takes it. */
export const bodyOf = (kind: EventKind, draft: TypedEvent): Readonly<Record<string, unknown>> => {
  if (kind === 'threshold')
    return {
      pair: draft['pair'] ?? '',
      strike: number(draft['strike'] ?? ''),
      direction: draft['direction'] ?? '',
      expiry: seconds(draft['expiry'] ?? ''),
      cancellable: draft['cancellable'] === 'yes',
    }
  const common = { label: draft['label'] ?? '', maturityTs: seconds(draft['maturity'] ?? ''), ...resolver(kind, draft) }
  if (kind === 'enum') return { ...common, outcomes: words(draft['outcomes'] ?? '') }
  return {
    ...common,
    base: number(draft['base'] ?? ''),
    nbDigits: number(draft['nbDigits'] ?? ''),
    unit: draft['unit'] ?? '',
  }
}

/** What must be typed before there is anything to ask about. */
const NEEDED: Readonly<Record<EventKind, readonly string[]>> = {
  threshold: ['strike'],
  enum: ['label', 'outcomes'],
  numeric: ['label'],
}

/** The fields that are still empty and may not be. */
export const missingOf = (kind: EventKind, draft: TypedEvent): readonly string[] =>
  NEEDED[kind].filter((field) => (draft[field] ?? '').trim() === '')

/** Which field of the form a broken rule of the body belongs to. */
export const FIELD_OF: Readonly<Record<string, string>> = {
  'body.pair': 'pair',
  'body.strike': 'strike',
  'body.direction': 'direction',
  'body.expiry': 'expiry',
  'body.label': 'label',
  'body.maturityTs': 'maturity',
  'body.outcomes': 'outcomes',
  'body.base': 'base',
  'body.nbDigits': 'nbDigits',
  'body.unit': 'unit',
  'body.metadata.resolverConfig.source': 'source',
  'body.metadata.resolverConfig.boundaries': 'boundaries',
  'body.metadata.resolverConfig.url': 'url',
}
