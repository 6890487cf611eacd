import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { signMethodologies } from '../../src/actors/publisher/sign-methodologies.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { METHODOLOGY_NOTICE } from '../../src/canonical/methodology-notice.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { VOLATILITY_SCALES, VOLATILITY_WEIGHTS } from '../../src/feeds/indices/volatility.ts'
import { registry } from '../../src/feeds/registry.ts'
import { methodologyPath } from '../../src/feeds/route-paths.ts'
import { seededRandom } from '../support/still.ts'
import { fileShop } from '../support/shop.ts'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'

/** Signed documents that are given away. */

const BTC = '/oracle/volatility/btc/usd/methodology'

const shop = await fileShop()

const seal = (): Promise<number> =>
  signMethodologies(registry, {
    keys: fixedKeys(shop.keys),
    random: seededRandom(3),
    clock: shop.clock,
    notices: shop.store.notices,
  })
/** What is read of them here; they hold more. */
interface Method extends Readonly<Record<string, Json>> {
  readonly components: readonly Readonly<Record<string, Json>>[]
}
const read = async <T = Method>(path: string): Promise<T> => (await shop.request(path)).json() as Promise<T>

describe('a signed methodology', () => {
  test('is not there before a worker has signed it: 503, and nothing unsigned', async () => {
    const response = await shop.request(BTC)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toMatchObject({ error: 'data_unavailable' })
  })

  test('is signed for every subject of a feed that gives one away', async () => {
    const items = registry.items.filter(({ feed }) => feed.methodologyOf)
    expect(items.map(methodologyPath)).toContain(BTC)
    expect(await seal()).toBe(items.length)
    for (const item of items) {
      const document = await read(methodologyPath(item))
      const found = verifyAnswer(document, { layouts: LAYOUTS, publicKey: shop.keys.x402.publicKey })
      expect(found.checks.filter(({ ok }) => !ok)).toEqual([])
      expect(document).toMatchObject({ id: item.feed.id, domain: item.subject.domain, signingScheme: 'ed25519' })
      expect(METHODOLOGY_NOTICE.read(String(document['canonical'])).values).toEqual({
        id: item.feed.id,
        domain: item.subject.domain,
        content: String(document['contentHash']),
      })
    }
  })

  test('holds the very numbers that compute, of its own pair alone', async () => {
    await seal()
    const document = await read(BTC)
    expect(Object.fromEntries(document.components.map(({ key, weight }) => [key, weight]))).toEqual(VOLATILITY_WEIGHTS)
    for (const { key, normalization } of document.components)
      expect(normalization).toEqual({
        BTC: {
          form: 'lin',
          of: key === 'fr' ? 'abs' : 'value',
          ...VOLATILITY_SCALES['BTC']![key as keyof typeof VOLATILITY_WEIGHTS],
        },
      })
    expect(document['assembly']).toMatchObject({ weightFloor: 0.6, confidenceFloor: 0.4, degradedBelow: 0.75 })
    const { feeds } = await read<{ feeds: readonly { id: string; method: Method }[] }>('/methodology.json')
    const published = feeds.find(({ id }) => id === 'index/volatility')!.method
    expect(published.components.map(({ normalization }) => Object.keys(normalization as object))).toEqual(
      document.components.map(() => ['BTC', 'ETH']),
    )
    const { normalization: _, ...rest } = document.components[0]!
    expect(published.components[0]).toMatchObject(rest)
  })

  test('cannot be changed unnoticed', async () => {
    await seal()
    const document = await read(BTC)
    const changed = { ...document, assembly: { ...(document['assembly'] as object), weightFloor: 0.1 } }
    expect(verifyAnswer(changed, { layouts: LAYOUTS }).ok).toBe(false)
    expect(verifyAnswer({ ...document, domain: 'ETHUSD' }, { layouts: LAYOUTS }).ok).toBe(false)
  })

  test('is signed anew with the release that starts, at its own time', async () => {
    await seal()
    const before = await read(BTC)
    shop.clock.move(60_000)
    await seal()
    const after = await read(BTC)
    expect(Number(after['timestamp'])).toBe(Number(before['timestamp']) + 60)
    expect(verifyAnswer(after, { layouts: LAYOUTS }).ok).toBe(true)
  })

  test('is what its endpoint promises, free and open to everybody', async () => {
    await seal()
    const endpoint = shop.endpoints.find(({ path }) => path === BTC)!
    expect(endpoint.access).toEqual({ kind: 'free' })
    const response = await shop.request(BTC)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect([...Value.Errors(endpoint.answer, await response.json())]).toEqual([])
    expect((await shop.request('/oracle/price/btc/usd/methodology')).status).toBe(404)
  })
})
