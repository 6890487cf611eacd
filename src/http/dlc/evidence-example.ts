import { contentHash } from '../../canonical/content.ts'
import type { Json } from '../../canonical/jcs.ts'
import { attestation } from '../../dlc/wire/attestation.ts'
import { attestationExample, EXAMPLES } from '../../dlc/documents/document-examples.ts'
import { evidenceDocument, type NamedTick, namedTicks } from '../../dlc/documents/evidence.ts'
import type { EventKind } from '../../dlc/terms/lifecycle.ts'
import { DLC_PAIRS } from '../../dlc/terms/pairs.ts'
import { decode } from '../../dlc/wire/tlv.ts'
import { exampleOf } from '../../feeds/feed.ts'
import type { QuoteAnswer, VotesAnswer } from '../../feeds/prices/votes-answer.ts'
import { registry } from '../../feeds/registry.ts'

/** Evidence of the example events. Its prices really follow from its votes. */

type Content = Readonly<Record<string, Json>>
type Said = Content & { readonly price: string }

/** What the decision states about a tick that it names. */
const saidOf = (evidence: Json, { sequence }: NamedTick): Said => {
  const whole = evidence as Said
  const said = [whole, ...Object.values(whole)].find((each) => (each as Content | null)?.['sequence'] === sequence)
  return said as Said
}

const allSaying = (quotes: readonly QuoteAnswer[], price: string): readonly QuoteAnswer[] =>
  quotes.map((quote) => ({ ...quote, price }))

/** The feed's example with this price: all venues state the same, and USDT is worth a dollar. */
const contentOf = (tick: NamedTick, { price }: Said): Content => {
  const { feed, subject } = DLC_PAIRS[tick.pair]
  const item = registry.item(`${feed}/${subject}`)!
  const { usdt_rate: usdt, ...example } = exampleOf(item.feed, item.subject) as Content & VotesAnswer
  const timestamp = Math.floor(tick.at / 1000)
  return {
    ...example,
    price,
    observed_at: timestamp,
    legs: (example['legs'] as readonly Content[]).map((leg) => ({ ...leg, observed_at: timestamp })),
    quotes: allSaying(example.quotes, price),
    ...(usdt && { usdt_rate: { ...usdt, value: '1', quotes: allSaying(usdt.quotes, '1') } }),
    timestamp,
  }
}

/** Time from a decision to its attestation, in the example. */
const SIGNING_MS = 70

export const evidenceExample = (kind: EventKind): Json => {
  const event = EXAMPLES[kind]
  const { decision, attestation: bytes } = event
  const { outcomes } = decode(attestation, Uint8Array.fromHex(bytes!.serialized))
  const decided = { ...decision!, outcome: outcomes, decidedAt: bytes!.attestedAt - SIGNING_MS }
  const conclusions = namedTicks(decided.evidence).map((tick) => {
    const content = contentOf(tick, saidOf(decided.evidence, tick))
    return { hash: contentHash(content), content }
  })
  return evidenceDocument({ ...event, decision: decided }, conclusions)
}

/** The example attestation with the hash of its evidence, as every attestation has it. */
export const provenExample = (kind: EventKind): Json => ({
  ...(attestationExample(kind) as Content),
  evidenceHash: contentHash(evidenceExample(kind) as Content),
})
