import { Type } from '@sinclair/typebox'
import { type Edition, type Rail, RAILS } from '../../canonical/snapshot.ts'
import { withRepetition } from '../../canonical/repeated-members.ts'
import { readEdition, writeEdition } from '../published/edition-line.ts'
import { AnyJson, readWholeNumber, stored, UnreadableRecord } from '../redis/stored.ts'

/** Which edition a claim got. */
export interface EditionRef {
  readonly actor: string
  readonly version: number
  readonly rail: Rail
  /** Index in the list of editions, from 0. */
  readonly index: number
}

/** An edition whose body is long. The claim keeps the key of the text that its snapshot's editions share. */
export interface LongEdition {
  readonly kind: 'long'
  readonly text: string
  readonly edition: Edition
}

/** The answer that a payment buys: an edition that can be read again from the store, or the answer itself. */
export type Deliverable =
  | { readonly kind: 'edition'; readonly edition: EditionRef }
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: string
      readonly headers: Readonly<Record<string, string>>
    }
  | LongEdition
  /** An answer with a key of its own: see `answers.ts`. */
  | { readonly kind: 'kept'; readonly id: string }
  /** An answer that can only be written after the payment: the outcome of a DLC event. */
  | { readonly kind: 'promise'; readonly event: string }

/**
 * Editions are written in a short form, because a busy server makes tens of thousands of claims on them in a second.
 */
export const editionDeliverable = ({ actor, version, rail }: Omit<EditionRef, 'index'>): string =>
  `e|${actor}|${version}|${rail}|`

/** How a deliverable begins that names a long text whose key begins so. */
export const namingText = (key: string): string => `t|${key}`

export const writeDeliverable = (deliverable: Deliverable): string => {
  switch (deliverable.kind) {
    case 'edition':
      return editionDeliverable(deliverable.edition) + deliverable.edition.index
    case 'long':
      return `${namingText(deliverable.text)}|${writeEdition(deliverable.edition)}`
    case 'kept':
      return `k|${deliverable.id}`
    case 'promise':
      return `p|${deliverable.event}`
    case 'answer':
      return `a|${JSON.stringify(deliverable)}`
  }
}

/** The part of a sold body that only this edition has. */
export const editionEnd = ({ canonical, signature }: Edition): string => {
  const members = JSON.stringify(withRepetition(canonical, 'canonical', canonical)).slice(1, -1)
  return `,${members},"signature":"${signature}"}`
}

/** The sold body: the prefix that all editions of a version share, then the part that only this edition has. */
export const editionBody = (prefix: string, edition: Edition): string => prefix + editionEnd(edition)

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

/** What is sold is a JSON object: its members are read when it is handed out. Throws `UnreadableRecord`. */
const withBody = <Answer extends { readonly body: string }>(answer: Answer): Answer => {
  BODY.parse(answer.body)
  return answer
}

/** The form in which the release before this one wrote answers: `s|<length of the prefix>|<prefix><edition>`. */
const readAnswer = (text: string): Deliverable => {
  const start = text.indexOf('|', 2) + 1
  const end = start + readWholeNumber(KIND, 'the length of its prefix', text.slice(2, start - 1))
  const body = editionBody(text.slice(start, end), readEdition(text.slice(end)))
  return withBody({ kind: 'answer', status: 200, body, headers: {} } as const)
}

const readLong = (text: string): LongEdition => {
  const end = text.indexOf('|', 2)
  if (end < 0) throw new UnreadableRecord(KIND, 'they name no text')
  return { kind: 'long', text: text.slice(2, end), edition: readEdition(text.slice(end + 1)) }
}

const EDITION = /^e\|([^|]+)\|(\d+)\|(\w+)\|(\d+)$/

const readRef = (text: string): EditionRef => {
  const [, actor, version, named, index] = EDITION.exec(text) ?? []
  const rail = RAILS.find((each) => each === named)
  if (!actor || !rail) throw new UnreadableRecord(KIND, 'they have no known form')
  const number = (field: string, text: string | undefined): number => readWholeNumber(KIND, field, text)
  return { actor, version: number('version', version), rail, index: number('index', index) }
}

/** Reads every form that a release has written. Throws `UnreadableRecord`. */
export const readDeliverable = (text: string): Deliverable => {
  if (text.startsWith('a|')) return withBody(ANSWER.parse(text.slice(2)))
  if (text.startsWith('s|')) return readAnswer(text)
  if (text.startsWith('t|')) return readLong(text)
  if (text.startsWith('k|')) return { kind: 'kept', id: text.slice(2) }
  if (text.startsWith('p|')) return { kind: 'promise', event: text.slice(2) }
  return { kind: 'edition', edition: readRef(text) }
}
