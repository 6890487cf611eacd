import type { Check } from '../canonical/check.ts'
import { contentHash } from '../canonical/content.ts'
import type { Json } from '../canonical/jcs.ts'
import type { Verification } from '../canonical/verify.ts'
import { type NamedTick, namedTicks } from '../dlc/documents/evidence.ts'
import { DLC_PAIRS } from '../dlc/terms/pairs.ts'
import { plainDecimal } from '../dlc/terms/scale.ts'
import { type Direction, isBreached } from '../dlc/terms/threshold.ts'
import { exampleOf } from '../feeds/feed.ts'
import { registry } from '../feeds/registry.ts'

/** Checks the evidence of a DLC event without the network: its hash, and that each price follows from its votes. */

type Body = Readonly<Record<string, Json>>

const membersOf = (value: Json | undefined): Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : {}

const listOf = (value: Json | undefined): readonly Body[] => (Array.isArray(value) ? value.map(membersOf) : [])

/** The price that the decision states for a tick that it names. */
const priceIn = (evidence: Json, { sequence }: NamedTick): string => {
  const whole = membersOf(evidence)
  const said = [whole, ...Object.values(whole).map(membersOf)].find((each) => each['sequence'] === sequence)
  return String(said?.['price'] ?? '')
}

/** The feed that sells a price also computes it again from its votes. */
const countedAgain = ({ pair }: NamedTick, content: Body): readonly Check[] => {
  const { feed, subject } = DLC_PAIRS[pair]
  const item = registry.item(`${feed}/${subject}`)!
  const isOfPair = content['domain'] === exampleOf(item.feed, item.subject)['domain']
  return [
    { what: 'is of the pair', ok: isOfPair, detail: String(content['domain']) },
    ...(item.feed.sale.canonical.recompute?.(content, content) ?? []),
  ]
}

const checksOf = (evidence: Json, tick: NamedTick, conclusion: Body): readonly Check[] => {
  if (conclusion['content'] === null) return [{ what: 'was kept', ok: false }]
  const content = membersOf(conclusion['content'])
  const hash = contentHash(content)
  const price = priceIn(evidence, tick)
  return [
    { what: 'has this hash', ok: hash === conclusion['contentHash'], detail: hash },
    { what: 'is of its time', ok: content['timestamp'] === Math.floor(tick.at / 1000) },
    { what: 'is the price that decided', ok: content['price'] === price, detail: price },
    ...countedAgain(tick, content),
  ]
}

/** The prices that the decision names breached the contract, so each of them must have reached the strike. */
const reached = (body: Body, evidence: Json, ticks: readonly NamedTick[]): readonly Check[] => {
  const { reason, strike, direction } = body
  if (reason !== 'breach') return []
  const isPast = (tick: NamedTick): boolean => {
    try {
      return isBreached(direction as Direction, plainDecimal(Number(strike)), priceIn(evidence, tick))
    } catch {
      return false
    }
  }
  return [{ what: 'every price has reached the strike', ok: ticks.length > 0 && ticks.every(isPast) }]
}

const evidenceChecks = (body: Body, expected: string | null): readonly Check[] => {
  const hash = contentHash(body)
  const evidence = body['evidence'] ?? null
  const ticks = namedTicks(evidence)
  const conclusions = listOf(body['conclusions'])
  const places = (of: readonly (NamedTick | Body)[]) =>
    JSON.stringify(of.map((each) => [each['sequence'] ?? null, each['at'] ?? null]))
  return [
    {
      what: expected === null ? 'hash of the evidence' : 'the hash is the one that was attested',
      ok: expected === null || hash === expected,
      detail: hash,
    },
    { what: 'every price that decided is there', ok: places(ticks) === places(conclusions) },
    ...reached(body, evidence, ticks),
    ...ticks.flatMap((tick, at) =>
      checksOf(evidence, tick, conclusions[at] ?? {}).map(({ what, ...rest }) => ({
        what: `tick ${tick.sequence}: ${what}`,
        ...rest,
      })),
    ),
  ]
}

/** Evidence without an RFC 8785 form, or from which nothing can be counted, ends with a verdict too. */
const orUnreadable = (checks: () => readonly Check[]): readonly Check[] => {
  try {
    return checks()
  } catch (problem) {
    return [{ what: 'the evidence can be read', ok: false, detail: String(problem) }]
  }
}

/** @param expected the `evidenceHash` of the attestation; without it this shows only that the evidence is consistent */
export const verifyEvidence = (body: Body, expected: string | null): Verification => {
  const checks = orUnreadable(() => evidenceChecks(body, expected))
  return { ok: checks.every((each) => each.ok), checks }
}
