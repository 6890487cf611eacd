import { afterEach, expect, test } from 'bun:test'
import { type ClockWatch, startClockWatch } from '../../src/actors/clock-watch.ts'
import { createTally } from '../../src/metrics/meter.ts'
import { keptLog, stillClock } from '../support/still.ts'

const NOW = 1_800_000_000_000
const DAY = 86_400_000

let watch: ClockWatch
afterEach(() => watch.close())

const open = async (off = 0) => {
  const clock = stillClock(NOW + off)
  const log = keptLog()
  const tally = createTally()
  const turns: boolean[] = []
  const store = { now: NOW, asked: 0, away: false }
  const storeTime = async () => {
    store.asked++
    if (store.away) throw new Error('the store is away')
    return store.now
  }
  watch = await startClockWatch({ clock, steady: { ms: () => 0 }, log, meter: tally, storeTime, everyMs: 1 })
  watch.onTurn((isRight) => turns.push(isRight))
  const measured = async () => {
    const before = store.asked
    while (store.asked < before + 2) await Bun.sleep(1)
  }
  const gauge = (name: string) => tally.gauges().get(`["${name}","value"]`)
  const said = () => log.lines.map(({ level, event }) => `${level} ${event}`)
  return { clock, log, turns, store, measured, gauge, said }
}

test.each([0, 1_900, -1_900])('a clock %p ms off stamps what it likes, and nothing is said of it', async (off) => {
  const { measured, said, gauge } = await open(off)
  await measured()
  expect(watch.fault()).toBeNull()
  expect(said()).toEqual([])
  expect([gauge('claros_clock_wrong'), gauge('claros_clock_offset_seconds')]).toEqual([0, off / 1000])
})

test.each([2_100, -2_100, 119_000, -119_000, DAY, -DAY])(
  'a clock %p ms off stamps nothing until it comes right: one line as it begins, one as it ends',
  async (off) => {
    const { clock, measured, said, gauge, turns, log } = await open(off)
    for (let tick = 0; tick < 5; tick++) {
      expect(watch.fault()).toBe(
        `the clock of this worker is ${Math.abs(off) / 1000} s ${off > 0 ? 'ahead of' : 'behind'} that of the store`,
      )
      await measured()
    }
    expect(said()).toEqual(['error clock.wrong'])
    expect(log.lines[0]!.fields).toMatchObject({ offsetSeconds: off / 1000, uncertainSeconds: 0 })
    expect([gauge('claros_clock_wrong'), gauge('claros_clock_offset_seconds')]).toEqual([1, off / 1000])
    clock.set(NOW)
    await measured()
    expect(watch.fault()).toBeNull()
    expect(said()).toEqual(['error clock.wrong', 'info clock.right'])
    expect(gauge('claros_clock_wrong')).toBe(0)
    // It was wrong before anybody could hear of it.
    expect(turns).toEqual([true])
  },
)

test('a clock that jumps while nobody can ask the store is seen all the same', async () => {
  const { clock, store, turns } = await open()
  store.away = true
  clock.move(DAY)
  expect(watch.fault()).toContain('86400 s ahead')
  expect(turns).toEqual([false])
  clock.move(-DAY)
  expect(watch.fault()).toBeNull()
  expect(turns).toEqual([false, true])
})

test('it is measured again and again: a store that moves with its worker, and one that comes back', async () => {
  const { clock, store, measured } = await open()
  // As after a machine was asleep: its time that only passes stood still.
  clock.move(3_600_000)
  store.now += 3_600_000
  await measured()
  expect(watch.fault()).toBeNull()
  store.away = true
  await measured()
  store.away = false
  clock.move(5_000)
  await measured()
  expect(watch.fault()).toContain('5 s ahead')
})

test('a store whose clock jumps is told of once, and stops nobody', async () => {
  const { store, measured, said } = await open()
  store.now += 5_000
  for (let n = 0; n < 3; n++) await measured()
  expect(watch.fault()).toBeNull()
  store.now -= 5_000
  await measured()
  expect(said()).toEqual(['warn store.clock_jumped'])
})
