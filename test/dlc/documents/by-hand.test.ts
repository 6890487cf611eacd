import { expect, test } from 'bun:test'
import { byHand, isOverride } from '../../../src/dlc/documents/by-hand.ts'
import type { ResolverConfig } from '../../../src/dlc/terms/resolver-config.ts'
import { GRACE_SECONDS } from '../../../src/dlc/terms/threshold.ts'

const MATURITY_TS = 1_800_000_000
const MATURITY = MATURITY_TS * 1000
const LAST = MATURITY + GRACE_SECONDS * 1000
const WEBHOOK: ResolverConfig = { kind: 'webhook', url: 'https://who.example/won' }

const by = (resolver: ResolverConfig | null, override: boolean, now: number) =>
  byHand({ maturityTs: MATURITY_TS, resolver }, override, now)

test('an event that waits for an administrator is his at any time; nothing is overridden', () => {
  for (const override of [false, true]) {
    expect(by(null, override, MATURITY - 1)).toEqual({ kind: 'manual', at: MATURITY - 1, early: true })
    expect(by(null, override, MATURITY)).toEqual({ kind: 'manual', at: MATURITY, early: false })
  }
})

test('one with a resolver is its resolver’s until the grace is over', () => {
  for (const now of [0, MATURITY - 1, MATURITY, LAST]) expect([now, by(WEBHOOK, false, now)]).toEqual([now, null])
  expect(by(WEBHOOK, false, LAST + 1)).toEqual({ kind: 'manual', at: LAST + 1, early: false })
})

test('who goes ahead of it says so, and it is said of nobody else', () => {
  expect(by(WEBHOOK, true, MATURITY - 1)).toEqual({ kind: 'manual', at: MATURITY - 1, early: true, override: true })
  expect(by(WEBHOOK, true, LAST)).toEqual({ kind: 'manual', at: LAST, early: false, override: true })
  expect(by(WEBHOOK, true, LAST + 1)).toEqual({ kind: 'manual', at: LAST + 1, early: false })
})

test('an override is told from everything else that a decision may rest on', () => {
  expect(isOverride({ kind: 'manual', at: 1, early: true, override: true })).toBe(true)
  for (const other of [null, 5, 'override', [], { kind: 'manual', at: 1 }, { kind: 'webhook', override: true }])
    expect([other, isOverride(other)]).toEqual([other, false])
})
