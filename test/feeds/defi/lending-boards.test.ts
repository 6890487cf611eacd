import { describe, expect, test } from 'bun:test'
import { LENDING_BOARDS, type LendingState } from '../../../src/feeds/boards/lending-boards.ts'
import { RPC_HOSTS } from '../../../src/sources/rpc/rpc-hosts.ts'
import { bytesResult, uintResult, uncalled } from '../../../src/sandbox/world/abi.ts'
import { LOANS } from '../../../src/sandbox/world/loans.ts'
import { lendingWorld } from '../../support/feeds/lending-world.ts'

/** Contracts of the simulated world, read at two nodes by the real board. */

const MINUTE = 60_000
const NAME = 'aave/arbitrum/usdc'

const running = async () => {
  const one = lendingWorld()
  const state = (): LendingState => one.world.states.get('lending/arbitrum') as LendingState
  await one.poll('arbitrum')
  return {
    ...one,
    state,
    rate: () => state().rates[NAME],
    next: async (ms = 5 * MINUTE): Promise<void> => {
      one.on.clock.move(ms)
      await one.poll('arbitrum')
    },
    /** The nodes that are asked now. */
    asked: (): readonly string[] => {
      const { pair } = state()
      const hosts = RPC_HOSTS.arbitrum
      return [hosts[pair]!, hosts[(pair + 1) % hosts.length]!].map(({ source }) => source.name)
    },
  }
}

test('every market of the world is read as it stands, by two nodes and at a block of the last seconds', async () => {
  const { poll, rows, on } = lendingWorld()
  await poll()
  const found = rows()
  expect(found.size).toBe(LOANS.length)
  for (const { protocol, chain, symbol, apr, lent, suppliedUsd } of LOANS) {
    const row = found.get(`${protocol}/${chain}/${symbol.replace('.', '_').toLowerCase()}`)!
    expect([row.protocol, row.chain, row.asset, row.supply_apr]).toEqual([row.protocol, row.chain, row.asset, apr])
    expect(Math.abs(row.utilization! - lent)).toBeLessThan(0.0002)
    expect(Math.abs(row.supplied_usd / suppliedUsd - 1)).toBeLessThan(0.001)
    expect(on.clock.now() / 1_000 - row.observed_at).toBeLessThan(40)
  }
  // Two blocks of twelve seconds back.
  expect(on.clock.now() / 1_000 - found.get('aave/ethereum/usdc')!.observed_at).toBeGreaterThan(24)
})

test('a node that is a little behind is waited for: both are asked about a block that it knows', async () => {
  const { on, next, rate, asked } = await running()
  const before = rate()!
  const [, slow = ''] = asked()
  await on.post({ stale: { [slow]: 20_000 } })
  await next()
  expect(rate()!.block).toBeGreaterThan(before.block)
  expect(on.clock.now() - rate()!.at).toBeWithin(20_500, 22_000)
})

test('a level that is set is read at the next poll, and moves its market alone', async () => {
  const { on, next, rate, state } = await running()
  const others = Object.entries(state().rates).filter(([name]) => name !== NAME)
  await on.post({ set: { 'apr.aave.arbitrum.usdc': 4.4 } })
  await next()
  expect(rate()!.supplyApr).toBe('4.4000000000000000000000000')
  for (const [name, { supplyApr }] of others) expect([name, state().rates[name]!.supplyApr]).toEqual([name, supplyApr])
})

test('contracts say who they are once an hour; each poll asks each node how far it is, and twice for its words', async () => {
  const { world, next, state, on } = await running()
  const first = on.clock.now()
  expect([state().confirmed!.at, world.asked.length]).toEqual([first, 6])
  for (let turn = 0; turn < 11; turn++) await next()
  expect([state().confirmed!.at, world.asked.length]).toEqual([first, 72])
  await next()
  expect(state().confirmed!.at).toBe(on.clock.now())
})

describe('one of two nodes is wrong: the former rate stands with its age, and another pair is found', () => {
  test.each([
    ['lies', (name: string) => ({ lie: { [name]: 1.05 } })],
    ['is of another chain', (name: string) => ({ chain: { [name]: 137 } })],
    ['stands still', (name: string) => ({ stale: { [name]: 600_000 } })],
    ['says nothing', (name: string) => ({ halt: [name] })],
    ['answers with a page', (name: string) => ({ garbage: [name] })],
    ['freezes', (name: string) => ({ freeze: [name] })],
  ])('that %s', async (_what, fault) => {
    const { on, next, rate, asked } = await running()
    const before = rate()!
    const [wrong] = asked()
    expect((await on.post(fault(wrong!))).status).toBe(200)
    await next()
    expect(rate()).toEqual(before)
    for (let turn = 0; turn < 3; turn++) await next()
    expect(rate()!.at).toBeGreaterThan(before.at)
    expect([rate()!.supplyApr, asked().includes(wrong!)]).toEqual([before.supplyApr, false])
  })
})

test('two nodes that are both behind are not believed', async () => {
  const { on, next, rate, asked } = await running()
  const before = rate()!
  const [a = '', b = ''] = asked()
  await on.post({ stale: { [a]: 180_000, [b]: 180_000 } })
  await next()
  expect(rate()).toEqual(before)
})

describe('two nodes are believed about one block of one time alone', () => {
  const board = LENDING_BOARDS.arbitrum
  const now = 1_795_000_000_000
  const answered = (result: string): string => JSON.stringify({ jsonrpc: '2.0', id: 1, result })
  /** Both nodes say how far they are, and then when the block was made. */
  const timed = (...seconds: readonly [number, number]): LendingState => {
    const heads = board.asks({ now, state: board.empty, listed: null })
    let state = heads.reduce((before, head) => head.enter(answered('0x1000'), now, before), board.empty)
    let ask = heads[1]!.next!(state)
    for (const second of seconds) {
      const { params } = JSON.parse(ask!.query.body!) as { params: [{ data: string }] }
      const [, , ...calls] = uncalled(params[0].data.slice(10))
      const own = [42_161n, BigInt(now / 1_000 + second)].map((word) => ({ ok: true, output: uintResult(word) }))
      const said = bytesResult([...own, ...calls.map(() => ({ ok: false, output: '' }))])
      state = ask!.enter(answered(`0x${said}`), now, state)
      ask = ask!.next!(state)
    }
    return state
  }

  test('which may be a minute ahead of our clock and two minutes behind it', () => {
    for (const second of [60, -120]) expect(timed(second, second).progress!.blockAt).toBe(now + second * 1_000)
    expect(() => timed(61, 61)).toThrow('the block is -61000 ms old')
    expect(() => timed(-121, -121)).toThrow('the block is 121000 ms old')
  })

  test('and not where their blocks of one number are of two times', () =>
    expect(() => timed(-10, -11)).toThrow('two nodes mean different blocks'))
})

test('a data provider that has moved leaves no rate, and the new one is found at the next poll', async () => {
  const { on, next, rate, state } = await running()
  const comet = state().rates['compound/arbitrum/usdc']!
  await on.post({ set: { 'provider.aave': 2 } })
  await next()
  expect(rate()).toBeUndefined()
  expect(state().rates['compound/arbitrum/usdc']!.at).toBeGreaterThan(comet.at)
  await next()
  expect(rate()!.supplyApr).toBe('4.0200000000000000000000000')
})

test('every board may be asked only where all of its nodes may', () => {
  for (const [chain, { besides, source }] of Object.entries(LENDING_BOARDS)) {
    const names = RPC_HOSTS[chain as keyof typeof LENDING_BOARDS].map((host) => host.source.name)
    expect([source, ...besides!].map(({ name }) => name)).toEqual(names)
  }
})
