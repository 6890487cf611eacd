import type { HiddenTerms } from '../../../../src/dlc/terms/event-terms.ts'
import { THRESHOLD_DESCRIPTOR } from '../../../../src/dlc/terms/threshold.ts'
import type { EventStore } from '../../../../src/store/events/events.ts'
import { dated, threshold } from '../../store/dlc-events.ts'
import { saltOf, type TestOracle } from '../dlc/oracle-parts.ts'
import { toJournal } from '../../../../src/actors/dlc/recovery.ts'

/** Events that are really attested, with valid signatures. */

export const NOW = 1_800_000_000_000
const MATURITY_TS = NOW / 1000 + 60

/** A threshold contract whose expiry has passed: offered, paid, decided `safe`, signed, published. */
export const attestThreshold = async (
  events: EventStore,
  { signer, journal }: Pick<TestOracle, 'signer' | 'journal'>,
  id: string,
  webhookUrl: string | null,
  at: number,
  secret: Pick<HiddenTerms, 'sealedWebhookSecret'> = {},
): Promise<void> => {
  const salt = saltOf(id)
  const announced = signer.announce({ eventId: id, maturityTs: MATURITY_TS, descriptor: THRESHOLD_DESCRIPTOR }, salt)
  const made = threshold({ id }, { direction: 'above', strike: '100' })
  const bytes = { salt: salt.toHex(), announcement: announced.announcement }
  await events.offer({ ...made, ...bytes, hidden: { ...made.hidden, webhookUrl, ...secret } }, NOW)
  await events.activate(id, NOW, null)
  const decided = await events.decide(id, {
    trigger: 'expire',
    outcome: ['safe'],
    evidence: null,
    now: MATURITY_TS * 1000 + 1,
    graceMs: 0,
  })
  if (decided.kind !== 'decided') throw new Error(`${id}: ${decided.kind}`)
  const event = await events.read(id)
  if (!event) throw new Error(`${id} is not there`)
  journal.append(...toJournal(event))
  const attested = signer.attest({ ...event, descriptor: THRESHOLD_DESCRIPTOR }, ['safe'])
  const published = await events.publish(id, ['safe'], attested, at)
  if (published.kind !== 'published') throw new Error(`${id}: ${published.kind}`)
}

/** An attested event with unreadable bytes, which only a bug of ours could make. */
export const attestNonsense = async (events: EventStore, id: string, webhookUrl: string): Promise<void> => {
  const made = dated({ id })
  await events.offer({ ...made, hidden: { ...made.hidden, webhookUrl } }, NOW)
  await events.activate(id, NOW, null)
  await events.decide(id, { trigger: 'resolve', outcome: ['yes'], evidence: null, now: NOW, graceMs: 0 })
  await events.publish(id, ['yes'], { serialized: 'aa', counted: 'bb' }, NOW)
}
