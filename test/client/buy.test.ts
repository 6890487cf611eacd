import { describe, expect, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createClaros } from '../../client/src/claros.ts'
import { Refused, TooDear } from '../../client/src/errors.ts'
import { l402 } from '../../client/src/l402.ts'
import { x402 } from '../../client/src/x402.ts'
import { fileShop, SPOT } from '../support/shop.ts'

/** Purchases with the client package from the real app, over Lightning and in USDC of the sandbox. */

const shop = await fileShop()
await shop.publish('btc/usd')
await shop.publish('eth/usd', '3012.44')
const account = privateKeyToAccount(generatePrivateKey())
await shop.money.fund(account.address)

const payInvoice = (invoice: string): Promise<string> => shop.money.pay(invoice)
const lightning = (maxSats = 10) => l402({ payInvoice, maxSats })
const dollars = (maxUsd = '0.01') => x402({ account, maxUsd })
const keys = [shop.keys.l402.publicKey, shop.keys.x402.publicKey]

/** How much money has moved: units of USDC, and invoices that were paid. */
const spent = async () => ({
  transfers: (await shop.money.transfers()).length,
  sales: await shop.sales(),
})

const refusedBy = async (start: () => Promise<unknown>): Promise<unknown> => {
  const before = await spent()
  const problem = await start().then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(await spent()).toEqual(before)
  return problem
}

describe('a purchase', () => {
  test('over Lightning is whole, and says what was paid', async () => {
    const claros = createClaros(shop.url, { pay: [lightning()], keys })
    const found = await claros.buy(SPOT)
    expect(found.answer.price).toBe('97012.34')
    expect(found.answer.signingScheme).toBe('secp256k1_ecdsa')
    expect(found.paid).toEqual({ rail: 'l402', sats: '10' })
    expect(found.verification.ok).toBe(true)
    expect(JSON.parse(found.body)).toEqual(found.answer)
    expect(found.receipt?.id).toMatch(/^[\w-]{60,}$/)
  })

  test('in USDC is whole, and names the transaction', async () => {
    const claros = createClaros(shop.url, { pay: [dollars()], keys })
    const before = await spent()
    const { answer, paid, verification } = await claros.buy('/oracle/price/eth/usd')
    expect([answer.price, answer.signingScheme, verification.ok]).toEqual(['3012.44', 'ed25519', true])
    const [transfer] = (await shop.money.transfers()).slice(-1)
    expect(paid).toEqual({
      rail: 'x402',
      usd: '0.01',
      network: 'eip155:8453',
      transaction: String(transfer!['transaction'] ?? transfer!['hash']),
    })
    expect(await spent()).toEqual({ transfers: before.transfers + 1, sales: before.sales + 1 })
  })

  test('goes by the first way to pay that is offered within its limit', async () => {
    const found = await createClaros(shop.url, { pay: [dollars('0.009999'), lightning()] }).buy(SPOT)
    expect(found.paid?.rail).toBe('l402')
    const other = await createClaros(shop.url, { pay: [lightning(9), dollars()] }).buy(SPOT)
    expect(other.paid?.rail).toBe('x402')
  })

  test('takes a path of run time with its query, and guards', async () => {
    const claros = createClaros(shop.url, { pay: [dollars()] })
    expect((await claros.buyAt(`${SPOT}?max_age=3600`)).answer['price']).toBe('97012.34')
    expect((await claros.buy(SPOT, { query: { max_age: '3600', min_confidence: '0.1' } })).answer.price).toBe(
      '97012.34',
    )
  })

  test('that no guard lets through is refused before anything is paid', async () => {
    const claros = createClaros(shop.url, { pay: [lightning(), dollars()] })
    const problem = await refusedBy(() => claros.buy(SPOT, { query: { min_confidence: '1' } }))
    expect(problem).toBeInstanceOf(Refused)
    expect(problem).toMatchObject({ code: 'data_unavailable', status: 503, problem: { reason: 'guard_not_met' } })
  })
})

describe('a limit', () => {
  test.each([
    ['sats', [l402({ payInvoice, maxSats: 9 })], '10 sats', '9 sats'],
    ['dollars', [x402({ account, maxUsd: '0.009999' })], '$0.01', '$0.009999'],
  ])('of %s holds', async (_what, pay, asked, limit) => {
    const problem = await refusedBy(() => createClaros(shop.url, { pay }).buy(SPOT))
    expect(problem).toBeInstanceOf(TooDear)
    expect(problem).toMatchObject({ asked, limit })
  })

  test('that is passed is told, whatever else does not fit', async () => {
    const pay = [x402({ account, maxUsd: '1', network: 'base-sepolia' }), lightning(9)]
    expect(await refusedBy(() => createClaros(shop.url, { pay }).buy(SPOT))).toBeInstanceOf(TooDear)
  })

  test.each([['0.1e1'], ['-1'], ['1,00'], [''], ['0.0000001'], ['$1']])('of %j dollars is none', (maxUsd) =>
    expect(() => x402({ account, maxUsd })).toThrow(RangeError),
  )
  test.each([[0], [-1], [1.5], [Number.NaN], [Infinity]])('of %p sats is none', (maxSats) =>
    expect(() => l402({ payInvoice, maxSats })).toThrow(RangeError),
  )
})

describe('what is refused', () => {
  test.each([
    ['a path that is not served', '/oracle/price/btc/brl', 'not_found', 404],
    ['a place that is none', '/oracle/weather/100/2/rainfall/30d', 'invalid_request', 400],
  ])('%s keeps the code of the service', async (_what, path, code, status) => {
    const problem = await refusedBy(() => createClaros(shop.url, { pay: [dollars()] }).buyAt(path))
    expect(problem).toBeInstanceOf(Refused)
    expect(problem).toMatchObject({ code, status, receipt: null })
  })

  test('no way to pay', async () => {
    const problem = await refusedBy(() => createClaros(shop.url).buy(SPOT))
    expect(problem).toMatchObject({ code: 'no_offer', receipt: null })
  })

  test('a service that is not there', async () => {
    const problem = await refusedBy(() => createClaros('http://127.0.0.1:9', { pay: [dollars()] }).buy(SPOT))
    expect(problem).toMatchObject({ code: 'not_reached', receipt: null })
  })

  test('a wallet that does not sign', async () => {
    const shy = { address: account.address, signTypedData: () => Promise.reject(new Error('rejected')) }
    const claros = createClaros(shop.url, { pay: [x402({ account: shy, maxUsd: '1' })] })
    expect(await refusedBy(() => claros.buy(SPOT))).toMatchObject({ code: 'not_signed', receipt: null })
  })

  test('another chain than the one that is paid on', async () => {
    const claros = createClaros(shop.url, { pay: [x402({ account, maxUsd: '1', network: 'base-sepolia' })] })
    expect(await refusedBy(() => claros.buy(SPOT))).toMatchObject({ code: 'unknown_asset' })
  })
})

describe('what is free', () => {
  test('is the preview', async () => {
    const preview = await createClaros(shop.url).preview(SPOT)
    expect([preview.signed, preview.price]).toEqual([false, '97012.34'])
  })

  test('is the verdict on an answer', async () => {
    const claros = createClaros(shop.url, { pay: [dollars()], keys })
    const { answer } = await claros.buy(SPOT)
    expect((await claros.verify(answer)).ok).toBe(true)
    expect((await claros.verify({ ...answer, price: '1.00' })).ok).toBe(false)
    expect((await createClaros(shop.url, { keys: ['ab'.repeat(32)] }).verify(answer)).ok).toBe(false)
    for (const nothing of [null, undefined, [], 'text', 7]) expect((await claros.verify(nothing)).ok).toBe(false)
  })

  test('no path leads to another host', async () => {
    const claros = createClaros(shop.url)
    expect(claros.buyAt('//evil.example/')).rejects.toThrow(TypeError)
    expect(claros.buyAt('https://evil.example/')).rejects.toThrow(TypeError)
    expect(claros.buyAt('/oracle/{what}')).rejects.toThrow(TypeError)
  })
})
