import { afterAll, afterEach, expect, test } from 'bun:test'
import { createClaros } from '../../client/src/claros.ts'
import { Unsettled } from '../../client/src/errors.ts'
import { l402 } from '../../client/src/l402.ts'
import { nwc } from '../../client/src/nwc.ts'
import { nostrKey } from '../../src/nostr/event.ts'
import { relayBetween } from '../support/client/relay-between.ts'
import { walletService } from '../support/client/wallet-service.ts'
import { startNostrRelay } from '../support/nostr-relay.ts'
import { fileShop, SPOT } from '../support/shop.ts'

/** A wallet behind a relay that lies: it sends what no relay sends, in the name of others, and what was said before. */

const shop = await fileShop()
await shop.publish('btc/usd')
const relay = startNostrRelay()
const liar = relayBetween(relay.url)
let preimage: string | null = null
const paid: string[] = []
const wallet = await walletService(relay.url, async (invoice) => {
  paid.push(invoice)
  const right = await shop.money.pay(invoice)
  return preimage ?? right
})
afterAll(async () => {
  wallet.stop()
  await liar.stop()
  await relay.stop()
})
afterEach(() => {
  liar.says.length = 0
  paid.length = 0
  preimage = null
})

const address = wallet.address.replace(encodeURIComponent(relay.url), encodeURIComponent(liar.url))
const buy = (timeoutMs = 20_000) =>
  createClaros(shop.url, { pay: [l402({ payInvoice: nwc(address, { timeoutMs }), maxSats: 10 })], patienceMs: 0 }).buy(
    SPOT,
  )

/** An event of anybody, about the request that is under way. */
const forged = (key = nostrKey(new Uint8Array(32).fill(9))): string =>
  JSON.stringify(['EVENT', 's', key.sign({ kind: 23_195, createdAt: 1, tags: [['e', 'ID']], content: 'x?iv=y' })])

test.each<readonly [string, string | Uint8Array]>([
  ['no JSON', '['],
  ['nothing', ''],
  ['null', 'null'],
  ['a number', '7'],
  ['a list of nothing', '["EVENT"]'],
  ['lists in lists', '[["EVENT"],[],[]]'],
  ['an event of nothing', '["EVENT","s",{}]'],
  ['an event that is null', '["EVENT","s",null]'],
  ['an event that is a list', '["EVENT","s",[]]'],
  ['an event without tags', '["EVENT","s",{"tags":null}]'],
  ['tags of nothing', '["EVENT","s",{"tags":[null,7,"e"]}]'],
  ['tags that are an object', '["EVENT","s",{"tags":{"some":1}}]'],
  ['our tag alone', '["EVENT","s",{"tags":[["e","ID"]]}]'],
  [
    'our tag and wrong types',
    '["EVENT","s",{"tags":[["e","ID"]],"kind":23195,"pubkey":1,"id":{},"sig":null,"content":7}]',
  ],
  ['an event of a stranger', forged()],
  ['other words in its frame', '["EVENT","s",{}],"frame":["EVENT","s",{}]'],
  ['a prototype', '["EVENT","s",{"__proto__":{"tags":[]}}]'],
  ['a very long frame', `["EVENT","s",{"tags":[["e","ID"]],"content":"${'x'.repeat(300_000)}"}]`],
  ['bytes', new Uint8Array([1, 2, 3])],
])('%s is not heard, and the wallet behind it is', async (_what, said) => {
  liar.says.push(said)
  expect((await buy()).paid).toEqual({ rail: 'l402', sats: '10' })
  expect(paid).toHaveLength(1)
})

test('what the wallet said of another invoice is no answer to this one', async () => {
  await buy()
  liar.says.push(...liar.heard.filter((each) => each.startsWith('["EVENT"')))
  expect(liar.says.length).toBeGreaterThan(0)
  // As it was, and as if it were about this request.
  const about = /\["e","[0-9a-f]{64}"\]/g
  liar.says.push(...liar.says.map((each) => String(each).replaceAll(about, '["e","ID"]')))
  expect((await buy()).paid).toEqual({ rail: 'l402', sats: '10' })
  expect(new Set(paid).size).toBe(2)
})

test('a long answer of the wallet itself is none: its length is what a relay chooses', async () => {
  preimage = `${'00'.repeat(40_000)}`
  const problem = await buy(500).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(problem).toBeInstanceOf(Unsettled)
})

test('a preimage that is another one is shown to nobody', async () => {
  preimage = '00'.repeat(32)
  const before = await shop.sales()
  const problem = await buy().then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(problem).toBeInstanceOf(Unsettled)
  expect((problem as Unsettled).receipt.payment).toMatchObject({ preimage: null })
  expect(await shop.sales()).toBe(before)
})
