import { afterAll, afterEach, expect, test } from 'bun:test'
import { createClaros } from '../../client/src/claros.ts'
import { Refused, Unsettled } from '../../client/src/errors.ts'
import { l402 } from '../../client/src/l402.ts'
import { nwc } from '../../client/src/nwc.ts'
import { startNostrRelay } from '../support/nostr-relay.ts'
import { walletService } from '../support/client/wallet-service.ts'
import { fileShop, SPOT } from '../support/shop.ts'

/** Lightning by a wallet behind a relay (NIP-47). */

const shop = await fileShop()
await shop.publish('btc/usd')
const relay = startNostrRelay()
const wallet = await walletService(relay.url, (invoice) => shop.money.pay(invoice))
afterAll(async () => {
  wallet.stop()
  await relay.stop()
})
afterEach(() => {
  wallet.manner = 'pays'
  wallet.asked.length = 0
  relay.behave('keeps')
})

const claros = (timeoutMs = 20_000) =>
  createClaros(shop.url, { pay: [l402({ payInvoice: nwc(wallet.address, { timeoutMs }), maxSats: 10 })] })
const endOf = (buying: Promise<unknown>): Promise<unknown> =>
  buying.then(
    () => null,
    (reason: unknown) => reason,
  )

test('an answer is bought by a wallet behind a relay', async () => {
  const { answer, paid } = await claros().buy(SPOT)
  expect([answer.price, paid]).toEqual(['97012.34', { rail: 'l402', sats: '10' }])
  expect(wallet.asked.map(({ method }) => method)).toEqual(['pay_invoice'])
})

test('what the relay reads of it is encrypted', () => {
  const sent = JSON.stringify(relay.sent)
  expect(relay.sent.length).toBeGreaterThan(1)
  expect(sent).not.toContain('pay_invoice')
  expect(sent).not.toContain('lnbc')
})

test('a wallet that talks through a noisy relay is heard', async () => {
  relay.behave('chatters')
  expect((await claros().buy(SPOT)).paid?.rail).toBe('l402')
})

test('a wallet that has not begun to pay is a refusal with its reason, and the next purchase is a new one', async () => {
  wallet.manner = 'refuses'
  const problem = await endOf(claros().buy(SPOT))
  expect(problem).toBeInstanceOf(Refused)
  expect(problem).toMatchObject({ code: 'not_paid', message: 'the wallet did not pay: INSUFFICIENT_BALANCE no sats' })
  wallet.manner = 'pays'
  expect((await claros().buy(SPOT)).answer.price).toBe('97012.34')
  expect(new Set(wallet.asked.map(({ invoice }) => invoice)).size).toBe(2)
})

test('a payment that failed may still arrive, so the same invoice is tried again', async () => {
  wallet.manner = 'fails'
  const problem = await endOf(claros().buy(SPOT))
  expect(problem).toBeInstanceOf(Unsettled)
  expect(String((problem as Unsettled).cause)).toContain('PAYMENT_FAILED no route in time')
  wallet.manner = 'pays'
  expect((await claros().resume((problem as Unsettled).receipt)).answer['price']).toBe('97012.34')
})

test('a wallet that refuses to go on has not said what became of the payment before', async () => {
  wallet.manner = 'silent'
  const problem = await endOf(claros(300).buy(SPOT))
  expect(problem).toBeInstanceOf(Unsettled)
  wallet.manner = 'refuses'
  expect(await endOf(claros().resume((problem as Unsettled).receipt))).toBeInstanceOf(Unsettled)
})

test('a payment whose answer is lost resumes with the invoice that was paid', async () => {
  wallet.manner = 'pays_and_hangs_up'
  const sales = await shop.sales()
  const problem = await endOf(claros(300).buy(SPOT))
  expect(problem).toBeInstanceOf(Unsettled)
  wallet.manner = 'knows'
  expect((await claros().resume((problem as Unsettled).receipt)).answer['price']).toBe('97012.34')
  expect(wallet.asked.map(({ method }) => method)).toEqual(['pay_invoice', 'pay_invoice', 'lookup_invoice'])
  expect(new Set(wallet.asked.map(({ invoice }) => invoice)).size).toBe(1)
  expect(await shop.sales()).toBe(sales + 1)
})

test.each([['hangs_up'], ['refuses'], ['silent']] as const)('a relay that %s loses no money', async (manner) => {
  relay.behave(manner)
  if (manner === 'silent') wallet.manner = 'silent'
  const problem = await endOf(claros(300).buy(SPOT))
  expect(problem).toBeInstanceOf(Unsettled)
  expect((problem as Unsettled).receipt.payment).toMatchObject({ rail: 'l402', preimage: null })
})

test.each([
  [''],
  ['https://wallet.example'],
  ['nostr+walletconnect://abc?relay=wss://r.example&secret=12'],
  [`nostr+walletconnect://${'ab'.repeat(32)}?secret=${'cd'.repeat(32)}`],
  [`nostr+walletconnect://${'ab'.repeat(32)}?relay=wss://r.example&secret=${'cd'.repeat(31)}`],
])('%j is no address of a wallet, and the message keeps its secret', (address) => {
  expect(() => nwc(address)).toThrow(RangeError)
  expect(() => nwc(address)).not.toThrow('cdcd')
})
