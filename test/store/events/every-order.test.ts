import { expect, test } from 'bun:test'
import { enumTerms } from '../../../src/dlc/terms/enum-terms.ts'
import { type Creator, hiddenTerms, pairOf, shownTerms, type Terms } from '../../../src/dlc/terms/event-terms.ts'
import { numericTerms } from '../../../src/dlc/terms/numeric-terms.ts'
import { thresholdTerms } from '../../../src/dlc/terms/threshold-terms.ts'
import { readJob } from '../../../src/queues/asks.ts'
import { type NewEvent, readEvent, recordOf, writeRecord } from '../../../src/store/events/event-record.ts'
import { dice } from '../../support/dlc/random.ts'
import { drawn, seedOf } from '../../support/draws.ts'
import { type Kind, makeBody } from '../../support/http/dlc/made-bodies.ts'
import { dated, NOW } from '../../support/store/dlc-events.ts'

/** Whatever may be ordered is carried to the signer and lies in the store, and is read there as it was judged. */

const TERMS = { threshold: thresholdTerms, enum: enumTerms, numeric: numericTerms } as const
const HASH = 'ab'.repeat(32)
const CREATORS: readonly Creator[] = [
  { rail: 'l402', payer: null, manageTokenHash: HASH },
  { rail: 'x402', payer: `0x${'Aa'.repeat(20)}`, manageTokenHash: HASH, sealedWebhookSecret: 'sealed' },
  { rail: 'none', payer: null, manageTokenHash: '' },
]

const pairsOf = (flat: readonly string[]): Record<string, string> =>
  Object.fromEntries(flat.flatMap((field, at) => (at % 2 === 0 ? [[field, flat[at + 1]!]] : [])))

const eventOf = (terms: Terms, creator: Creator): NewEvent => ({
  ...dated({ id: 'E-1' }),
  kind: terms.kind,
  pair: pairOf(terms),
  watch: terms.kind === 'threshold' ? { direction: terms.direction, strike: terms.strikeText } : null,
  terms: shownTerms(terms, creator),
  hidden: hiddenTerms(terms, creator),
})

test.each(Object.keys(TERMS) as Kind[])('%s orders', (kind) => {
  const nowTs = NOW / 1000
  const around = { nowTs, ownHosts: ['oracle.example'], plainHosts: [] }
  for (let n = 1; n <= drawn(1_500); n++) {
    const seed = seedOf(n * 6_007)
    const { body } = makeBody(kind, dice(seed), 0, { nowTs, own: 'oracle.example' })
    const judged = TERMS[kind](body, around)
    if (!judged.ok) throw new Error(`seed ${seed}: ${JSON.stringify(judged.broken)}`)
    const creator = CREATORS[n % CREATORS.length]!
    const job = { actor: '', wish: { what: 'offer', payment: 'p', terms: judged.terms, creator } }
    expect<unknown>(readJob('offers', JSON.parse(JSON.stringify(job)))).toEqual(job)

    const { record } = recordOf(eventOf(judged.terms, creator))
    const hash = { ...pairsOf(writeRecord(record)), state: 'offered' }
    expect({ seed, ...readEvent(hash) }).toMatchObject({ seed, ...record, state: 'offered', decision: null })
  }
})
