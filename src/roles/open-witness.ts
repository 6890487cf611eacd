import { openWitness, type Witness } from '../actors/dlc/witness.ts'
import { witnessAddress } from '../actors/dlc/witness-address.ts'
import { makeWitnessFolder, witnessFolder } from '../actors/dlc/witness-folder.ts'
import { witnessBeside } from '../actors/dlc/paths.ts'
import type { WorkerConfig } from '../config.ts'
import { createVisitor } from '../outbound/visit.ts'
import type { Clock } from '../ports.ts'

/** The witness that the settings name. */

const TIME_LIMIT_MS = 4_000
/** A head is a few hundred. */
const MAX_BYTES = 4_096

export interface WitnessOwner {
  /** x-only public key, hex. */
  readonly oracle: string
  readonly nonceRoot: Uint8Array
  /** This process's name among others. */
  readonly holder: string
  readonly clock: Clock
  /** A certificate authority to trust instead of the runtime's list, PEM: for tests. */
  readonly ca?: string
}

const addressPlace = (address: string, { clock, ca }: WitnessOwner) => {
  const { host, hostname, port } = new URL(address)
  // Of the operator's own choice: it may lie in his own network. That it is `https` was judged with the settings.
  const visitor = createVisitor({ allow: [`${hostname}:${port || 443}`], clock, ...(ca !== undefined && { ca }) })
  return witnessAddress(host, async (request) => {
    const visit = await visitor.visit({ ...request, url: address, timeLimitMs: TIME_LIMIT_MS, maxBytes: MAX_BYTES })
    return visit.kind === 'answered' ? visit : null
  })
}

/** `null` where none is wanted. */
export const witnessOf = (
  { ORACLE_WITNESS: where, ORACLE_DIR }: Pick<WorkerConfig, 'ORACLE_WITNESS' | 'ORACLE_DIR'>,
  owner: WitnessOwner,
): Witness | null => {
  if (where === 'none') return null
  const { oracle, nonceRoot, holder } = owner
  if (where?.startsWith('https:')) return openWitness(addressPlace(where, owner), oracle, nonceRoot)
  const folder = where ?? witnessBeside(ORACLE_DIR)
  // A volume that is named and not there is away; it must not be made in its place.
  if (where === undefined) makeWitnessFolder(folder)
  return openWitness(witnessFolder(folder, oracle, holder), oracle, nonceRoot)
}
