import type { ProviderAccess, Question } from '../ports.ts'

/**
 * Whether what a provider publishes may enter something that is sold, by its own published terms.
 * `open`: reuse is free. `attribution`: free when the source is named. `noncommercial` and `unlicensed` are never sold
 * under the default `SOURCES_RIGHTS=permitted`.
 */
export type Rights = 'open' | 'attribution' | 'noncommercial' | 'unlicensed'

/** A provider together with the terms it publishes. */
export interface Source extends ProviderAccess {
  readonly rights: Rights
  /** The page the terms stand on. */
  readonly terms: string
  /** What an operator should know about them, in a few words. */
  readonly termsNote: string
}

/** One question to one source: plain data, and a pure way to read the reply. `read` throws `Unreadable`. */
export interface Query<T> extends Question {
  readonly provider: Source
  read(body: string): T
}

/** The reply is not what the provider documents. Names the first thing that is wrong. */
export class UnreadableReply extends Error {
  override readonly name = 'Unreadable'
}

/** JSON as the provider wrote it. */
export const json = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    throw new UnreadableReply(`not JSON: ${body.slice(0, 80)}`)
  }
}

/**
 * JSON with every number kept as the text it was written in, for providers that send prices as JSON numbers: a price
 * then never passes through a float on its way to a signature. Numbers come back as strings.
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
