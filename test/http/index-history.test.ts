import { beforeAll, describe, expect, test } from 'bun:test'
import { contentHash, contentOf } from '../../src/canonical/content.ts'
import { digest } from '../../src/canonical/digest.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { ed25519Signer } from '../../src/canonical/signature.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { computedFeed } from '../../src/feeds/history/computed-feeds.ts'
import { keepSeconds } from '../../src/feeds/keeping.ts'
import { registry } from '../../src/feeds/registry.ts'
import { payment, PAYER } from '../support/payer.ts'
import { payL402, problemOf, fileShop } from '../support/shop.ts'

/** Past answers of an index, with the signatures that they were made with. */

const PATH = '/oracle/history/index/msvi/btcusd'
const ITEM = registry.item('index/volatility/BTC-USD')!
/** The key was replaced in the middle. */
const SIGNERS = [7, 8].map((seed) => ed25519Signer(new Uint8Array(32).fill(seed)))

type Row = Record<string, Json>

const shop = await fileShop()
let now: number
beforeAll(async () => {
  await shop.money.fund(PAYER.address)
  now = Math.floor(shop.clock.now() / 1_000)
  const { canonical, tokens } = ITEM.feed.sale
  for (let minute = 300; minute > 0; minute--) {
    const t = now - minute * 60
    const signer = SIGNERS[minute > 150 ? 0 : 1]!
    const written = canonical.write(tokens(ITEM.feed.example), { timestamp: t, nonce: 200_000 + minute })
    const row = { t, canonical: written, signature: signer.sign(digest(written)), pubkey: signer.publicKey }
    await shop.store.rows.record(ITEM.actor, row, keepSeconds(63))
  }
})

const buy = async (query: string) => {
  const paid = await payment(shop.clock.now(), { value: '100000' })
  const response = await shop.request(`${PATH}?${query}`, { headers: paid.v2 })
  return { status: response.status, body: (await response.json()) as Record<string, Json> }
}
const failed = (body: Record<string, Json>) =>
  verifyAnswer(body, { layouts: LAYOUTS }).checks.flatMap(({ ok, what }) => (ok ? [] : [what]))

const ROWS = 'every row has its original signature and states what was signed'

describe('the history of an index', () => {
  test('is every row as it was signed, and one signature over all', async () => {
    const { status, body } = await buy(`from=${now - 300 * 60}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ series: 'msvi', domain: 'BTCUSD', interval: '1m', count: 300 })
    const rows = body['rows'] as Row[]
    expect(rows[0]).toMatchObject({ t: now - 300 * 60, value: 21.08, unit: 'index', pubkey: SIGNERS[0]!.publicKey })
    expect(rows.at(-1)).toMatchObject({ t: now - 60, pubkey: SIGNERS[1]!.publicKey })
    const { checks, ok } = verifyAnswer(body, { layouts: LAYOUTS })
    expect(ok).toBe(true)
    expect(checks).toContainEqual({ what: ROWS, ok: true, detail: '300 rows' })
  })

  test('over Lightning', async () => {
    const { authorization } = await payL402(shop, PATH)
    const body = (await (await shop.request(PATH, { headers: { authorization } })).json()) as Record<string, Json>
    expect(body).toMatchObject({ signingScheme: 'secp256k1_ecdsa', count: 300 })
    expect(failed(body)).toEqual([])
  })

  test('a row that was made up later is found, though the whole is signed', async () => {
    const { body } = await buy(`from=${now - 300 * 60}&interval=1h`)
    const signer = ed25519Signer(new Uint8Array(32).fill(9))
    const layout = computedFeed('history/msvi')!
    /** As a service would do it that has only its present key. */
    const forged = (change: (row: Row) => Row): Record<string, Json> => {
      const rows = (body['rows'] as Row[]).map((row, at) => (at === 1 ? change(row) : row))
      const content = { ...contentOf(body), rows }
      const hash = contentHash(content)
      const canonical = layout.canonical.write(layout.tokens(content, hash), {
        timestamp: Number(body['timestamp']),
        nonce: 482_910,
      })
      const signature = signer.sign(digest(canonical))
      return { ...content, contentHash: hash, canonical, signature, signingScheme: 'ed25519', pubkey: signer.publicKey }
    }
    expect(failed(forged((row) => row))).toEqual([])
    for (const change of [
      (row: Row) => ({ ...row, value: 99 }),
      (row: Row) => ({ ...row, t: Number(row['t']) - 60 }),
      (row: Row) => ({ ...row, regime: 'CALM' }),
      (row: Row) => ({ ...row, canonical: String(row['canonical']).replace('|21.08|', '|31.08|') }),
      (row: Row) => ({ ...row, pubkey: signer.publicKey }),
      () => ({}),
    ])
      expect(failed(forged(change))).toContain(ROWS)
  })

  test('comes further apart when asked', async () => {
    const { body } = await buy(`from=${now - 300 * 60}&interval=1h`)
    const times = (body['rows'] as Row[]).map(({ t }) => Number(t))
    expect(times.length).toBeWithin(5, 7)
    expect(new Set(times.map((t) => Math.floor(t / 3_600))).size).toBe(times.length)
    for (const t of times.slice(0, -1)) expect(3_600 - (t % 3_600)).toBeLessThanOrEqual(60)
  })

  test.each([
    [() => `from=${now - 5 * 86_400}&interval=1m`, 'too_many_rows'],
    [() => `from=${now - 400 * 60}&to=${now - 301 * 60}`, 'no_rows'],
    [() => 'interval=7m', 'unknown_value'],
    [() => 'exchange=okx', 'unknown_parameter'],
    [() => `from=${now + 60}`, 'in_the_future'],
  ])('refused before any money: %#', async (query, rule) => {
    const before = (await shop.money.transfers()).length
    const refused = await shop.request(`${PATH}?${query()}`)
    expect([refused.status, (await problemOf(refused)).details[0]?.rule]).toEqual([400, rule])
    expect((await shop.money.transfers()).length).toBe(before)
  })

  test('of another coin is its own', async () => {
    const refused = await shop.request(`/oracle/history/index/msvi/ethusd?from=${now - 3_600}`)
    expect((await problemOf(refused)).details[0]?.rule).toBe('no_rows')
    expect((await shop.request('/oracle/history/index/msvi/ethusd')).status).toBe(503)
    expect((await shop.request('/oracle/history/index/msvi/solusd')).status).toBe(404)
  })

  test('is shown free in five rows at most, without what is sold', async () => {
    const body = (await (await shop.request(`${PATH}/preview`)).json()) as { rows: Row[]; count: number }
    expect(body).toMatchObject({ preview: true, signed: false })
    expect(body.rows.length).toBeWithin(3, 6)
    expect(body.count).toBe(body.rows.length)
    for (const row of body.rows) expect(Object.keys(row)).toEqual(['t', 'value', 'unit', 'confidence'])
    expect(JSON.stringify(body)).not.toContain('v1|VOLATILITY')
  })

  test('is shown free in the rows that are sold, as far apart as they are where nobody says how far', async () => {
    const { body: usual } = await buy('')
    const preview = (await (await shop.request(`${PATH}/preview`)).json()) as Record<string, Json>
    const { from, to, interval, rows } = preview
    expect(interval).toBe(usual['interval']!)
    const { body: sold } = await buy(`from=${String(from)}&to=${String(to)}`)
    expect(sold).toMatchObject({
      series: preview['series']!,
      domain: preview['domain']!,
      interval: interval!,
      rows: rows!,
    })
    expect([sold['from'], sold['to'], sold['count']]).toEqual([from!, to!, preview['count']!])
    const times = (usual['rows'] as Row[]).map(({ t }) => t)
    for (const { t } of rows as Row[]) expect(times).toContain(t!)
    // Of hours that are over: what is fresh is sold alone.
    expect(Number(to)).toBeLessThan(Math.floor(shop.clock.now() / 3_600_000) * 3_600)
  })

  test('is shown free while the last rows are hours old', async () => {
    const path = '/oracle/history/index/mssi'
    const item = registry.item('index/stress/MARKET')!
    const { canonical, tokens } = item.feed.sale
    const end = Math.floor(shop.clock.now() / 3_600_000) * 3_600
    for (const back of [9_000, 8_950, 8_940]) {
      const t = end - back
      const written = canonical.write(tokens(item.feed.example), { timestamp: t, nonce: 200_000 + back })
      const row = { t, canonical: written, signature: SIGNERS[0]!.sign(digest(written)), pubkey: SIGNERS[0]!.publicKey }
      await shop.store.rows.record(item.actor, row, keepSeconds(56))
    }
    const preview = (await (await shop.request(`${path}/preview`)).json()) as {
      rows: Row[]
      from: number
      count: number
    }
    // Two of them are of the same minute: its last is the row.
    expect(preview.rows.map(({ t }) => t)).toEqual([end - 8_950, end - 8_940])
    expect([preview.from, preview.count]).toEqual([end - 8_950, 2])
  })
})
