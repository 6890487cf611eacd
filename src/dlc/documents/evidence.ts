import { sha256 } from '@noble/hashes/sha2.js'
import { outcomeText } from '../wire/attestation.ts'
import { type DlcPair, isDlcPair } from '../terms/pairs.ts'
import type { DecidedEvent, Plain } from './shown-event.ts'

/**
 * What an outcome rests on, as one document: the decision, and of every tick that it names all votes. Its hash is written
 * down before the outcome is signed, so that nobody can change it afterwards. What is in it and how it is spelled may
 * therefore never change either: another document is another `format`.
 */

export const EVIDENCE_FORMAT = 'claros-evidence-v1'

/** A tick as a decision names it. */
export interface NamedTick {
  readonly pair: DlcPair
  readonly sequence: number
  /** Unix milliseconds. */
  readonly at: number
}

/** What such a tick was concluded from; both `null` where that was not kept. */
export interface KnownConclusion {
  /** SHA-256 of the RFC 8785 form of the content, hex: the `contentHash` of the answers that were sold of it. */
  readonly hash: string | null
  readonly content: Plain
}

type Members = { readonly [key: string]: Plain }

const membersOf = (value: Plain | undefined): Members | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** The ticks that a decision names, itself or in a member, in the order of their sequence; each once. */
export const namedTicks = (evidence: Plain): readonly NamedTick[] => {
  const whole = membersOf(evidence)
  const pair = String(whole?.['pair'] ?? '')
  if (!whole || !isDlcPair(pair)) return []
  const found = [whole, ...Object.values(whole).map(membersOf)].flatMap((each) => {
    const { sequence, at } = each ?? {}
    return isCount(sequence) && isCount(at) ? [{ pair, sequence, at }] : []
  })
  return [...new Map(found.map((tick) => [tick.sequence, tick])).values()].toSorted((a, b) => a.sequence - b.sequence)
}

/** @param conclusions of the ticks that the decision names, in the order of `namedTicks` */
export const evidenceDocument = (event: DecidedEvent, conclusions: readonly KnownConclusion[]) => {
  const { id, kind, terms, announcement, maturityTs, decision } = event
  const { outcome, reason, decidedAt, evidence } = decision
  return {
    format: EVIDENCE_FORMAT,
    eventid: id,
    type: kind,
    ...(terms.kind === 'threshold' && { pair: terms.pair, strike: terms.strike, direction: terms.direction }),
    maturityTs,
    announcementId: sha256(Uint8Array.fromHex(announcement)).toHex(),
    outcome: outcomeText(outcome),
    outcomes: outcome,
    reason,
    decidedAt: new Date(decidedAt).toISOString(),
    evidence,
    conclusions: namedTicks(evidence).map(({ sequence, at }, place) => {
      const { hash, content } = conclusions[place] ?? { hash: null, content: null }
      return { sequence, at, contentHash: hash, content }
    }),
  } as const
}

export type EvidenceDocument = ReturnType<typeof evidenceDocument>
