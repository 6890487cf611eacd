import { describe, expect, test } from 'bun:test'
import { TOPICS } from '../../src/chain/contracts.ts'
import { type ChainLog, movedIn, readReceipt, type Receipt, topicOf } from '../../src/chain/receipt.ts'
import type { Rpc } from '../../src/chain/rpc.ts'
import { USDC } from '../../src/payments/usdc.ts'
import { PAY_TO, payer } from '../support/chain/chain-payer.ts'

/** What a receipt must say before money counts as moved, whatever a node makes of it. */

const { asset } = USDC.base
const OTHER = `0x${'99'.repeat(20)}`
const transfer = await payer(1).sign({ to: PAY_TO })
const { from, nonce, value } = transfer.authorization

const log = (topics: readonly string[], data: string): ChainLog => ({
  address: asset.toLowerCase(),
  topics,
  data,
  transactionHash: `0x${'44'.repeat(32)}`,
})
const used = log([TOPICS.used, topicOf(from), nonce], '0x')
const paid = log([TOPICS.transfer, topicOf(from), topicOf(PAY_TO)], `0x${BigInt(value).toString(16)}`)
const receipt: Receipt = { hash: paid.transactionHash, block: 16n, ok: true, logs: [used, paid] }
const moved = (changes: Partial<Receipt>) => movedIn({ ...receipt, ...changes }, asset, transfer)

describe('a receipt', () => {
  test('with both logs, one straight after the other, of a transaction that went well', () => {
    expect(moved({})).toBe(true)
  })

  test.each<[string, Partial<Receipt>]>([
    ['of a transaction that failed, though a node shows logs with it', { ok: false }],
    ['without logs', { logs: [] }],
    ['with the transfer alone', { logs: [paid] }],
    ['with the nonce alone', { logs: [used] }],
    ['the other way round', { logs: [paid, used] }],
    ['with something between them', { logs: [used, log([TOPICS.cancelled], '0x'), paid] }],
    ['of another token', { logs: [used, paid].map((each) => ({ ...each, address: OTHER })) }],
    ['of the nonce with another token', { logs: [{ ...used, address: OTHER }, paid] }],
    ['to somebody else', { logs: [used, { ...paid, topics: [paid.topics[0]!, topicOf(from), topicOf(OTHER)] }] }],
    ['from somebody else', { logs: [used, { ...paid, topics: [paid.topics[0]!, topicOf(OTHER), topicOf(PAY_TO)] }] }],
    ['of another nonce', { logs: [{ ...used, topics: [TOPICS.used, topicOf(from), `0x${'77'.repeat(32)}`] }, paid] }],
    ['of less', { logs: [used, { ...paid, data: '0x1' }] }],
  ])('%s shows nothing', (_, changes) => {
    expect(moved(changes)).toBe(false)
  })

  test('without a block is of no transaction that was mined', async () => {
    const raw = JSON.stringify({ transactionHash: receipt.hash, blockNumber: null, status: '0x1', logs: receipt.logs })
    const rpc: Rpc = { ask: async () => ({ kind: 'answer', value: JSON.parse(raw) }) }
    expect(await readReceipt(rpc, receipt.hash)).toBeNull()
  })
})
