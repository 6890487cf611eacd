import { sha256 } from '@noble/hashes/sha2.js'
import { outcomeText } from '../wire/attestation.ts'
import { type DlcPair, isDlcPair } from '../terms/pairs.ts'
import type { DecidedEvent, Plain } from './shown-event.ts'

/**
 * The evidence of an outcome, as one document: the decision, and all votes of every tick that it names. Its hash is
 * stored before the outcome is signed, so that it cannot be changed afterwards. So its fields and their spelling may
 * never change: another document needs another `format`.
 */

export const EVIDENCE_FORMAT = 'claros-evidence-v1'

/** A tick that a decision names. */
export interface NamedTick {
  readonly pair: DlcPair
  readonly sequence: number
  /** Unix milliseconds. */
  readonly at: number
}

/** The conclusion behind such a tick; both `null` if it was not stored. */
export interface KnownConclusion {
  /** SHA-256 of the RFC 8785 form of the content, hex: the `contentHash` of its sold answers. */
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

/** @param conclusions those of the ticks that the decision names, in the order of `namedTicks` */
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
