import { beforeAll, describe, expect, test } from 'bun:test'
import { digest } from '../../src/canonical/digest.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { ed25519Signer } from '../../src/canonical/signature.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { exampleOf } from '../../src/feeds/feed.ts'
import { keepSeconds, SOLD_DAYS } from '../../src/feeds/keeping.ts'
import { registry } from '../../src/feeds/registry.ts'
import { payment, PAYER } from '../support/payer.ts'
import { fileShop, problemOf } from '../support/shop.ts'

/** The past of the sentiment index: signed rows with a sign and a regime. */

const SIGNER = ed25519Signer(new Uint8Array(32).fill(7))
const PATH = '/oracle/history/index/msxi/btcusd'

const shop = await fileShop()
let now: number
beforeAll(async () => {
  await shop.money.fund(PAYER.address)
  now = Math.floor(shop.clock.now() / 1_000)
  for (const coin of ['BTC', 'ETH']) {
    const item = registry.item(`index/sentiment/${coin}-USD`)!
    const { canonical, tokens } = item.feed.sale
    for (let minute = 180; minute > 120; minute--) {
      const t = now - minute * 60
      const written = canonical.write(tokens(exampleOf(item.feed, item.subject)), {
        timestamp: t,
        nonce: 200_000 + minute,
      })
      const row = { t, canonical: written, signature: SIGNER.sign(digest(written)), pubkey: SIGNER.publicKey }
      await shop.store.rows.record(item.actor, row, keepSeconds(SOLD_DAYS.sentiment))
    }
  }
})

const buy = async (path: string, value = '100000') => {
  const paid = await payment(shop.clock.now(), { value })
  const response = await shop.request(path, { headers: paid.v2 })
  return { status: response.status, body: (await response.json()) as Record<string, Json> }
}

describe('the history of the sentiment index', () => {
  test.each([
    ['btcusd', 'BTCUSD', -12.71, 'NEUTRAL'],
    // 13.44 + 4.029 + 14.356 + 3.44 - 1.5602
    ['ethusd', 'ETHUSD', 33.7, 'BULLISH'],
  ] as const)('of %s is sold as it was signed', async (path, domain, value, regime) => {
    const { status, body } = await buy(`/oracle/history/index/msxi/${path}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ series: 'msxi', domain, interval: '1m', count: 60 })
    const rows = body['rows'] as Record<string, Json>[]
    expect(rows[0]).toMatchObject({ t: now - 180 * 60, value, unit: 'index', regime, confidence: 0.95 })
    expect(verifyAnswer(body, { layouts: LAYOUTS }).checks.filter(({ ok }) => !ok)).toEqual([])
  })

  test('is shown free in five rows at most, with the regime and without what is sold', async () => {
    const { rows } = (await (await shop.request(`${PATH}/preview`)).json()) as { rows: Record<string, Json>[] }
    expect(rows.length).toBeWithin(3, 6)
    for (const row of rows) expect(Object.keys(row)).toEqual(['t', 'value', 'unit', 'regime', 'confidence'])
  })

  test('costs ten cents', async () => {
    const asked = await shop.request(PATH)
    expect(asked.status).toBe(402)
    expect(JSON.stringify(await asked.json())).toContain('100000')
  })

  test.each([
    '/oracle/sentiment/sol/usd',
    '/oracle/sentiment/btc/eur',
    '/oracle/sentiment/sol/usd/preview',
    '/oracle/history/index/msxi/solusd',
    '/oracle/history/index/msxi',
  ])('%s is not there', async (path) => {
    expect((await shop.request(path)).status).toBe(404)
  })

  test('without goods the index is 503 before any challenge', async () => {
    const response = await shop.request('/oracle/sentiment/btc/usd')
    expect([response.status, (await problemOf(response)).error]).toEqual([503, 'data_unavailable'])
  })
})
