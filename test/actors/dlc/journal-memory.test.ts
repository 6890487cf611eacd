import { expect, test } from 'bun:test'
import type { JournalEntry } from '../../../src/actors/dlc/journal-lines.ts'
import { isNews, type JournaledEvent, openIn, remember } from '../../../src/actors/dlc/journal-memory.ts'
import { NOW } from '../../support/actors/dlc/oracle-parts.ts'

/** As little as is kept of an event, no line about it may say another thing than one before. */

type Decided = Extract<JournalEntry, { type: 'decided' }>
type Attested = Extract<JournalEntry, { type: 'attested' }>

const decided = (more: Partial<Decided> = {}): JournalEntry => ({
  type: 'decided',
  id: 'E-1',
  at: NOW,
  outcome: ['yes'],
  reason: 'resolver',
  evidence: {},
  ...more,
})
const attested = (more: Partial<Attested> = {}): JournalEntry => ({
  type: 'attested',
  id: 'E-1',
  at: NOW,
  outcome: ['yes'],
  serialized: 'aa',
  counted: 'bb',
  ...more,
})
const knowing = (...entries: readonly JournalEntry[]): Map<string, JournaledEvent> => {
  const known = new Map<string, JournaledEvent>()
  for (const entry of entries) remember(known, entry, 0, 1)
  return known
}

test.each([
  ['outcome', decided(), decided({ outcome: ['no'] })],
  ['outcome', decided(), attested({ outcome: ['no'] })],
  ['outcome', attested(), decided({ outcome: ['yes', 'no'] })],
  ['serialized', attested(), attested({ serialized: 'ab' })],
  ['counted', attested(), attested({ counted: 'bc' })],
] as const)('another %s is a contradiction, and the same is none', (about, before, entry) => {
  const known = knowing(before)
  expect(() => isNews(known, entry)).toThrow(`E-1: the journal already holds another ${about}.`)
  expect(isNews(known, before)).toBe(false)
  // What was said first stands, whatever was entered since.
  remember(known, entry, 1, 1)
  expect(() => isNews(known, entry)).toThrow(about)
})

test('what is said of another event is none', () => {
  expect(isNews(knowing(decided()), { ...decided({ outcome: ['no'] }), id: 'E-2' })).toBe(true)
})

test('an event without an offer is not open, and lines are found one after the other', () => {
  const known = knowing(decided(), attested())
  expect(openIn(known)).toEqual([])
  expect(known.get('E-1')!.spans).toEqual([0, 1, 0, 1])
})
