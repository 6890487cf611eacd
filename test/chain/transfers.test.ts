import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ChainAway, WrongChain } from '../../src/chain/chain.ts'
import { type ChainHistory, openHistory } from '../../src/chain/transfers.ts'
import { USDC } from '../../src/payments/usdc.ts'
import { type ChainShop, startChainShop } from '../support/chain-shop.ts'
import { SELLER } from '../support/payer.ts'
import { stillClock } from '../support/still.ts'

/** What came in, read from a real chain in pieces. */

let shop: ChainShop
let history: ChainHistory
const settings = (rpcUrl: string) => ({ rpcUrl, token: USDC.base, timeoutMs: 60_000, clock: stillClock(0) })
const height = async (): Promise<bigint> => BigInt(await shop.anvil.rpc<string>('eth_blockNumber'))

beforeAll(async () => {
  shop = await startChainShop('facilitator')
})
afterAll(() => shop.stop())

const paid = async () => {
  const buyer = await shop.buyer()
  const payment = await buyer.pay()
  const transaction = await shop.submit(payment)
  return { payer: payment.authorization.from.toLowerCase(), nonce: payment.authorization.nonce, transaction }
}

describe('transfers', () => {
  test('over more blocks than a node shows at once: all of them, in order, each with its authorization', async () => {
    const first = await paid()
    await shop.anvil.mine(250)
    const second = await paid()
    await shop.anvil.mine(199)
    const third = await paid()
    history = await openHistory({ ...settings(shop.anvil.url), range: 200 })
    const end = (await height()) + 1n
    const found = await history.transfers([SELLER], 0n, end)
    expect(found.map(({ payer, nonce, transaction }) => ({ payer, nonce: nonce as string, transaction }))).toEqual([
      first,
      second,
      third,
    ])
    expect(found.every(({ value }) => value === 10_000n)).toBe(true)
    // The end is not part of it, the start is.
    const last = found.at(-1)!.block
    expect(await history.transfers([SELLER], 0n, last)).toHaveLength(2)
    expect(await history.transfers([SELLER], last, last + 1n)).toHaveLength(1)
    expect(await history.transfers([`0x${'9'.repeat(40)}`], 0n, end)).toEqual([])
    expect(await history.transfers([`0x${'9'.repeat(40)}`, SELLER.toLowerCase()], 0n, end)).toHaveLength(3)
  }, 120_000)

  test('where a node hands out only so much, ranges are asked in halves, and nothing is missing', async () => {
    let refusals = 0
    const narrow = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: async (request) => {
        const body = (await request.json()) as {
          id: number
          method: string
          params: { fromBlock: string; toBlock: string }[]
        }[]
        const answers = await Promise.all(
          body.map(async ({ id, method, params }) => {
            const [filter] = params
            if (method === 'eth_getLogs' && Number(filter!.toBlock) - Number(filter!.fromBlock) > 100) {
              refusals++
              return { jsonrpc: '2.0', id, error: { code: -32_602, message: 'query returned more than 10000 results' } }
            }
            return { jsonrpc: '2.0', id, result: await shop.anvil.rpc(method, params) }
          }),
        )
        return Response.json(answers)
      },
    })
    const halved = await openHistory(settings(narrow.url.origin))
    expect(await halved.transfers([SELLER], 0n, (await height()) + 1n)).toHaveLength(3)
    expect(refusals).toBeGreaterThan(2)
    await narrow.stop(true)
  }, 120_000)

  test('the block of a moment is the first that is no older', async () => {
    const newest = await height()
    const timeOf = async (block: bigint) =>
      Number(
        (await shop.anvil.rpc<{ timestamp: string }>('eth_getBlockByNumber', [`0x${block.toString(16)}`, false]))
          .timestamp,
      ) * 1000
    for (const block of [1n, newest / 2n, newest]) {
      const at = await timeOf(block)
      const found = await history.blockAt(at)
      expect(await timeOf(found)).toBe(at)
      if (found > 0n) expect(await timeOf(found - 1n)).toBeLessThan(at)
      expect(await timeOf(await history.blockAt(at - 999))).toBe(at)
    }
    expect(await history.blockAt(0)).toBe(0n)
    expect(await history.blockAt(Date.now() + 1e9)).toBe(newest + 1n)
  }, 120_000)

  test('a node of another chain, or none', async () => {
    const other = { ...settings(shop.anvil.url), token: USDC['base-sepolia'] }
    await expect(openHistory(other)).rejects.toThrow(WrongChain)
    await expect(openHistory(settings('http://127.0.0.1:9'))).rejects.toThrow(ChainAway)
  })
})
