import type { Group } from '../bench.ts'
import type { TicksResult, TicksSettings } from '../servers/ticks.ts'

/** The cost of one tick of all price actors, and how much of it is signatures. */

/** Signatures per item at least: two editions on each rail, the archive copy, one of the content hash on each rail. */
const ECDSA_PER_ITEM = 3
const ED25519_PER_ITEM = 4

export const ticks: Group = async ({ bed, quick, say }) => {
  say('ticks: all price actors over boards of the simulated world')
  const redis = await bed.redis('always')
  const found = await bed.run<TicksResult>('ticks', {
    redis: redis.address,
    ticks: quick ? 3 : 15,
  } satisfies TicksSettings)
  const { items } = found
  const signatures = items * (ECDSA_PER_ITEM + ED25519_PER_ITEM)
  const figures = (['noble', 'native'] as const).flatMap((library) => {
    const { cpuMs, published, declined, ecdsaMicros, ecdsaVerifyMicros } = found[library]
    const signing = (items * (ECDSA_PER_ITEM * ecdsaMicros + ED25519_PER_ITEM * found.ed25519Micros)) / 1000
    const reading = (items * (ecdsaVerifyMicros + found.ed25519VerifyMicros)) / 1000
    return [
      {
        name: `one tick of all ${items} price actors, ECDSA by ${library}`,
        value: cpuMs,
        unit: 'ms CPU',
        note:
          `${published} published, ${declined} declined; ${signatures} signatures ${signing.toFixed(1)} ms, ` +
          `reading back ${reading.toFixed(1)} ms, all else ${(cpuMs - signing - reading).toFixed(1)} ms`,
      },
      { name: `the same per signature, ECDSA by ${library}`, value: (cpuMs * 1000) / signatures, unit: 'µs CPU' },
      { name: `one ECDSA signature by ${library}`, value: ecdsaMicros, unit: 'µs' },
    ]
  })
  return {
    figures: [
      ...figures,
      { name: 'one Ed25519 signature by the runtime', value: found.ed25519Micros, unit: 'µs' },
      { name: 'reading back one ECDSA signature, noble', value: found.noble.ecdsaVerifyMicros, unit: 'µs' },
      { name: 'reading back one Ed25519 signature', value: found.ed25519VerifyMicros, unit: 'µs' },
    ],
  }
}
