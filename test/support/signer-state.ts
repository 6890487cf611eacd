import type { SignerState } from '../../src/store/events/signer-state.ts'

/** What a signer that is well says of itself. */
export const signerState = (at: number, more: Partial<SignerState> = {}): SignerState => {
  const none = { count: 0, some: [] }
  return { key: '02', at, problem: null, waiting: none, quarantined: none, ...more }
}
