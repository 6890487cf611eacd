import { describe, expect, test } from 'bun:test'
import { wordOf } from '../../soak/judge/finding.ts'
import { judgeKeys } from '../../soak/judge/keys.ts'
import { judgeLatency, type Read } from '../../soak/judge/latency.ts'
import { FLAT_MB_PER_HOUR, judgeMemory, type Life } from '../../soak/judge/memory.ts'
import { judgeMoney, type MoneyCounted } from '../../soak/judge/money.ts'
import type { Point } from '../../soak/judge/slope.ts'
import { dice } from '../support/dlc/random.ts'

/** Runs that were made up, with and without a planted fault. */

const RUN = 3_600

/** A sample every ten seconds. */
const points = (from: number, to: number, value: (at: number) => number): readonly Point[] =>
  Array.from({ length: (to - from) / 10 }, (_, nth) => [from + nth * 10, value(from + nth * 10)])

const noisy = (seed: number, size: number) => {
  const chance = dice(seed)
  return () => (chance.integer(-1_000, 1_000) / 1_000) * size
}

/** A heap that fills in its first minutes and breathes by ten megabytes, and leaks so much an hour. */
const heap = (seed: number, leak: number, from = 0, to = RUN): readonly Point[] => {
  const noise = noisy(seed, 10)
  return points(from, to, (at) => 250 - 100 * Math.exp(-(at - from) / 120) + noise() + (leak * (at - from)) / 3_600)
}

const life = (role: string, memory: readonly Point[], nth = 1): Life => ({ role, nth, memory })
const words = (lives: readonly Life[], run = RUN) => judgeMemory(lives, run).map(({ what, word }) => `${what}: ${word}`)

describe('memory', () => {
  test('that breathes is flat, and its first minutes are left out', () => {
    for (let seed = 0; seed < 20; seed++)
      expect(words([life('worker-1', heap(seed, 0))])).toEqual(['memory of worker-1: holds'])
  })

  test('that leaks is found, and the slope is told with its error', () => {
    for (let seed = 0; seed < 20; seed++) {
      const [found] = judgeMemory([life('worker-1', heap(seed, 30))], RUN)
      expect(found).toMatchObject({ what: 'memory of worker-1', word: 'broken' })
      expect(found!.says).toMatch(/^it grows: \+(2[4-9]|3[0-6])\.\d ± \d\.\d MB\/h over 45 min/)
    }
  })

  test('that grows about as much as is allowed is not decided', () => {
    for (const leak of [FLAT_MB_PER_HOUR - 1, FLAT_MB_PER_HOUR, FLAT_MB_PER_HOUR + 1.5])
      expect(words([life('worker-1', heap(3, leak))])).toEqual(['memory of worker-1: undecided'])
  })

  test('of a process that was started later is judged from its own start', () => {
    const before = life('server-2', heap(1, 0, 0, 1_000))
    expect(words([before, life('server-2', heap(2, 0, 1_010), 2)])).toEqual(['memory of server-2, process 2: holds'])
    expect(words([before, life('server-2', heap(2, 60, 1_010), 2)])).toEqual(['memory of server-2, process 2: broken'])
  })

  test('of a role whose processes were all too short is not decided, and in a short run none is', () => {
    const short = [life('server-2', heap(1, 0, 0, 1_200)), life('server-2', heap(1, 0, 1_210, 2_400), 2)]
    expect(words(short)).toEqual(['memory of server-2: undecided'])
    expect(words([life('worker-1', heap(1, 600, 0, 600))], 600)).toEqual(['memory of worker-1: undecided'])
  })

  test('of the simulated world is told alone, however much it grows', () => {
    expect(words([life('sandbox', heap(1, 90))])).toEqual(['memory of sandbox: told'])
  })
})

describe('waiting', () => {
  const reads = (seed: number, ms: (at: number) => number): readonly Read[] => {
    const chance = dice(seed)
    // One in fifty waits ten times as long as the others.
    return Array.from({ length: 18_000 }, (_, nth) => {
      const at = nth / 5
      return { at, ms: ms(at) * (chance.integer(1, 50) === 1 ? 10 : 1) * (1 + chance.integer(0, 100) / 400) }
    })
  }

  /** @param share of the machine that other programs have */
  const judge = (found: readonly Read[], kills: readonly number[] = [], share = 0) =>
    judgeLatency(found, { kills, others: points(0, RUN, () => share), runSeconds: RUN })

  test('as long at the end as before does not rise', () => {
    expect(judge(reads(1, () => 20))).toMatchObject({ word: 'holds' })
  })

  test('longer at the end rises, if not by what a restless machine makes of it', () => {
    expect(judge(reads(1, (at) => 20 + at / 150)).word).toBe('broken')
    expect(judge(reads(1, (at) => 20 + at / 600)).word).toBe('holds')
  })

  test('longer at the end is not decided where other programs had the machine', () => {
    const rising = reads(1, (at) => 20 + at / 150)
    expect([judge(rising, [], 0.05).word, judge(rising, [], 0.6).word]).toEqual(['broken', 'undecided'])
    expect(judge(rising, [], 0.6).says).toStartWith('it rises, and other programs had 60 % of the machine')
  })

  test('after a kill is counted beside', () => {
    const kills = [3_000, 3_200]
    const slow = reads(1, (at) => (kills.some((kill) => at >= kill && at < kill + 15) ? 900 : 20))
    expect(judge(slow, kills).word).toBe('holds')
    expect(judge(slow).word).toBe('broken')
  })

  test('is not judged by few reads', () => {
    expect(judge(reads(1, () => 20).slice(0, 5_000)).word).toBe('undecided')
  })
})

describe('keys without an end', () => {
  const kind = (name: string, count: (at: number) => number, bytes: (at: number) => number) => ({
    kind: name,
    count: points(0, RUN, count),
    bytes: points(0, RUN, bytes),
  })
  const words = (kinds: Parameters<typeof judgeKeys>[0], definitions = {}) =>
    judgeKeys(kinds, definitions, RUN).map(({ what, word }) => `${what}: ${word}`)
  const still = kind(
    'version',
    () => 244,
    () => 20_000,
  )
  const REST = 'keys without an end: holds'

  test('that stand still hold, also when they came in the first minutes and vary', () => {
    const noise = noisy(4, 3)
    const filled = kind(
      'lease',
      (at) => Math.min(20, at / 10) + noise(),
      (at) => Math.min(9_000, at * 30),
    )
    expect(words([still, filled])).toEqual([REST])
  })

  test('that become more are a leak', () => {
    expect(
      words([
        still,
        kind(
          'claim',
          (at) => at / 100,
          () => 0,
        ),
      ]),
    ).toEqual([REST, 'keys claim: broken'])
  })

  test('that become longer are one too', () => {
    expect(
      words([
        kind(
          'totals',
          () => 1,
          (at) => 10_000 + at * 5,
        ),
      ]),
    ).toEqual([REST, 'keys totals: broken'])
  })

  test('that are definitions are told, with the reason', () => {
    const found = judgeKeys(
      [
        kind(
          'dlc.event',
          (at) => at / 20,
          (at) => at * 100,
        ),
      ],
      { 'dlc.event': 'a promise' },
      RUN,
    )
    expect(found.map(({ word }) => word)).toEqual(['holds', 'told'])
    expect(found[1]!.says).toMatch(/^\+180 ± 0 keys an hour, \+360000 ± 0 bytes an hour: a promise$/)
  })

  test('of which there are more than definitions are a leak, whatever the reason', () => {
    const boards = kind(
      'board',
      (at) => 170 + at / 300,
      () => 20_000,
    )
    const judged = (most: number) =>
      judgeKeys([boards], { board: 'a reply' }, RUN, { board: most }).map(({ word }) => word)
    expect(judged(1_000)).toEqual(['holds', 'told'])
    expect(judged(171)).toEqual(['holds', 'broken', 'told'])
  })

  test('of which there are few samples are not decided', () => {
    const short = { kind: 'totals', count: points(0, 1_700, (at) => at), bytes: points(0, 1_700, (at) => at * 100) }
    expect(judgeKeys([short], {}, 1_700).map(({ word }) => word)).toEqual(['undecided'])
    const few = { kind: 'totals', count: [[700, 1]] as const, bytes: [[700, 1]] as const }
    expect(words([few])).toEqual(['keys without an end: undecided'])
  })
})

describe('money', () => {
  const sums = (l402: readonly [number, bigint], x402: readonly [number, bigint]) => ({
    l402: { payments: l402[0], amount: l402[1] },
    x402: { payments: x402[0], amount: x402[1] },
  })
  const equal = sums([10, 1_000n], [20, 500_000n])
  const all: MoneyCounted = {
    money: equal,
    ledger: equal,
    metric: equal,
    goods: { l402: 10, x402: 20 },
    listed: 0,
    isEqual: true,
  }
  const broken = (change: Partial<MoneyCounted>) =>
    judgeMoney({ ...all, ...change })
      .filter(({ word }) => word === 'broken')
      .map(({ what, says }) => `${what}: ${says}`)

  test('that is the same everywhere holds', () => {
    expect(broken({})).toEqual([])
    expect(wordOf(judgeMoney(all))).toBe('holds')
  })

  test('of which one unit is missing in one place is broken', () => {
    const less = sums([10, 999n], [20, 500_000n])
    expect(broken({ ledger: less })).toHaveLength(1)
    expect(broken({ metric: sums([10, 1_000n], [19, 500_000n]) })[0]).toStartWith('money over USDC')
    expect(broken({ money: less })[0]).toStartWith('money over Lightning')
  })

  test('for which nobody has an answer, and answers without money, are broken', () => {
    expect(broken({ goods: { l402: 9, x402: 20 } })).toEqual(['goods for Lightning: 1 payments brought no answer'])
    expect(broken({ goods: { l402: 10, x402: 22 } })).toEqual(['goods for USDC: 2 answers more than payments'])
  })

  test('that claros reconcile does not find equal is broken', () => {
    expect(broken({ isEqual: false, listed: 3 })).toEqual(['claros reconcile: not equal, 3 rows listed'])
  })
})

test('the whole is as bad as its worst part', () => {
  const finding = (word: 'holds' | 'broken' | 'undecided' | 'told') => ({ what: '', word, says: '' })
  expect(wordOf([finding('holds'), finding('undecided'), finding('broken')])).toBe('broken')
  expect(wordOf([finding('holds'), finding('undecided'), finding('told')])).toBe('undecided')
  expect(wordOf([finding('told')])).toBe('holds')
})
