import { createSigner } from '../../src/actors/dlc/signer.ts'
import { pickSchnorr } from '../../src/native/schnorr.ts'
import { type Shape, SHAPES, someOutcome } from '../events.ts'
import { silent } from '../silent.ts'
import { median } from '../table.ts'
import { tinyOracle } from '../tiny-oracle.ts'
import { settingsOf } from './process.ts'
import { cpuMicros } from '../cpu.ts'

/**
 * Only announcing and attesting: no guard, no disk, no Redis. Ours and tiny-secp256k1 in turns; their bytes are
 * compared.
 */
export interface SigningSettings {
  readonly rounds: number
  /** Events in one round. */
  readonly events: number
}

/** CPU time per event, medians, microseconds. */
export interface Signed {
  readonly ours: number
  readonly tiny: number
}

export type SigningResult = Readonly<Record<Shape, { readonly announced: Signed; readonly attested: Signed }>>

const { rounds, events } = settingsOf<SigningSettings>()
const KEY = new Uint8Array(32).fill(0x11)
const NONCE_ROOT = new Uint8Array(32).fill(0x22)
const MATURITY_TS = 1_900_000_000
const noGuard = { commitAll: () => {} }
const ours = createSigner({ key: KEY, nonceRoot: NONCE_ROOT, guard: noGuard, schnorr: pickSchnorr(silent) })
const tiny = tinyOracle(KEY, NONCE_ROOT)

/** The same work by several implementations, in turns. Every round uses new events. */
const inTurns = (way: { readonly [Who in keyof Signed]: (event: number) => string }): Signed => {
  const spent: { readonly [Who in keyof Signed]: number[] } = { ours: [], tiny: [] }
  for (let round = 0; round <= rounds; round++) {
    const made = new Map<keyof Signed, readonly string[]>()
    for (const who of ['ours', 'tiny'] as const) {
      const before = cpuMicros()
      made.set(
        who,
        Array.from({ length: events }, (_, at) => way[who](round * events + at)),
      )
      // The first round is not counted, since the code is being compiled.
      if (round > 0) spent[who].push((cpuMicros() - before) / events)
    }
    if (made.get('ours')?.join() !== made.get('tiny')?.join()) throw new Error('the two do not make the same bytes')
  }
  return { ours: median(spent.ours), tiny: median(spent.tiny) }
}

const measure = (shape: Shape) => {
  const { descriptor } = SHAPES[shape]
  const salts = Array.from({ length: (rounds + 1) * events }, (_, at) =>
    new Bun.CryptoHasher('sha256').update(`${shape} ${at}`).digest(),
  )
  const idOf = (at: number): string => `${shape}-${at}`
  const saltOf = (at: number): Uint8Array => salts[at] ?? new Uint8Array()
  const announced = salts.map(
    (salt, at) => ours.announce({ eventId: idOf(at), maturityTs: MATURITY_TS, descriptor }, salt).announcement,
  )
  return {
    announced: inTurns({
      ours: (at) => ours.announce({ eventId: idOf(at), maturityTs: MATURITY_TS, descriptor }, saltOf(at)).announcement,
      tiny: (at) => tiny.announce(idOf(at), MATURITY_TS, descriptor, saltOf(at)),
    }),
    attested: inTurns({
      ours: (at) => {
        const event = { id: idOf(at), salt: saltOf(at).toHex(), descriptor, announcement: announced[at] ?? '' }
        return ours.attest(event, someOutcome(descriptor, at)).serialized
      },
      tiny: (at) => tiny.attest(idOf(at), descriptor, saltOf(at), someOutcome(descriptor, at)),
    }),
  }
}

const result: SigningResult = { enum: measure('enum'), digits: measure('digits') }
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit(0)
