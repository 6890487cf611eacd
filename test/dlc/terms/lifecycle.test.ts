import { expect, test } from 'bun:test'
import {
  type EventKind,
  type EventState,
  TRANSITIONS,
  type Trigger,
  publicStatus,
} from '../../../src/dlc/terms/lifecycle.ts'

const KINDS: readonly EventKind[] = ['threshold', 'enum', 'numeric']
const STATES: readonly EventState[] = ['offered', 'announced', 'cancelling', 'decided', 'attested', 'withdrawn']
const TRIGGERS: readonly Trigger[] = [
  'activate',
  'withdraw',
  'breach',
  'expire',
  'hold_cancellation',
  'release_cancellation',
  'cancel',
  'resolve',
  'administer',
  'attest',
]

/** Where the table leads from there, and why; it stays where there is no way. */
const step = (kind: EventKind, from: EventState, trigger: Trigger) => {
  const way = TRANSITIONS.find((row) => row.from === from && row.trigger === trigger && row.kinds.includes(kind))
  return way ? { ok: true, to: way.to, reason: way.reason ?? null } : { ok: false, stays: from }
}

const follow = (kind: EventKind, ...triggers: readonly Trigger[]): EventState =>
  triggers.reduce<EventState>((state, trigger) => {
    const way = step(kind, state, trigger)
    return way.to ?? way.stays
  }, 'offered')

test('the ways that the contract names', () => {
  expect(follow('threshold', 'activate')).toBe('announced')
  expect(follow('threshold', 'activate', 'breach', 'attest')).toBe('attested')
  expect(follow('threshold', 'activate', 'expire', 'attest')).toBe('attested')
  expect(follow('threshold', 'activate', 'hold_cancellation', 'cancel', 'attest')).toBe('attested')
  expect(follow('enum', 'activate', 'resolve', 'attest')).toBe('attested')
  expect(follow('numeric', 'activate', 'administer', 'attest')).toBe('attested')
})

test('nothing is decided before it is paid for, nor while a cancellation is being paid', () => {
  for (const trigger of ['breach', 'expire', 'resolve', 'administer', 'cancel', 'attest'] as const) {
    for (const kind of KINDS) expect(step(kind, 'offered', trigger)).toEqual({ ok: false, stays: 'offered' })
  }
  expect(step('threshold', 'cancelling', 'breach')).toEqual({ ok: false, stays: 'cancelling' })
  expect(step('threshold', 'cancelling', 'expire')).toEqual({ ok: false, stays: 'cancelling' })
  expect(follow('threshold', 'activate', 'hold_cancellation', 'release_cancellation', 'breach')).toBe('decided')
})

test('the first decision wins: no trigger leads from a decided event to another decision', () => {
  for (const kind of KINDS) {
    for (const state of ['decided', 'attested', 'withdrawn'] as const) {
      for (const trigger of TRIGGERS) {
        const way = step(kind, state, trigger)
        expect(way.ok).toBe(state === 'decided' && trigger === 'attest')
      }
    }
  }
})

test('only a decided event is attested', () => {
  for (const kind of KINDS) {
    for (const state of STATES) expect(step(kind, state, 'attest').ok).toBe(state === 'decided')
  }
})

test('thresholds are not resolved or administered, dated events neither breached nor cancelled', () => {
  for (const trigger of ['resolve', 'administer'] as const)
    expect(step('threshold', 'announced', trigger).ok).toBe(false)
  for (const trigger of ['breach', 'expire', 'hold_cancellation'] as const) {
    expect(step('enum', 'announced', trigger).ok).toBe(false)
    expect(step('numeric', 'announced', trigger).ok).toBe(false)
  }
})

test('every way into a decision has a reason, and no other has', () => {
  for (const { to, reason } of TRANSITIONS) expect(reason !== undefined).toBe(to === 'decided')
  expect(step('threshold', 'announced', 'breach')).toEqual({ ok: true, to: 'decided', reason: 'breach' })
  expect(step('threshold', 'cancelling', 'cancel')).toEqual({ ok: true, to: 'decided', reason: 'cancel' })
})

test('a state and a trigger lead to one place', () => {
  for (const kind of KINDS) {
    const ways = TRANSITIONS.filter(({ kinds }) => kinds.includes(kind)).map(
      ({ from, trigger }) => `${from} ${trigger}`,
    )
    expect(new Set(ways).size).toBe(ways.length)
  }
})

test('readers see two states per kind, and nothing of what is not paid', () => {
  expect(STATES.map((state) => publicStatus('threshold', state))).toEqual([
    null,
    'registered',
    'registered',
    'registered',
    'attested',
    null,
  ])
  for (const kind of ['enum', 'numeric'] as const) {
    expect(STATES.map((state) => publicStatus(kind, state))).toEqual([
      null,
      'pending',
      'pending',
      'pending',
      'settled',
      null,
    ])
  }
})
