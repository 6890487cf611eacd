import { describe, expect, test } from 'bun:test'
import { GROUP_MOST, groupsOf } from '../../../src/actors/publisher/grouping.ts'
import { digest } from '../../../src/canonical/digest.ts'
import { seededRandom } from '../../support/still.ts'

/** Which actors share a schedule: each exactly once, and none moves for another that comes or goes. */

const actorsTo = (count: number) => Array.from({ length: count }, (_, at) => `price/spot/COIN${at}-USD`)

/** The group of each actor. */
const placesOf = (actors: readonly string[]): ReadonlyMap<string, string> =>
  new Map([...groupsOf(actors)].flatMap(([bits, members]) => members.map((actor) => [actor, bits] as const)))

const shuffled = (actors: readonly string[]) => {
  const random = seededRandom(7)
  return actors
    .map((actor) => ({ actor, at: random.integer(0, 1e9) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ actor }) => actor)
}

const ALL = actorsTo(10_000)

describe('groups', () => {
  test('hold each actor exactly once, and none is empty or too large', () => {
    for (const count of [0, 1, GROUP_MOST, GROUP_MOST + 1, 500, 10_000]) {
      const members = [...groupsOf(actorsTo(count)).values()]
      expect(members.flat().toSorted()).toEqual(actorsTo(count).toSorted())
      expect(members.filter(({ length }) => length === 0 || length > GROUP_MOST)).toEqual([])
    }
    expect(GROUP_MOST).toBe(40)
  })

  test('are few: not much more than half empty', () => {
    for (const count of [1_000, 3_000, 10_000, 30_000]) {
      const groups = groupsOf(actorsTo(count)).size
      expect(groups).toBeLessThan((count / GROUP_MOST) * 2)
    }
  })

  test('depend neither on the order of the actors nor on one that is named twice', () => {
    const groups = groupsOf(ALL)
    expect(groupsOf([...shuffled(ALL), ALL[0]!, ALL[0]!])).toEqual(new Map(groups))
  })

  test('are the same in every release and on every machine: they follow from SHA-256', () => {
    // The first bits of the hash of each, as `printf %s NAME | sha256sum` shows them.
    const places = placesOf(ALL)
    for (const actor of ALL.slice(0, 50)) {
      const bits = [...digest(actor)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
      expect(bits.startsWith(places.get(actor)!)).toBe(true)
    }
  })

  test('of others stay what they are when an actor comes: it joins one, or splits the one that it makes too large', () => {
    let splits = 0
    let after = placesOf(actorsTo(300))
    for (let count = 301; count <= 700; count++) {
      const before = after
      after = placesOf(actorsTo(count))
      const moved = [...before].filter(([actor, bits]) => after.get(actor) !== bits)
      if (moved.length === 0) continue
      splits++
      // Those of one group, which was full.
      expect(new Set(moved.map(([, bits]) => bits)).size).toBe(1)
      expect(moved.length).toBe(GROUP_MOST)
      for (const [actor, bits] of moved) expect(after.get(actor)!.startsWith(bits)).toBe(true)
    }
    expect(splits).toBeGreaterThan(3)
    expect(splits).toBeLessThan(40)
  })

  test('of others stay when many go: a group changes only if its own members do', () => {
    const gone = new Set(shuffled(ALL).slice(0, 200))
    const [before, after] = [groupsOf(ALL), groupsOf(ALL.filter((actor) => !gone.has(actor)))]
    const places = placesOf(ALL)
    const touched = new Set([...gone].map((actor) => places.get(actor)!.slice(0, -1)))
    for (const [bits, members] of before)
      if (!touched.has(bits.slice(0, -1))) expect([bits, after.get(bits)]).toEqual([bits, members])
  })
})
