import { announcement } from '../src/dlc/wire/announcement.ts'
import { attestation, attestationFault } from '../src/dlc/wire/attestation.ts'
import { decode } from '../src/dlc/wire/tlv.ts'
import type { EventStore } from '../src/store/events/events.ts'
import { names } from '../src/store/redis/names.ts'
import type { BenchRedis } from './bed.ts'

/** Waits until attestations are public, as a reader sees them. */

/**
 * The time at which each attestation became public, Unix ms. It is read from a stream that gets an entry in the same
 * step, and only after the disk has it. Polling a thousand events would be a load of its own.
 *
 * @param from the position in the stream before the first of them
 */
export const watchAttested = async (
  { redis }: BenchRedis,
  ids: readonly string[],
  from: string,
  patienceMs: number,
): Promise<ReadonlyMap<string, number>> => {
  const listening = redis.duplicate()
  const seen = new Map<string, number>()
  const deadline = Date.now() + patienceMs
  let position = from
  try {
    while (seen.size < ids.length) {
      const [stream] =
        (await listening.xread('COUNT', 1_000, 'BLOCK', 1_000, 'STREAMS', names.dlc.journal(), position)) ?? []
      const now = Date.now()
      for (const [place, fields] of stream?.[1] ?? []) {
        position = place
        if (fields[fields.indexOf('what') + 1] === 'attested') seen.set(fields[fields.indexOf('id') + 1] ?? '', now)
      }
      if (now > deadline && seen.size < ids.length)
        throw new Error(`${ids.length - seen.size} events were not attested within ${patienceMs / 1000} s`)
    }
    return seen
  } finally {
    listening.disconnect()
  }
}

/**
 * The time at which each was decided, Unix ms. Throws if one is not attested or a wallet would refuse its signatures.
 */
export const checkAttested = async (events: EventStore, ids: readonly string[]): Promise<readonly number[]> =>
  (await events.readMany(ids)).map((event) => {
    if (!event?.decision || !event.attestation) throw new Error('an attestation is not there')
    const announced = decode(announcement, Uint8Array.fromHex(event.announcement))
    const fault = attestationFault(announced, decode(attestation, Uint8Array.fromHex(event.attestation.serialized)))
    if (fault !== null) throw new Error(`${event.id}: ${fault}`)
    return event.decision.decidedAt
  })
