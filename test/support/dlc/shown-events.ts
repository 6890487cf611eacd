import type { TObject } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { ShownTerms } from '../../../src/dlc/terms/event-terms.ts'
import type { ShownEvent } from '../../../src/dlc/documents/shown-event.ts'
import { type EventVector, vectors } from './vectors.ts'

/** Our vectors as stored events, with everything that only the oracle may know beside them. */

/** What no document may show. */
export const SECRETS = {
  hidden: {
    webhookUrl: 'https://secret-hook.example/path',
    payer: '0xsecretpayer',
    manageTokenHash: 'secrettokenhash',
    resolver: { kind: 'webhook', url: 'https://secret-resolver.example' },
    scale: '1',
  },
  payment: 'x402:secretpayment',
  cancelling: { payment: 'l402:secretcancel', until: 1 },
}

const SALT = '0f'.repeat(32)
const OFFERED = 1_790_000_000_123
const ATTESTED = 1_798_761_600_456

const enumTerms: ShownTerms = { kind: 'enum', label: 'a label', resolverConfig: null, rail: 'l402' }
const numericTerms: ShownTerms = {
  kind: 'numeric',
  label: 'a label',
  scaleFactor: 1,
  resolverConfig: null,
  rail: 'x402',
}

export const termsFor = (vector: EventVector): ShownTerms => (vector.kind === 'enum' ? enumTerms : numericTerms)

export const announced = (vector: EventVector, terms = termsFor(vector)): ShownEvent =>
  Object.assign(
    {
      id: vector.eventId,
      kind: terms.kind,
      state: 'announced' as const,
      maturityTs: vector.maturity,
      pair: null,
      salt: SALT,
      announcement: vector.announcement,
      terms,
      offeredAt: OFFERED,
      decision: null,
      attestation: null,
    },
    SECRETS,
  )

export type VectorCase = EventVector['cases'][number]

export const attestedAs = (vector: EventVector, outcome: VectorCase): ShownEvent => ({
  ...announced(vector),
  state: 'attested',
  decision: { reason: 'manual', evidence: { by: 'administrator' } },
  attestation: {
    serialized: outcome.attestation,
    counted: outcome.attestationWithOutcomeCount,
    attestedAt: ATTESTED,
  },
})

export const vectorCalled = (name: string): EventVector => {
  const found = vectors.vectors.find((vector) => vector.name === name)
  if (!found) throw new Error(`no vector ${name}`)
  return found
}

/** Where a document is not what its schema says, and which of its fields the schema does not know. */
export const misfits = (schema: TObject, document: object): readonly string[] => [
  ...[...Value.Errors(schema, document)].map(({ path, message }) => `${path} ${message}`),
  ...Object.keys(document)
    .filter((name) => !(name in schema.properties))
    .map((name) => `${name} is not in the schema`),
]
