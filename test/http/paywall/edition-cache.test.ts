import { expect, test } from 'bun:test'
import type { Snapshot } from '../../../src/canonical/snapshot.ts'
import { createEditionCache, isAgeOf } from '../../../src/http/paywall/edition-cache.ts'
import type { SnapshotStore } from '../../../src/store/published/snapshots.ts'
import { partOf } from '../../support/part-of.ts'

const ACTOR = 'price/spot/BTC-USD'
const OPEN = 1_795_000_000_000

/** A store whose newest snapshot is that of the running second. */
const cacheAt = () => {
  let now = OPEN
  const second = () => Math.floor(now / 1000)
  const snapshots = partOf<SnapshotStore>({
    version: async () => second(),
    latest: async () => ({ actor: ACTOR, timestamp: second() }) as Snapshot,
  })
  const cache = createEditionCache(snapshots)
  return { current: async (at: number) => ((now = at), (await cache.current(ACTOR, at))?.snapshot.timestamp) }
}

test('what is concluded each second is handed over a quarter of a second after the last look, and no later', async () => {
  const { current } = cacheAt()
  const first = OPEN / 1000
  expect(await current(OPEN + 900)).toBe(first)
  expect(await current(OPEN + 1_149)).toBe(first)
  await Bun.sleep(0)
  expect(await current(OPEN + 1_150)).toBe(first + 1)
  expect(await current(OPEN + 1_900)).toBe(first + 1)
  expect(await current(OPEN + 2_150)).toBe(first + 2)
})

test('the scheme is told a second time where the clients of a body read it under another name, as it is on each rail', async () => {
  const seals = { publicKey: '00', contentSignature: '' }
  const told = async (actor: string, stem: string) => {
    const snapshot = {
      actor,
      stem,
      timestamp: OPEN / 1000,
      content: {},
      contentHash: '',
      seals: { l402: seals, x402: seals },
    }
    const cache = createEditionCache(
      partOf<SnapshotStore>({ version: async () => OPEN / 1000, latest: async () => partOf<Snapshot>(snapshot) }),
    )
    const current = await cache.current(actor, OPEN)
    return (['l402', 'x402'] as const).map((rail) => {
      const body = JSON.parse(`${current!.bodyPrefix(rail)}}`) as Record<string, string>
      return [body['signingScheme'], body['signing_scheme']]
    })
  }
  expect(await told('cot/BTC', 'v1|COT|BTCUSD|LEV:1|1795000000|')).toEqual([
    ['secp256k1_ecdsa', 'secp256k1_ecdsa'],
    ['ed25519', 'ed25519'],
  ])
  expect(await told(ACTOR, 'v1|PRICE|BTCUSD|1795000000|')).toEqual([
    ['secp256k1_ecdsa', undefined],
    ['ed25519', undefined],
  ])
})

test('a snapshot is sold to the second of its age, and five seconds ahead at most', () => {
  const at = 1_795_000_000
  const sold = (age: number) => isAgeOf(at, (at + age) * 1_000 + 999, 150)
  expect([-6, -5, 0, 150, 151].map(sold)).toEqual([false, true, true, true, false])
})
