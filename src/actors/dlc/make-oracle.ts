import { attestEvents } from './attest-events.ts'
import { createAttesting } from './attesting.ts'
import type { Oracle } from './oracle.ts'

/** Joins the parts of the signer with the only function that attests. */
export const makeOracle = (parts: Omit<Oracle, 'attest'>): Oracle => {
  const attesting = createAttesting((ids) => attestEvents(parts, ids))
  return { ...parts, attest: attesting.attest }
}
