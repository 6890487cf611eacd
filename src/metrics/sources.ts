import type { SourceFailure } from '../ports.ts'
import type { Meter } from './meter.ts'

/** Counts questions to providers. */

type Outcome = 'ok' | SourceFailure['kind']

const CIRCUIT = { closed: 0, trial: 1, open: 2 } as const

/** A question that our own limits stopped was never sent, so its time is not that of the provider. */
const isSent = (outcome: Outcome): boolean => outcome !== 'circuit_open' && outcome !== 'rate_limited'

export const sourceMeter = (meter: Meter) => ({
  onReply: (source: string, outcome: Outcome, tookMs: number): void => {
    meter.count('claros_source_replies_total', { source, outcome })
    if (isSent(outcome)) meter.time('claros_source_seconds', { source }, tookMs)
  },
  onCircuit: (source: string, state: keyof typeof CIRCUIT): void =>
    meter.set('claros_source_circuit', { source }, CIRCUIT[state]),
})
