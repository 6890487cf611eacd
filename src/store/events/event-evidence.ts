import type { RedisClient } from '../redis/client.ts'
import { contentHash } from '../../canonical/content.ts'
import {
  evidenceDocument,
  type EvidenceDocument,
  type KnownConclusion,
  type NamedTick,
  namedTicks,
} from '../../dlc/documents/evidence.ts'
import type { DecidedEvent, EvidenceSeal } from '../../dlc/documents/shown-event.ts'
import { CONCLUSION, findConclusions } from './conclusions.ts'
import { readEvents } from './event-lists.ts'
import { readEvidenceSeal, type StoredEvent, writeEvidenceSeal } from './event-record.ts'
import { readLasting } from '../redis/lasting.ts'
import { names } from '../redis/names.ts'
import { asTexts, script } from '../redis/script.ts'
import { orTold, type ReportUnreadable } from '../redis/stored.ts'

/**
 * The evidence of decisions, recorded between the decision and its signature. The conclusion of a tick is stored once,
 * under its hash, however many events it decides.
 */

/** KEYS event. ARGV evidence hash, conclusions. The first writer decides; an event without a decision keeps nothing. */
const SEAL = script(
  `local e = redis.call('HMGET', KEYS[1], 'outcome', 'evidenceHash', 'conclusions')
   if not e[1] then return {} end
   if e[2] then return { e[2], e[3] } end
   redis.call('HSET', KEYS[1], 'evidenceHash', ARGV[1], 'conclusions', ARGV[2])
   return { ARGV[1], ARGV[2] }`,
  asTexts,
)

/**
 * An event that was signed without recorded evidence stays so. Evidence that is recorded later would look as if it had
 * been recorded before the signature.
 */
const isUnsealed = (event: StoredEvent | null): event is StoredEvent & DecidedEvent =>
  event !== null && event.decision !== null && event.decision.seal === undefined && event.attestation === null

const hashOf = (document: EvidenceDocument): string => contentHash(document)

const keyOf = ({ pair, sequence, at }: NamedTick): string => `${pair} ${sequence} ${at}`

/** Keeps what the ticks of these events were concluded from, each for ever under its hash. */
const keepConclusions = async (
  redis: RedisClient,
  events: readonly DecidedEvent[],
  told: ReportUnreadable,
): Promise<ReadonlyMap<string, KnownConclusion>> => {
  const ticks = [
    ...new Map(
      events.flatMap(({ decision }) => namedTicks(decision.evidence).map((tick) => [keyOf(tick), tick])),
    ).values(),
  ]
  const found = await findConclusions(redis, ticks, told)
  return new Map(
    await Promise.all(
      ticks.map(async (tick, at): Promise<[string, KnownConclusion]> => {
        const content = found[at] ?? null
        if (content === null) return [keyOf(tick), { hash: null, content: null }]
        const hash = contentHash(content)
        await redis.set(names.dlc.conclusion(hash), JSON.stringify(content))
        return [keyOf(tick), { hash, content }]
      }),
    ),
  )
}

/** `null` for an event whose evidence cannot be recorded, such as text that is not valid UTF-8: the others continue. */
const sealOf = (event: DecidedEvent, conclusions: readonly KnownConclusion[]): EvidenceSeal | null => {
  try {
    return { hash: hashOf(evidenceDocument(event, conclusions)), conclusions: conclusions.map(({ hash }) => hash) }
  } catch {
    return null
  }
}

/** What is returned lasts: decisions and evidence, whoever wrote them. A signature may rest on it. */
export const recordEvidence = (
  redis: RedisClient,
  ids: readonly string[],
  told: ReportUnreadable,
): Promise<readonly (StoredEvent | null)[]> => readLasting(redis, () => recorded(redis, ids, told))

const recorded = async (
  redis: RedisClient,
  ids: readonly string[],
  told: ReportUnreadable,
): Promise<readonly (StoredEvent | null)[]> => {
  const events = await readEvents(redis, ids)
  const unsealed = events.filter(isUnsealed)
  if (unsealed.length === 0) return events
  const known = await keepConclusions(redis, unsealed, told)
  const seals = new Map(
    await Promise.all(
      unsealed.map(async (event): Promise<[string, { readonly seal?: EvidenceSeal }]> => {
        const conclusions = namedTicks(event.decision.evidence).map((tick) => known.get(keyOf(tick))!)
        const seal = sealOf(event, conclusions)
        if (!seal) return [event.id, {}]
        const [stands, of] = await SEAL.run(redis, [names.dlc.event(event.id)], writeEvidenceSeal(seal))
        return [event.id, readEvidenceSeal(stands, of)]
      }),
    ),
  )
  return events.map((event) =>
    event?.decision ? { ...event, decision: { ...event.decision, ...seals.get(event.id) } } : event,
  )
}

/** Returns only what was recorded, byte for byte. */
export const readEvidence = async (
  redis: RedisClient,
  event: StoredEvent,
  told: ReportUnreadable,
): Promise<EvidenceDocument | null> => {
  const { decision } = event
  if (!decision?.seal) return null
  const { hash, conclusions } = decision.seal
  const contents = await Promise.all(
    conclusions.map(async (of) => (of === null ? null : await redis.get(names.dlc.conclusion(of)))),
  )
  const document = evidenceDocument(
    { ...event, decision },
    conclusions.map((of, at) => {
      const text = contents[at]
      return { hash: of, content: text ? orTold(told, () => CONCLUSION.parse(text)) : null }
    }),
  )
  return hashOf(document) === hash ? document : null
}
