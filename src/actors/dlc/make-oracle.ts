import { attestEvents } from './attest-events.ts'
import { createAttesting } from './attesting.ts'
import type { Oracle } from './oracle.ts'

/** The parts of the signer, with the one way in which it attests. */
export const makeOracle = (parts: Omit<Oracle, 'attest'>): Oracle => {
  const attesting = createAttesting((ids) => attestEvents(parts, ids))
  return { ...parts, attest: attesting.attest }
}
