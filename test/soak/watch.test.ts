import { afterAll, describe, expect, test } from 'bun:test'
import { census } from '../../soak/watch/census.ts'
import { DEFINITIONS } from '../../soak/kept-keys.ts'
import { kindOf, KINDS } from '../../soak/watch/key-kinds.ts'
import { createLives } from '../../soak/watch/lives.ts'
import { busyIn, cpuIn, memoryIn, usageOf } from '../../soak/watch/proc.ts'
import { lanePrefix } from '../../src/queues/connection.ts'
import { names } from '../../src/store/redis/names.ts'
import { onLinux } from '../support/needs.ts'
import { startTestRedis } from '../support/redis.ts'

describe('the kind of a key', () => {
  test.each([
    [names.snapshot('price/spot/BTC-USD'), 'snapshot'],
    [names.snapshotAt('price/spot/BTC-USD', 1_795_532_324), 'snapshotAt'],
    [names.editions('gas/index', 17, 'l402'), 'editions'],
    [names.ledger('ab'), 'ledger'],
    [names.ledgerMark('ab'), 'ledgerMark'],
    [names.candles('spot/BTC-USD', 60, 7), 'candles'],
    [names.candleMark('spot/BTC-USD'), 'candleMark'],
    [names.packedRows('index/stress', 9), 'packedRows'],
    [names.openRows('index/stress', 9), 'openRows'],
    [names.dlc.pinned('BTCUSD'), 'dlc.pinned'],
    [names.dlc.conclusions('BTCUSD'), 'dlc.conclusions'],
    [names.dlc.deliveriesEntered(), 'dlc.deliveriesEntered'],
    [names.dlc.delivery('msg_1'), 'dlc.delivery'],
    [names.unproven.due(), 'unproven.due'],
    [`${lanePrefix(names.queuePrefix, 'ticks')}:ticks:meta`, 'queue ticks: meta'],
    [`${lanePrefix(names.queuePrefix, 'ticks')}:ticks:delayed`, 'queue ticks: delayed'],
    [`${lanePrefix(names.queuePrefix, 'ticks')}:ticks:repeat`, 'queue ticks: repeat'],
    [`${lanePrefix(names.queuePrefix, 'ticks')}:ticks:repeat:ticker/kraken`, 'queue ticks: a schedule'],
    [`${lanePrefix(names.queuePrefix, 'ticks')}:ticks:repeat:ticker/kraken:1795532324000`, 'queue ticks: a job'],
    [`${lanePrefix(names.queuePrefix, 'asks')}:asks:4711`, 'queue asks: a job'],
    [`${lanePrefix(names.queuePrefix, 'asks')}:asks:4711:lock`, 'queue asks: a job'],
    ['claros:nothing-of-ours:1', 'unknown'],
    ['others:key', 'unknown'],
  ])('%s is %s', (key, kind) => {
    expect(kindOf(key)).toBe(kind)
  })

  test('is known for every name that is written', () => {
    expect(new Set(KINDS).size).toBe(KINDS.length)
    expect(KINDS.length).toBeGreaterThan(70)
  })

  test('is one that exists wherever a reason is kept for it', () => {
    const kinds = Object.keys(DEFINITIONS).filter((kind) => !kind.startsWith('queue '))
    expect(kinds.filter((kind) => !KINDS.includes(kind))).toEqual([])
  })
})

describe('a count of keys', async () => {
  const redis = await startTestRedis()
  afterAll(() => redis.stop())

  test('tells those with an end from those without, and weighs these', async () => {
    const many = redis.redis.pipeline()
    for (let nth = 0; nth < 1_200; nth++) many.set(names.preview(`a/${nth}`), 'x', 'EX', 600)
    await many.exec()
    await redis.redis.set(names.preview('for/ever'), 'x'.repeat(1_000))
    await redis.redis.lpush(
      names.dlc.list('numeric', 'every', 'open'),
      ...Array.from({ length: 500 }, (_, nth) => `e${nth}`),
    )
    const found = await census(redis.redis)
    expect(found.get('preview')).toMatchObject({ keys: 1_201, endless: 1 })
    expect(found.get('preview')!.endlessBytes).toBeWithin(1_000, 2_000)
    expect(found.get('dlc.list')).toMatchObject({ keys: 1, endless: 1 })
    expect(found.get('dlc.list')!.endlessBytes).toBeGreaterThan(1_000)
  })
})

describe('what Linux tells', () => {
  test('of CPU time: the name of a process may hold anything', () => {
    expect(cpuIn('42 (a) b (c) S 1 42 42 0 -1 4194304 100 0 0 0 250 75 0 0 20 0 9 0 100 0')).toBe(3.25)
  })

  test('of memory', () => {
    expect(memoryIn('Name:\tbun\nVmPeak:\t  999999 kB\nVmRSS:\t   250000 kB\nRssAnon:\t 1 kB\n')).toBe(256)
    expect(memoryIn('Name:\tbun\nState:\tZ (zombie)\n')).toBeNaN()
  })

  test('of the machine: waiting for a disk is no work', () => {
    expect(busyIn('cpu  1000 100 500 90000 7000 10 20 70 0 0\ncpu0 1 1 1 1 1 1 1 1\n')).toBe(17)
  })

  test.skipIf(!onLinux())('of this process', () => {
    const own = usageOf(process.pid)!
    expect(own.memoryMb).toBeWithin(20, 20_000)
    expect(own.cpuSeconds).toBeGreaterThan(0)
    expect(usageOf(2 ** 22 + 1)).toBeNull()
  })
})

test('a process that follows another one has a life of its own', () => {
  const lives = createLives()
  const at = (pid: number, seconds: number, cpuSeconds: number) =>
    lives.see('worker-2', pid, seconds, { memoryMb: seconds, cpuSeconds })
  expect([at(7, 10, 1), at(7, 20, 3), at(8, 30, 2), at(8, 40, 2.5)]).toEqual([
    { name: 'worker-2', cpuSeconds: 0 },
    { name: 'worker-2', cpuSeconds: 2 },
    { name: 'worker-2 (2)', cpuSeconds: 0 },
    { name: 'worker-2 (2)', cpuSeconds: 0.5 },
  ])
  expect(lives.all().map(({ role, nth, memory }) => [role, nth, memory])).toEqual([
    [
      'worker-2',
      1,
      [
        [10, 10],
        [20, 20],
      ],
    ],
    [
      'worker-2',
      2,
      [
        [30, 30],
        [40, 40],
      ],
    ],
  ])
})
