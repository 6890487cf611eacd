import { openWitness, type Witness } from '../actors/dlc/witness.ts'
import { witnessAddress } from '../actors/dlc/witness-address.ts'
import { makeWitnessFolder, witnessFolder } from '../actors/dlc/witness-folder.ts'
import { witnessBeside } from '../actors/dlc/paths.ts'
import type { WorkerConfig } from '../config.ts'
import { createVisitor } from '../outbound/visit.ts'
import type { Clock } from '../ports.ts'

/** Opens the witness that `ORACLE_WITNESS` names. */

const TIME_LIMIT_MS = 4_000
/** What the witness stores is a few hundred bytes. */
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
  // The operator chose this address, so it may be in a private network. The settings were checked for `https`.
  const visitor = createVisitor({ allow: [`${hostname}:${port || 443}`], clock, ...(ca !== undefined && { ca }) })
  return witnessAddress(host, async (request) => {
    const visit = await visitor.visit({ ...request, url: address, timeLimitMs: TIME_LIMIT_MS, maxBytes: MAX_BYTES })
    return visit.kind === 'answered' ? visit : null
  })
}

/** `null` if the setting is `none`. */
export const witnessOf = (
  { ORACLE_WITNESS: where, ORACLE_DIR }: Pick<WorkerConfig, 'ORACLE_WITNESS' | 'ORACLE_DIR'>,
  owner: WitnessOwner,
): Witness | null => {
  if (where === 'none') return null
  const { oracle, nonceRoot, holder } = owner
  if (where?.startsWith('https:')) return openWitness(addressPlace(where, owner), oracle, nonceRoot)
  const folder = where ?? witnessBeside(ORACLE_DIR)
  // Only the default folder is made. A named folder that is missing is a volume that is not mounted.
  if (where === undefined) makeWitnessFolder(folder)
  return openWitness(witnessFolder(folder, oracle, holder), oracle, nonceRoot)
}
