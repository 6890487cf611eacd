import { Type } from '@sinclair/typebox'
import { type Edition, type Rail, RAILS } from '../../canonical/snapshot.ts'
import { readEdition } from '../published/snapshots.ts'
import { AnyJson, readWholeNumber, stored, UnreadableRecord } from '../redis/stored.ts'

/** Which edition a claim got, or what answer it was given. */
export interface EditionRef {
  readonly actor: string
  readonly version: number
  readonly rail: Rail
  /** From 0, the place in the list of editions. */
  readonly index: number
}

/** What a payment was spent on: an edition that can be looked up, or the answer itself. */
export type Deliverable =
  | { readonly kind: 'edition'; readonly edition: EditionRef }
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: string
      readonly headers: Readonly<Record<string, string>>
    }
  /** An answer that lies apart: see `answers.ts`. */
  | { readonly kind: 'kept'; readonly id: string }
  /** An answer that can only be written once the money is here: what a DLC event came to. */
  | { readonly kind: 'promise'; readonly event: string }

/** Editions are written short, because a claim on one is made tens of thousands of times a second. */
export const editionDeliverable = ({ actor, version, rail }: Omit<EditionRef, 'index'>): string =>
  `e|${actor}|${version}|${rail}|`

export const writeDeliverable = (goods: Deliverable): string => {
  switch (goods.kind) {
    case 'edition':
      return editionDeliverable(goods.edition) + goods.edition.index
    case 'kept':
      return `k|${goods.id}`
    case 'promise':
      return `p|${goods.event}`
    case 'answer':
      return `a|${JSON.stringify(goods)}`
  }
}

/** The sold body: what all editions of a version share, and behind it what only this one has. */
export const editionBody = (prefix: string, { canonical, signature }: Edition): string =>
  `${prefix},"canonical":${JSON.stringify(canonical)},"signature":"${signature}"}`

const KIND = 'goods'

const BODY = stored(KIND, Type.Record(Type.String(), AnyJson))

const ANSWER = stored(
  KIND,
  Type.Object({
    kind: Type.Literal('answer'),
    status: Type.Integer({ minimum: 100, maximum: 599 }),
    body: Type.String(),
    headers: Type.Record(Type.String(), Type.String()),
  }),
)

/** What is sold is a JSON object, and whoever hands it out looks into it. Throws `Unreadable`. */
const withBody = <Answer extends { readonly body: string }>(answer: Answer): Answer => {
  BODY.parse(answer.body)
  return answer
}

/** As the release before this one wrote answers: `s|<length of the stem>|<stem><edition>`. */
const readAnswer = (text: string): Deliverable => {
  const start = text.indexOf('|', 2) + 1
  const end = start + readWholeNumber(KIND, 'the length of its stem', text.slice(2, start - 1))
  const body = editionBody(text.slice(start, end), readEdition(text.slice(end)))
  return withBody({ kind: 'answer', status: 200, body, headers: {} } as const)
}

const EDITION = /^e\|([^|]+)\|(\d+)\|(\w+)\|(\d+)$/

const readRef = (text: string): EditionRef => {
  const [, actor, version, named, index] = EDITION.exec(text) ?? []
  const rail = RAILS.find((each) => each === named)
  if (!actor || !rail) throw new UnreadableRecord(KIND, 'they are of no form that is known')
  const number = (field: string, text: string | undefined): number => readWholeNumber(KIND, field, text)
  return { actor, version: number('version', version), rail, index: number('index', index) }
}

/** Of every form that a release has written. Throws `Unreadable`. */
export const readDeliverable = (text: string): Deliverable => {
  if (text.startsWith('a|')) return withBody(ANSWER.parse(text.slice(2)))
  if (text.startsWith('s|')) return readAnswer(text)
  if (text.startsWith('k|')) return { kind: 'kept', id: text.slice(2) }
  if (text.startsWith('p|')) return { kind: 'promise', event: text.slice(2) }
  return { kind: 'edition', edition: readRef(text) }
}
