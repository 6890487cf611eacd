import { beforeEach, describe, expect, test } from 'bun:test'
import { type Breaker, createBreaker, type Entrant } from '../../../src/http/rails/breaker.ts'
import { stillClock } from '../../support/still.ts'

/** What closes a facilitator for new payments, and what opens it again. */

let clock: ReturnType<typeof stillClock>
let news: string[]
let breaker: Breaker

beforeEach(() => {
  clock = stillClock(1_795_000_000_000)
  news = []
  breaker = createBreaker(clock, (door) => void news.push(door))
})

const who = (payer: string, network: string | null = `net ${payer}`, plain = true): Entrant => ({
  payer,
  network,
  hasPlainKey: () => plain,
})
const leaveOpen = (entrant: Entrant) => breaker.enter(entrant)?.end('settle', 'open')
const closeIt = () => ['0xA', '0xB', '0xC'].forEach((payer) => leaveOpen(who(payer)))

describe('at work', () => {
  test('three payers of three networks within a minute close it for thirty seconds', () => {
    leaveOpen(who('0xA'))
    clock.move(29_000)
    leaveOpen(who('0xB'))
    clock.move(30_000)
    expect(breaker.isClosed()).toBe(false)
    leaveOpen(who('0xC'))
    expect([breaker.isClosed(), breaker.enter(who('0xD'))]).toEqual([true, null])
    clock.move(29_999)
    expect(breaker.enter(who('0xD'))).toBeNull()
    clock.move(1)
    expect(breaker.isClosed()).toBe(false)
    expect(news).toEqual(['open_outcomes'])
  })

  test('over more than a minute they do not', () => {
    leaveOpen(who('0xA'))
    clock.move(60_000)
    leaveOpen(who('0xB'))
    leaveOpen(who('0xC'))
    expect(breaker.isClosed()).toBe(false)
    leaveOpen(who('0xD'))
    expect(breaker.isClosed()).toBe(true)
  })

  test.each([
    ['one payer from three networks', [who('0xA', '1'), who('0xa', '2'), who('0xA', '3')]],
    ['three payers of two networks', [who('0xA', '1'), who('0xB', '2'), who('0xC', '2')]],
    ['one payer without a network', [who('0xA', null), who('0xa', null), who('0xA', null)]],
    ['wallet contracts', ['0xA', '0xB', '0xC', '0xD'].map((payer) => who(payer, payer, false))],
  ])('%s, however often, do not', (_, entrants) => {
    for (let n = 0; n < 5; n++) for (const each of entrants) leaveOpen(each)
    expect(breaker.isClosed()).toBe(false)
  })

  test('payers without a network count one each', () => {
    for (const payer of ['0xA', '0xB', '0xC']) leaveOpen(who(payer, null))
    expect(breaker.isClosed()).toBe(true)
  })

  test('whether the key is plain is asked of open outcomes alone', () => {
    let asked = 0
    const entrant = { ...who('0xA'), hasPlainKey: () => (asked++, true) }
    breaker.enter(entrant)!.end('settle', 'answered')
    expect(asked).toBe(0)
    leaveOpen(entrant)
    expect(asked).toBe(1)
  })

  test('a connection that fails closes it at once, for a moment that grows and is short again after an answer', () => {
    for (const pause of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      breaker.enter(who('0xA', null, false))!.end('settle', 'unreached')
      clock.move(pause - 1)
      expect(breaker.isClosed()).toBe(true)
      clock.move(1)
      expect(breaker.isClosed()).toBe(false)
    }
    // One that can be reached again needs to settle nothing to show it.
    breaker.enter(who('0xA'))!.end('verify', 'answered')
    breaker.enter(who('0xA'))!.end('verify', 'answered')
    expect(news.at(-1)).toBe('open')
    breaker.enter(who('0xA'))!.end('verify', 'unreached')
    clock.move(2_000)
    expect(breaker.isClosed()).toBe(false)
  })

  test('a clock that was set back keeps it closed for no longer', () => {
    closeIt()
    clock.move(-3_600_000)
    expect(breaker.isClosed()).toBe(false)
  })
})

describe('half open', () => {
  beforeEach(() => {
    closeIt()
    clock.move(30_000)
  })

  test('one tries, and nobody beside him; a settlement opens it', () => {
    const trial = breaker.enter(who('0xD'))!
    expect([breaker.isClosed(), breaker.enter(who('0xE'))]).toEqual([true, null])
    trial.end('settle', 'answered')
    expect([breaker.isClosed(), news.at(-1)]).toEqual([false, 'open'])
    expect([breaker.enter(who('0xD')), breaker.enter(who('0xE'))]).not.toContain(null)
  })

  test('one that leaves it open closes it for thirty seconds more, whoever he is', () => {
    leaveOpen(who('0xA'))
    clock.move(29_999)
    expect(breaker.isClosed()).toBe(true)
    clock.move(1)
    expect(breaker.isClosed()).toBe(false)
  })

  test('an answer to a check does not show that it settles: the next one tries', () => {
    breaker.enter(who('0xD'))!.end('verify', 'answered')
    const trial = breaker.enter(who('0xD'))!
    expect(breaker.enter(who('0xE'))).toBeNull()
    trial.end('settle', 'open')
    expect(breaker.isClosed()).toBe(true)
  })

  test('a wallet contract that hangs neither takes the turn nor closes it; one that settles opens it', () => {
    const wallet = breaker.enter(who('0xW', null, false))!
    expect(breaker.enter(who('0xV', null, false))).toBeNull()
    expect(breaker.isClosed()).toBe(false)
    wallet.end('settle', 'open')
    expect(breaker.isClosed()).toBe(false)
    const trial = breaker.enter(who('0xD'))
    expect(trial).not.toBeNull()
    breaker.enter(who('0xV', null, false))!.end('settle', 'answered')
    expect(news.at(-1)).toBe('open')
  })

  test('what was begun before it closed says nothing now', () => {
    clock.set(1_795_000_000_000)
    breaker = createBreaker(clock)
    const late = ['0xD', '0xE', '0xF'].map((payer) => breaker.enter(who(payer))!)
    closeIt()
    clock.move(30_000)
    for (const each of late) each.end('settle', 'open')
    expect(breaker.isClosed()).toBe(false)
    const trial = breaker.enter(who('0xG'))!
    late[0]!.end('settle', 'answered')
    expect(breaker.enter(who('0xH'))).toBeNull()
    trial.end('settle', 'answered')
    expect(breaker.enter(who('0xH'))).not.toBeNull()
  })
})
