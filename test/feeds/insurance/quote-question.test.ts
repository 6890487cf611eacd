import { describe, expect, test } from 'bun:test'
import { readQuestion } from '../../../src/feeds/insurance/quote-question.ts'

/** 20 November 2026, 12:00 UTC. */
const NOW = Date.UTC(2026, 10, 20, 12) / 1000
const GOOD = { origin: 'NLRTM', destination: 'USNYC', departure: '2026-12-18', vessel_class: 'container' }

const rulesOf = (body: unknown, now = NOW): readonly string[] => {
  const judged = readQuestion(body, now)
  return judged.ok ? [] : judged.broken.map(({ member, rule }) => `${member} ${rule}`)
}

const leaving = (departure: unknown, now = NOW): readonly string[] => rulesOf({ ...GOOD, departure }, now)

describe('a question', () => {
  test('is read into one spelling: codes and whole names of ports in either case', () => {
    for (const [origin, destination] of [
      ['NLRTM', 'USNYC'],
      ['nlrtm', 'usnyc'],
      ['rotterdam', 'NEW YORK'],
      [' Rotterdam ', 'New York'],
    ])
      expect(readQuestion({ ...GOOD, origin, destination }, NOW)).toEqual({
        ok: true,
        question: { ...GOOD, vessel_class: 'container' },
      })
  })

  test('names every broken rule at once, with what is taken', () => {
    const judged = readQuestion(
      { origin: 'ROTTERDAMM', departure: '18.12.2026', vessel_class: 'yacht', speed: 14 },
      NOW,
    )
    const broken = judged.ok ? [] : judged.broken
    expect(broken.map(({ member, rule }) => `${member} ${rule}`)).toEqual([
      'origin unknown_value',
      'destination missing',
      'departure malformed_text',
      'vessel_class unknown_value',
      'speed unknown_member',
    ])
    const said = broken.map(({ message }) => message).join('\n')
    for (const valid of ['NLRTM', 'YYYY-MM-DD', '2026-11-20', '2027-11-20', 'lng_carrier', 'vessel_class'])
      expect(said).toContain(valid)
  })

  test('from a port to itself is refused, however it is written', () => {
    expect(rulesOf({ ...GOOD, destination: 'NLRTM' })).toEqual(['destination same_port'])
    expect(rulesOf({ ...GOOD, origin: 'rotterdam', destination: 'nlrtm' })).toEqual(['destination same_port'])
    expect(rulesOf({ ...GOOD, origin: 'nowhere', destination: 'nowhere' })).toEqual([
      'origin unknown_value',
      'destination unknown_value',
    ])
  })

  test('leaves today or within 365 days, by UTC', () => {
    expect([leaving('2026-11-20'), leaving('2027-11-20')]).toEqual([[], []])
    expect([leaving('2026-11-19'), leaving('2027-11-21')]).toEqual([['departure too_soon'], ['departure too_late']])
    const midnight = Date.UTC(2026, 10, 21) / 1000
    expect([leaving('2026-11-20', midnight - 1), leaving('2026-11-20', midnight)]).toEqual([[], ['departure too_soon']])
  })

  test('leaves on a day of the calendar: 29 February only in a leap year', () => {
    const spring = Date.UTC(2027, 10, 20) / 1000
    expect([leaving('2027-02-29'), leaving('2028-02-29', spring)]).toEqual([['departure malformed_text'], []])
    for (const day of ['2027-02-30', '2027-13-01', '2027-1-5', '2027-01-05T00:00Z', ' 2027-01-05', '20270105', '-', ''])
      expect(leaving(day)).toEqual(['departure malformed_text'])
  })

  test('is an object of texts', () => {
    for (const body of [null, [], 'NLRTM', 7, true]) expect(rulesOf(body)).toEqual([' wrong_type'])
    expect(rulesOf({ origin: 1, destination: {}, departure: 20261218, vessel_class: ['container'] })).toEqual(
      ['origin', 'destination', 'departure', 'vessel_class'].map((member) => `${member} wrong_type`),
    )
    expect(rulesOf({})).toEqual(
      ['origin', 'destination', 'departure', 'vessel_class'].map((member) => `${member} missing`),
    )
    expect(rulesOf({ ...GOOD, vessel_class: 'Container' })).toEqual(['vessel_class unknown_value'])
  })

  test('with names of an object itself takes none of them for its members', () => {
    expect(rulesOf(JSON.parse(`{"__proto__": {"origin": "NLRTM"}, "constructor": 1}`))).toEqual(
      expect.arrayContaining(['origin missing', '__proto__ unknown_member', 'constructor unknown_member']),
    )
  })

  test('with a thousand unknown members is told of twenty, and of no long name as a whole', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`m${at}`.padEnd(500, 'x'), 1]))
    const judged = readQuestion({ ...GOOD, ...many }, NOW)
    const broken = judged.ok ? [] : judged.broken
    expect(broken.length).toBe(20)
    expect(Math.max(...broken.map(({ message }) => message.length))).toBeLessThan(200)
  })
})
