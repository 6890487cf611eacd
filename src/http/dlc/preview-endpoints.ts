import { type TObject, type TProperties, Type } from '@sinclair/typebox'
import { ANNOUNCEMENTS } from '../../dlc/documents/document-schemas.ts'
import type { Json } from '../../canonical/jcs.ts'
import { breachAdvice } from '../../dlc/terms/breach-advice.ts'
import { adviceFor, compatibilityOf } from '../../dlc/documents/compatibility.ts'
import { nonceCount } from '../../dlc/wire/event.ts'
import { shownTerms, type Terms } from '../../dlc/terms/event-terms.ts'
import { datedEventId, thresholdEventId } from '../../dlc/terms/event-id.ts'
import type { EventKind } from '../../dlc/terms/lifecycle.ts'
import { EDGE_RULE, ROUNDING, thresholdRules } from '../../dlc/terms/rules.ts'
import { statedPrice, TARIFF } from '../../feeds/tariff.ts'
import { readJsonBody } from '../wire/body.ts'
import { type Endpoint, FREE, NO_PARAMETERS } from '../wire/endpoint.ts'
import { jsonResponse, problemResponse } from '../wire/respond.ts'
import { CREATE_BODIES } from './body-examples.ts'
import type { Rails } from '../paywall/context.ts'
import type { EventSaleDeps } from './sale-deps.ts'
import { judgeOrder, railsAt } from './order.ts'

/** `POST /dlc/oracle/{threshold,enum,numeric}/preview`: what a body would create, or every rule it breaks. */

const alike = (kind: EventKind, fields: readonly string[]): TProperties =>
  Type.Partial(
    Type.Pick(ANNOUNCEMENTS[kind] as TObject, [...fields, 'maturityTs', 'cancellable', 'compatibility', 'advice']),
  ).properties

/** Of an event that settles at a moment. */
const EITHER = ['label', 'resolverConfig'] as const

/** What a preview repeats of the announcement. */
const ALIKE: Readonly<Record<EventKind, TProperties>> = {
  threshold: alike('threshold', ['pair', 'strike', 'direction', 'expiry', 'cancelUntil', 'outcomes', 'settles']),
  enum: alike('enum', [...EITHER, 'outcomes', 'edgeRule']),
  numeric: alike('numeric', [
    ...EITHER,
    'scaleFactor',
    'rounding',
    'base',
    'nbDigits',
    'isSigned',
    'unit',
    'precision',
  ]),
}

const previewAnswer = (kind: EventKind): TObject =>
  Type.Object(
    {
      preview: Type.Literal(true),
      signed: Type.Literal(false),
      valid: Type.Literal(true),
      type: Type.Literal(kind),
      eventid: Type.String(),
      ...ALIKE[kind],
      nonceCount: Type.Optional(Type.Integer()),
      rails: Type.Optional(Type.Array(Type.Union([Type.Literal('l402'), Type.Literal('x402')]))),
      price: Type.Optional(Type.Object({ usd: Type.String(), sats: Type.Integer() })),
      ignored: Type.Optional(Type.Array(Type.String(), { description: 'Members of the body that mean nothing' })),
    },
    {
      title: `${kind[0]!.toUpperCase()}${kind.slice(1)}Preview`,
      description: 'What would be announced; nonces, signature and the final id come with creation',
    },
  )

const shapeOf = ({ descriptor }: Terms) =>
  descriptor.kind === 'enum'
    ? { outcomes: descriptor.outcomes }
    : (({ base, nbDigits, isSigned, unit, precision }) => ({ base, nbDigits, isSigned, unit, precision }))(descriptor)

const rulesOf = (terms: Terms) => {
  if (terms.kind === 'threshold')
    return { settles: thresholdRules(terms.pair, terms.strike, terms.direction, terms.cancelUntil) }
  if (terms.kind === 'numeric') return { rounding: ROUNDING }
  return terms.resolver?.kind === 'price_buckets' ? { edgeRule: EDGE_RULE } : {}
}

/** An id of the right form and length: the real one is drawn with the nonces. */
const idLike = (terms: Terms, nowTs: number): string =>
  terms.kind === 'threshold'
    ? thresholdEventId(terms.pair, terms.direction, terms.strikeText, nowTs)
    : datedEventId(terms.kind, terms.maturityTs, new Uint8Array(8))

const previewOf = (
  terms: Terms,
  ignored: readonly string[],
  nowTs: number,
  offered: Rails,
  warnings: readonly string[],
) => {
  const { kind, ...shown } = shownTerms(terms, { rail: 'x402', payer: null, manageTokenHash: '' })
  const { rail: _rail, ...rest } = shown
  const eventid = idLike(terms, nowTs)
  return {
    preview: true,
    signed: false,
    valid: true,
    type: kind,
    eventid,
    ...rest,
    maturityTs: terms.maturityTs,
    ...(kind === 'threshold' && { expiry: terms.maturityTs }),
    ...shapeOf(terms),
    ...rulesOf(terms),
    nonceCount: nonceCount(terms.descriptor),
    rails: railsAt(terms, nowTs * 1000).filter((rail) => offered[rail] !== null),
    ...statedPrice(TARIFF.event),
    compatibility: compatibilityOf(terms.descriptor, eventid),
    advice: [...adviceFor(terms.descriptor, eventid), ...warnings],
    ignored,
  }
}

type PreviewDeps = Pick<EventSaleDeps, 'around' | 'events' | 'forbidden' | 'paywall'>

const warningsOf = async ({ events }: PreviewDeps, terms: Terms, now: number): Promise<readonly string[]> =>
  terms.kind === 'threshold' ? breachAdvice(terms, await events.ticks.lastBefore(terms.pair, now + 1)) : []

const previewEndpoint = (deps: PreviewDeps, kind: EventKind): Endpoint => {
  const body = CREATE_BODIES[kind]
  return {
    method: 'POST',
    path: `/dlc/oracle/${kind}/preview`,
    family: 'dlc',
    layer: 'Oracle Data',
    summary: `What a ${kind} body would create, or every rule it breaks; creates nothing`,
    access: FREE,
    query: NO_PARAMETERS,
    problems: ['data_unavailable'],
    body,
    contentType: 'application/json',
    answer: previewAnswer(kind),
    example: { preview: true, signed: false, valid: true, type: kind, eventid: '…' } as Json,
    handle: async ({ request }) => {
      const { clock, docs } = deps.paywall
      const read = await readJsonBody(request)
      if (read.kind === 'problem') return problemResponse(read, docs)
      const now = clock.now()
      const judged = await judgeOrder(deps, kind, read.value, now)
      if (judged.kind === 'problem') return problemResponse(judged, docs)
      const { terms, ignored } = judged
      const warnings = await warningsOf(deps, terms, now)
      return jsonResponse(previewOf(terms, ignored, Math.floor(now / 1000), deps.paywall.rails, warnings))
    },
  }
}

export const eventPreviewEndpoints = (deps: PreviewDeps): readonly Endpoint[] =>
  (['threshold', 'enum', 'numeric'] as const).map((kind) => previewEndpoint(deps, kind))
