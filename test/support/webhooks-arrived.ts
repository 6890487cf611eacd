import { attestation } from '../../src/dlc/wire/attestation.ts'
import { decode } from '../../src/dlc/wire/tlv.ts'
import type { StoredEvent } from '../../src/store/events/event-record.ts'
import type { Store } from '../../src/store/store.ts'
import { verifyWebhook, webhookId } from '../../src/webhooks/standard-webhooks.ts'
import type { Customer } from './customer.ts'

/** What receivers have seen of these events: once told, whatever died meanwhile. */

const isTaken = (status: number): boolean => status >= 200 && status < 300

/**
 * What is wrong with the webhooks; empty when every one was taken, and none came again after that.
 *
 * @param courierDeaths Unix milliseconds: a courier that is killed between the answer and writing it down has not heard
 * it, so what it held comes again. Nothing else excuses a second call.
 */
export const webhookFaults = async (
  store: Store,
  customer: Customer,
  events: readonly StoredEvent[],
  courierDeaths: readonly number[],
): Promise<readonly string[]> => {
  const faults: string[] = []
  const publicKey = (await store.keys.read()).webhook ?? ''
  const told = events.filter(({ hidden }) => hidden.webhookUrl !== null)
  for (const event of told) {
    const id = webhookId(event.id, 'attested')
    const complain = (what: string) => void faults.push(`${id}: ${what}`)
    const calls = customer.calls.get(id) ?? []
    const taken = calls.find(({ status }) => isTaken(status))
    if (!taken) {
      complain(`${calls.length} calls, none taken`)
      continue
    }
    const again = calls[calls.indexOf(taken) + 1]
    if (again && !courierDeaths.some((at) => taken.at - 1_000 <= at && at <= again.at))
      complain('it came again after it was taken')
    if (new Set(calls.map(({ body }) => body)).size !== 1) complain('two bodies')
    for (const { headers, body, at } of calls) {
      const verdict = verifyWebhook(publicKey, headers, body, Math.floor(at / 1000))
      if (verdict !== 'valid') complain(verdict)
    }
    const { serialized } = JSON.parse(taken.body) as { readonly serialized: string }
    if (serialized !== event.attestation?.serialized) complain('it tells of another attestation')
    if (decode(attestation, Uint8Array.fromHex(serialized)).eventId !== event.id) complain('it tells of another event')
    const delivery = await store.deliveries.of(event.id)
    if (delivery?.state !== 'delivered') complain(`the delivery log says ${delivery?.state}`)
  }
  const known = new Set(told.map(({ id }) => webhookId(id, 'attested')))
  for (const id of customer.calls.keys()) if (!known.has(id)) faults.push(`${id}: nobody asked for it`)
  return faults
}
