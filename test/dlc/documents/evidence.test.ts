import { describe, expect, test } from 'bun:test'
import { contentHash } from '../../../src/canonical/content.ts'
import type { Json } from '../../../src/canonical/jcs.ts'
import { evidenceDocument, namedTicks } from '../../../src/dlc/documents/evidence.ts'
import { announced, vectorCalled } from '../../support/dlc/shown-events.ts'

const AT = 1_800_000_000_000
const tick = (sequence: number, at = AT + sequence * 5_000) => ({ sequence, at, price: '100' })
const named = (sequence: number) => ({ pair: 'BTCUSD' as const, sequence, at: AT + sequence * 5_000 })

describe('the ticks that a decision names', () => {
  test.each<[string, Json, readonly number[]]>([
    ['a price that settled', { kind: 'tick', pair: 'BTCUSD', ...tick(7), sources: ['kraken'] }, [7]],
    ['both that breached', { kind: 'tick', pair: 'BTCUSD', ...tick(7), first: tick(5) }, [5, 7]],
    ['the same twice', { kind: 'tick', pair: 'BTCUSD', ...tick(7), first: tick(7) }, [7]],
    ['the last before an expiry', { kind: 'expiry', pair: 'BTCUSD', expiry: 1, lastTick: tick(9) }, [9]],
    ['no tick before an expiry', { kind: 'expiry', pair: 'BTCUSD', expiry: 1, lastTick: null }, []],
    ['an answer', { kind: 'webhook', url: 'https://x.example', answer: '{"pair":"BTCUSD","sequence":1,"at":2}' }, []],
    ['a pair that there is not', { kind: 'tick', pair: 'constructor', ...tick(7) }, []],
    ['a deed', { kind: 'manual', at: AT, early: true }, []],
    ['nothing', null, []],
    ['a list', [{ pair: 'BTCUSD', ...tick(7) }], []],
  ])('%s', (_what, evidence, sequences) => {
    expect(namedTicks(evidence)).toEqual(sequences.map(named))
  })
})

describe('the document', () => {
  const vector = vectorCalled('enum-yes-no')
  const evidence = { kind: 'tick', pair: 'BTCUSD', ...tick(7), first: tick(5) }
  const event = {
    ...announced(vector),
    decision: { outcome: ['yes'], reason: 'resolver' as const, decidedAt: AT, evidence },
  }
  const content = { price: '100', quotes: [{ source: 'kraken', used: true }] }
  const document = evidenceDocument(event, [
    { hash: null, content: null },
    { hash: 'ab', content },
  ])

  test('has this hash for ever: it stands in journals that nobody may rewrite', () => {
    expect(contentHash(document)).toBe('c0775aa5d296a980f5d5d588963fd38d366bfc3669da196be841fca91ffb68ad')
  })

  test('says what was decided by what, and nothing that only the oracle may know', () => {
    expect(document).toMatchObject({
      eventid: vector.eventId,
      outcome: 'yes',
      evidence,
      conclusions: [
        { sequence: 5, contentHash: null, content: null },
        { sequence: 7, contentHash: 'ab', content },
      ],
    })
    expect(JSON.stringify(document)).not.toMatch(/secret/i)
  })
})
