import type { ProviderAccess, Question } from '../ports.ts'

/**
 * Whether the data of a provider may be used in something that is sold, by the provider's published terms. `open`: free
 * use. `attribution`: free if the source is named. `noncommercial` and `unlicensed` are never sold with the default
 * `SOURCES_RIGHTS=permitted`.
 */
export type Rights = 'open' | 'attribution' | 'noncommercial' | 'unlicensed'

/** A provider with its published terms. */
export interface Source extends ProviderAccess {
  readonly rights: Rights
  /** The page with the terms. */
  readonly terms: string
  /** A short note about the terms, for the operator. */
  readonly termsNote: string
}

/** A reader that another thread may run: its name in `large-readers.ts`, and what it is given beside the reply. */
export interface ApartReader {
  readonly reader: string
  readonly given: readonly (string | number)[]
}

/** One request to one source as plain data, with a pure reader of its reply. `read` throws `Unreadable`. */
export interface Query<T> extends Question {
  readonly provider: Source
  read(body: string): T
  /** The same reader for another thread; of questions whose replies may be some megabytes. */
  readonly apart?: ApartReader
}

/** The reply is not in the documented form. The message names the first fault. */
export class UnreadableReply extends Error {
  override readonly name = 'Unreadable'
}

/** The reply as JSON. */
export const json = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    throw new UnreadableReply(`not JSON: ${body.slice(0, 80)}`)
  }
}

/**
 * JSON in which every number is kept as its text, for providers that send prices as JSON numbers. So a price is never a
 * float before it is signed. Numbers become strings.
 */
export const exactJson = (body: string): unknown => {
  try {
    return JSON.parse(body, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value,
    )
  } catch {
    throw new UnreadableReply(`not JSON: ${body.slice(0, 80)}`)
  }
}
