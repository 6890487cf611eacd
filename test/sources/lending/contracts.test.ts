import { describe, expect, test } from 'bun:test'
import { type ReadCall, contractCalls, blockNumber } from '../../../src/sources/lending/contract-calls.ts'
import { LENDING_MARKETS } from '../../../src/sources/lending/lending-markets.ts'
import {
  type LendingRate,
  percentOfSeconds,
  plausibleRate,
  yearlyPercent,
} from '../../../src/sources/lending/lending-rate.ts'
import { confirmingCalls, readingCalls, readMarket } from '../../../src/sources/lending/market-readers.ts'
import { agreedWords, callName, NodesDiffer, type SaidWords } from '../../../src/sources/lending/said-words.ts'
import { RPC_HOSTS } from '../../../src/sources/rpc/rpc-hosts.ts'
import { UnreadableReply } from '../../../src/sources/query.ts'
import { marketNamed } from '../../support/feeds/lending.ts'
import { unreadable } from '../../support/unreadable.ts'

/** No reply of a lending contract was recorded: these words are constructed after the documentation of each protocol. */

const [host] = RPC_HOSTS.ethereum
const word = (value: bigint | number): string => BigInt(value).toString(16).padStart(64, '0')
const text = (value: string): string =>
  word(32) + word(Buffer.byteLength(value)) + Buffer.from(value).toString('hex').padEnd(64, '0')
const address = (of: string): string => of.slice(2).toLowerCase().padStart(64, '0')

/** Multicall3's answer, built from its documentation: an array of (bool, bytes). */
const many = (...results: readonly (readonly [ok: boolean, data: string])[]): string => {
  const rows = results.map(
    ([ok, data]) =>
      word(ok ? 1 : 0) + word(64) + word(data.length / 2) + data.padEnd(Math.ceil(data.length / 64) * 64, '0'),
  )
  const offsets = rows.map((_, at) => word(results.length * 32 + rows.slice(0, at).join('').length / 2))
  return `0x${word(32)}${word(results.length)}${offsets.join('')}${rows.join('')}`
}
const answered = (result: unknown): string => JSON.stringify({ jsonrpc: '2.0', id: 1, result })
const HEAD = [
  [true, word(1)],
  [true, word(1_795_000_000)],
] as const

const CALLS: readonly ReadCall[] = [
  { to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', data: '95d89b41' },
  { to: '0xc3d688B66703497DAA19211EEdff47f25384cdc3', data: `d955759d${word(7)}` },
]

describe('many contracts in one question', () => {
  const query = contractCalls(host!, 24_000_000, CALLS)

  test('are asked through Multicall3 at one block, the chain and the time first', () => {
    const { method, params } = JSON.parse(query.body!) as {
      method: string
      params: [{ to: string; data: string }, string]
    }
    expect([method, params[0].to, params[1]]).toEqual([
      'eth_call',
      '0xcA11bde05977b3631167028862bE2a173976CA11',
      '0x16e3600',
    ])
    const words = params[0].data.slice(10).match(/.{1,64}/g)!
    expect(params[0].data.slice(0, 10)).toBe('0x82ad56cb')
    // One array of four; the first row begins after four offsets, each of the three first takes five words.
    expect(words.slice(0, 6).map((each) => parseInt(each, 16))).toEqual([32, 4, 128, 288, 448, 608])
    expect(words.slice(16, 21)).toEqual([address(CALLS[0]!.to), word(1), word(96), word(4), '95d89b41'.padEnd(64, '0')])
    expect(words.slice(21)).toEqual([
      address(CALLS[1]!.to),
      word(1),
      word(96),
      word(36),
      `d955759d${word(7)}`.slice(0, 64),
      `d955759d${word(7)}`.slice(64).padEnd(64, '0'),
    ])
  })

  test('answer in order, empty where one refuses or is not there', () => {
    expect(query.read(answered(many(...HEAD, [true, text('USDC')], [false, '08c379a0'])))).toEqual({
      chainId: '1',
      blockAt: 1_795_000_000_000,
      said: [text('USDC'), ''],
    })
    expect(query.read(answered(many(...HEAD, [true, ''], [true, word(1)]))).said).toEqual(['', word(1)])
  })

  const whole = many(...HEAD, [true, text('USDC')], [true, word(1)])
  test.each([
    ['an error with status 200', JSON.stringify({ id: 1, error: { code: -32_000, message: 'header not found' } })],
    ['nothing', answered('0x')],
    ['null', answered(null)],
    ['a page', '<html></html>'],
    ['half a byte', answered('0x123')],
    ['an answer that was cut', answered(whole.slice(0, -40))],
    ['fewer answers', answered(many(...HEAD, [true, word(1)]))],
    ['more answers', answered(many(...HEAD, [true, word(1)], [true, word(1)], [true, word(1)]))],
    ['a length beyond all memory', answered(`0x${word(32)}${word(2n ** 200n)}`)],
    ['neither true nor false', answered(whole.replace(word(1), word(2)).replace(word(1), word(3)))],
  ])('are not read with %s', (_what, body) => expect(() => query.read(body)).toThrow(UnreadableReply))

  test('the newest block is a number of today', () => {
    expect(blockNumber(host!).read(answered('0x16e3600'))).toBe(24_000_000)
    expect(() => blockNumber(host!).read(answered(`0x${'f'.repeat(20)}`))).toThrow(UnreadableReply)
  })
})

/** What contracts say to calls, by selector; calls of the token are answered after the table. */
const said = (name: string, own: Readonly<Record<string, string>>): SaidWords => {
  const market = marketNamed(name)
  const basics: Record<string, string> = {
    '95d89b41': text(market.token.symbols[0]!),
    '313ce567': word(market.token.decimals),
    c55dae63: address(market.token.address),
    '6f307dc3': address(market.token.address),
    '38d52e0f': address(market.token.address),
    '5fe3b567': address('0x00000000000000000000000000000000c0117011'),
    e860accb: address('0x0a16f2FCC0D44FaE41cc54e079281D84A363bECD'),
  }
  const all = { ...basics, ...own }
  const words: Record<string, string> = {}
  const enter = (calls: readonly ReadCall[]): void => {
    for (const call of calls) words[callName(call)] = all[call.data.slice(0, 8)] ?? ''
  }
  enter(confirmingCalls(market))
  enter(readingCalls(market, words))
  enter(readingCalls(market, words))
  return words
}

const readOf = (name: string, own: Readonly<Record<string, string>>): LendingRate =>
  readMarket(marketNamed(name), said(name, own))
const refusedOf = (name: string, own: Readonly<Record<string, string>>): string => unreadable(() => readOf(name, own))

const RAY = 10n ** 27n
/** 4.1 % and 5.84 % in ray; 2,400,000,000.5 supplied, 1,500,000,000 and 300,000,000 borrowed; index 1.05. */
const reserve = (supply = 41n * 10n ** 24n, borrow = 584n * 10n ** 23n, index = (RAY * 105n) / 100n): string =>
  [
    0n,
    0n,
    2_400_000_000_500_000n,
    300_000_000_000_000n,
    1_500_000_000_000_000n,
    supply,
    borrow,
    0n,
    0n,
    index,
    index,
    1_794_999_000n,
  ]
    .map(word)
    .join('')
const settings = ({ decimals = 6, active = 1, frozen = 0 } = {}): string =>
  [decimals, 7_500, 7_800, 10_450, 1_000, 1, 1, 0, active, frozen].map(word).join('')
const AAVE = { '35ea6a75': reserve(), '3e150141': settings(), b55d9904: word(0) }

describe('Aave and Spark', () => {
  test('rays are shares of a year, and both debts are borrowed', () => {
    expect(readOf('aave/ethereum/usdc', AAVE)).toEqual({
      supplyApr: '4.1000000000000000000000000',
      borrowApr: '5.8400000000000000000000000',
      supplied: '2400000000.500000',
      borrowed: '1800000000.000000',
      status: 'open',
    })
  })

  test('the data provider is the one that the addresses provider names; of Spark it is known', () => {
    const provider = '0x0a16f2fcc0d44fae41cc54e079281d84a363becd'
    expect(Object.keys(said('aave/ethereum/usdc', AAVE)).filter((name) => name.startsWith(provider))).toHaveLength(3)
    expect(readOf('spark/ethereum/usdc', AAVE).supplyApr).toBe('4.1000000000000000000000000')
  })

  test.each([
    ['frozen', { ...AAVE, '3e150141': settings({ frozen: 1 }) }, 'frozen'],
    ['not active', { ...AAVE, '3e150141': settings({ active: 0 }) }, 'frozen'],
    ['paused', { ...AAVE, b55d9904: word(1) }, 'paused'],
  ] as const)('a reserve that is %s says so', (_what, own, status) =>
    expect(readOf('aave/base/usdc', own).status).toBe(status),
  )

  test.each([
    ['a data provider that has moved', { ...AAVE, '35ea6a75': '' }, 'does not answer 35ea6a75'],
    ['an addresses provider that has moved', { ...AAVE, e860accb: '' }, 'does not answer e860accb'],
    ['an asset that is not listed', { ...AAVE, '35ea6a75': reserve(0n, 0n, 0n) }, 'no reserve'],
    ['other decimals', { ...AAVE, '3e150141': settings({ decimals: 18 }) }, 'no reserve of 6 decimals'],
    ['a supply rate above that of loans', { ...AAVE, '35ea6a75': reserve(6n * 10n ** 25n) }, 'is paid and only'],
    ['a market of 500 %', { ...AAVE, '35ea6a75': reserve(1n, 5n * RAY) }, 'is no rate'],
    [
      'a ray that is already per cent',
      { ...AAVE, '35ea6a75': reserve(41n * 10n ** 26n, 584n * 10n ** 25n) },
      'is no rate',
    ],
    ['the bridged token', { ...AAVE, '95d89b41': text('USDC.e') }, 'is USDC.e and not USDC'],
    ['a token of other decimals', { ...AAVE, '313ce567': word(18) }, 'USDC has 18 decimals'],
    ['fewer words', { ...AAVE, '35ea6a75': reserve().slice(0, 320) }, 'there is no word'],
  ] as const)('%s is no rate', (_what, own, message) => expect(refusedOf('aave/ethereum/usdc', own)).toContain(message))
})

// 4.2 % and 5.6 % a year by the second: 42 · 10^15 / 31,536,000 and 56 · 10^15 / 31,536,000, whole.
const COMET = {
  '7eb71131': word(81n * 10n ** 16n),
  d955759d: word(1_331_811_263n),
  '9fa83b5a': word(1_775_748_351n),
  '18160ddd': word(520_000_000_000_000n),
  '8285ef40': word(421_200_000_000_000n),
  '0bc47ad1': word(0),
  '67800b5f': word(0),
}

describe('Compound', () => {
  test('rates by the second are those at the utilisation of the same block', () => {
    expect(readOf('compound/ethereum/usdc', COMET)).toEqual({
      supplyApr: '4.1999999989968000',
      borrowApr: '5.5999999997136000',
      supplied: '520000000.000000',
      borrowed: '421200000.000000',
      status: 'open',
    })
    const asked = readingCalls(marketNamed('compound/ethereum/usdc'), said('compound/ethereum/usdc', COMET))
    expect(asked.slice(-2).map(({ data }) => data)).toEqual([
      `d955759d${word(81n * 10n ** 16n)}`,
      `9fa83b5a${word(81n * 10n ** 16n)}`,
    ])
  })

  test('the bridged dollar of Polygon is an asset of its own, and USDC there is not lent', () => {
    expect(LENDING_MARKETS.some(({ name }) => name === 'compound/polygon/usdc')).toBe(false)
    expect(readOf('compound/polygon/usdc_e', COMET).supplyApr).toBe('4.1999999989968000')
    const native = { ...COMET, c55dae63: address(marketNamed('aave/polygon/usdc').token.address) }
    expect(refusedOf('compound/polygon/usdc_e', native)).toContain('is of 0x3c499c')
    expect(refusedOf('compound/polygon/usdc_e', { ...COMET, '95d89b41': text('USDC') })).toContain('and not USDC.e')
  })

  test('a closed market says so', () => {
    expect(readOf('compound/base/usdc', { ...COMET, '0bc47ad1': word(1) }).status).toBe('frozen')
    expect(readOf('compound/base/usdc', { ...COMET, '67800b5f': word(1) }).status).toBe('paused')
  })

  test('a contract that does not answer is no rate of zero', () => {
    expect(refusedOf('compound/base/usdc', { ...COMET, '7eb71131': '' })).toContain('does not answer 7eb71131')
    expect(refusedOf('compound/base/usdc', { ...COMET, c55dae63: '' })).toContain('does not answer c55dae63')
  })
})

const MOONWELL = {
  d3bd2c72: word(1_531_582_952n),
  cd91801c: word(2_075_329_000n),
  '3b1d21a2': word(20_000_000_000_000n),
  '47bd3718': word(80_000_000_000_000n),
  '8f840ddd': word(1_000_000_000_000n),
  '731f0c2b': word(0),
}

describe('Moonwell', () => {
  test('what is supplied is cash and loans less reserves', () => {
    expect(readOf('moonwell/base/usdc', MOONWELL)).toEqual({
      supplyApr: '4.8299999974272000',
      borrowApr: '6.5447575344000000',
      supplied: '99000000.000000',
      borrowed: '80000000.000000',
      status: 'open',
    })
  })

  test('the comptroller that the market names says whether deposits are closed', () => {
    expect(readOf('moonwell/base/usdc', { ...MOONWELL, '731f0c2b': word(1) }).status).toBe('frozen')
    const closed = readingCalls(marketNamed('moonwell/base/usdc'), said('moonwell/base/usdc', MOONWELL)).at(-1)!
    expect(closed.to).toBe('0x00000000000000000000000000000000c0117011')
  })

  test.each([
    [
      'of another token',
      { ...MOONWELL, '6f307dc3': address(marketNamed('aave/base/weth').token.address) },
      'is of 0x4200',
    ],
    ['with more reserves than it has', { ...MOONWELL, '8f840ddd': word(10n ** 20n) }, 'keeps more than it has'],
  ])('a market %s is no rate', (_what, own, message) => expect(refusedOf('moonwell/base/usdc', own)).toContain(message))
})

test('Sky pays what one grows by in a second, and lends to nobody', () => {
  // 4.5 % a year by the second: 0.045 / 31,536,000 in ray.
  const grown = RAY + 1_426_940_639_269_406_392n
  expect(readOf('sky/ethereum/usds', { '03607ceb': word(grown), '01e1d114': word(29n * 10n ** 26n) })).toEqual({
    supplyApr: '4.4999999999999999978112000',
    borrowApr: null,
    supplied: '2900000000.000000000000000000',
    borrowed: '0',
    status: 'open',
  })
  expect(refusedOf('sky/ethereum/usds', { '03607ceb': word(RAY - 1n), '01e1d114': word(1) })).toContain('shrinks')
})

test('what two nodes say differently is not known, and what was not asked neither', () => {
  const market = marketNamed('compound/base/usdc')
  const words = said('compound/base/usdc', COMET)
  const [call] = readingCalls(market, words).slice(-1)
  const differing = { ...words, ...agreedWords([call!], [word(1)], [word(2)]) }
  expect(() => readMarket(market, differing)).toThrow(NodesDiffer)
  const { [callName(call!)]: _, ...fewer } = words
  expect(() => readMarket(market, fewer)).toThrow(NodesDiffer)
  expect(agreedWords([call!], [word(1)], [word(1)])).toEqual({ [callName(call!)]: word(1) })
})

test('units: a ray of one is 100 %, and a second of a year its 31,536,000th part', () => {
  expect(yearlyPercent(RAY, 27)).toBe('100.0000000000000000000000000')
  expect(percentOfSeconds(1n, 18)).toBe('0.0000000031536000')
  expect(plausibleRate({ supplyApr: '4', borrowApr: '4.0' })).toEqual({ supplyApr: '4', borrowApr: '4.0' })
  expect(() => plausibleRate({ supplyApr: '100.01', borrowApr: null })).toThrow('is no rate')
})

test('every market has its own place and its token, and no contract stands twice', () => {
  expect(new Set(LENDING_MARKETS.map(({ name }) => name)).size).toBe(LENDING_MARKETS.length)
  const own = LENDING_MARKETS.filter(({ form }) => form === 'comet' || form === 'moonwell')
  expect(new Set(own.map(({ contract }) => contract.toLowerCase())).size).toBe(own.length)
  for (const { contract, form, token } of LENDING_MARKETS)
    for (const each of form === 'none' ? [token.address] : [contract, token.address])
      expect(each).toMatch(/^0x[0-9A-Fa-f]{40}$/)
})
