import { describe, expect, test } from 'bun:test'
import { UnreadableReply } from '../../../src/sources/query.ts'
import { gasPart, gasParts } from '../../../src/sources/rpc/evm-rpc.ts'
import { GAS_CHAINS, RPC_HOSTS } from '../../../src/sources/rpc/rpc-hosts.ts'
import { slotParts, slotPart } from '../../../src/sources/rpc/solana-rpc.ts'

/** Constructed replies beside the recorded ones, which `recordings.test.ts` reads. */

const [host] = RPC_HOSTS.ethereum
const [solana] = RPC_HOSTS.solana
const answer = (id: number, result: unknown) => ({ jsonrpc: '2.0', id, result })
const BLOCK = { number: '0x16dfe9b', timestamp: '0x6afd1f80', baseFeePerGas: '0x41ccd880', transactions: [] }

const batched = gasParts(host!, ['chainId', 'gasPrice', 'head'])
const price = gasPart(host!, 'gasPrice')
const head = gasPart(host!, 'head')
const read = (query: { read(body: string): unknown }, value: unknown) => () =>
  query.read(typeof value === 'string' ? value : JSON.stringify(value))

describe('a node of Ethereum', () => {
  test('is asked for all in one POST', () => {
    expect(batched).toMatchObject({ method: 'POST', path: '/', weight: 3 })
    expect(JSON.parse(batched.body!)).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
      { jsonrpc: '2.0', id: 2, method: 'eth_gasPrice', params: [] },
      { jsonrpc: '2.0', id: 3, method: 'eth_getBlockByNumber', params: ['latest', false] },
    ])
  })

  test('that is no quantity is told in the words of the standard', () => {
    expect(read(price, answer(1, '47b475c0'))).toThrow('result is not a hex quantity: 47b475c0')
  })

  test('is read by ids, in whatever order it answers', () => {
    const answers = [answer(3, BLOCK), answer(1, '0x1'), answer(2, '0x47b475c0')]
    expect(batched.read(JSON.stringify(answers))).toEqual({
      chainId: '1',
      gasPriceWei: '1203008960',
      head: { number: 23_985_819, at: 1_794_973_568_000, baseFeeWei: '1103943808' },
    })
  })

  test.each([
    ['a price of zero', read(price, answer(1, '0x0'))],
    ['hex without its prefix', read(price, answer(1, '47b475c0'))],
    ['a number', read(price, answer(1, 1_203_000_000))],
    ['no digits', read(price, answer(1, '0x'))],
    ['more wei than any chain has asked for', read(price, answer(1, `0x${'f'.repeat(30)}`))],
    ['an error with status 200', read(price, { jsonrpc: '2.0', id: 1, error: { code: -32_005, message: 'limit' } })],
    ['a page', read(price, '<html>Just a moment...</html>')],
    ['the answer to another call', read(price, answer(2, '0x47b475c0'))],
    ['an unknown block', read(head, answer(1, null))],
    ['a block from before EIP-1559', read(head, answer(1, { ...BLOCK, baseFeePerGas: undefined }))],
    ['one object for a batch', read(batched, { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'no' } })],
    ['a batch without one answer', read(batched, [answer(1, '0x1'), answer(2, '0x1')])],
    ['a batch with one error', read(batched, [answer(1, '0x1'), { id: 2, error: { code: 1 } }, answer(3, BLOCK)])],
  ])('is not read with %s', (_what, reading) => expect(reading).toThrow(UnreadableReply))

  test('says what is wrong with an error', () => {
    const refused = { jsonrpc: '2.0', id: 1, error: { code: -32_005, message: 'limit exceeded' } }
    expect(read(price, refused)).toThrow('the provider answered: {"code":"-32005","message":"limit exceeded"}')
  })
})

describe('a node of Solana', () => {
  const fees = [
    { slot: 348_125, prioritizationFee: 0 },
    { slot: 348_126, prioritizationFee: 1_000 },
  ]

  test('says fees and slot in one POST', () => {
    const both = slotParts(solana!)
    expect(both.read(JSON.stringify([answer(2, 348_127), answer(1, fees)]))).toEqual({
      priorities: [0, 1_000],
      feeSlot: 348_126,
      slot: 348_127,
    })
  })

  test.each([
    ['no slots', []],
    ['a negative fee', [{ slot: 1, prioritizationFee: -1 }]],
    ['a fee in a text of another kind', [{ slot: 1, prioritizationFee: '0x10' }]],
    ['more slots than a node remembers', Array.from({ length: 400 }, () => fees[0])],
  ])('is not read with %s', (_what, result) =>
    expect(read(slotPart(solana!, 'fees'), answer(1, result))).toThrow(UnreadableReply),
  )
})

test('every chain has at least three nodes, each a source of its own over https', () => {
  const hosts = GAS_CHAINS.flatMap((chain) => RPC_HOSTS[chain])
  for (const chain of GAS_CHAINS) {
    expect(RPC_HOSTS[chain].length).toBeGreaterThanOrEqual(3)
    expect(new Set(RPC_HOSTS[chain].map(({ operator }) => operator)).size).toBe(RPC_HOSTS[chain].length)
  }
  expect(new Set(hosts.map(({ source }) => source.name)).size).toBe(hosts.length)
  expect(hosts.every(({ source }) => source.origin.startsWith('https://'))).toBe(true)
})
