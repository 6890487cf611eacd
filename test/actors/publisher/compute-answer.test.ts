import { expect, test } from 'bun:test'
import { computeAnswer } from '../../../src/actors/publisher/compute-answer.ts'
import { loadKeys } from '../../../src/actors/publisher/keys.ts'
import { prepareKey, revokeKey } from '../../../src/actors/publisher/rotate-keys.ts'
import { digest } from '../../../src/canonical/digest.ts'
import type { Json } from '../../../src/canonical/jcs.ts'
import { readKeyChains } from '../../../src/canonical/key-signature.ts'
import { withKeys } from '../../../src/canonical/key-validity.ts'
import { verifyAnswer } from '../../../src/canonical/verify.ts'
import { LAYOUTS } from '../../../src/cli/verify.ts'
import { keepSeconds } from '../../../src/feeds/keeping.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { countedSpans } from '../../../src/store/published/counted-archive.ts'
import { systemRandom } from '../../../src/system/random.ts'
import { ROTATION_START, rotationPlace } from '../../support/rotation.ts'

/** What is sold of a past in which a key was stolen. */

type Body = Readonly<Record<string, Json>>

const place = await rotationPlace()
const { stack, clock, parts } = place
const ITEM = registry.item('index/volatility/BTC-USD')!
const HOUR = 3_600
/** A whole hour. */
const START = ROTATION_START - (ROTATION_START % HOUR) + HOUR

test('rows that a revoked key has signed since it was stolen are left out, and every answer verifies', async () => {
  const { watch } = await place.opened()
  const old = loadKeys(place.folder()).x402
  const { canonical, tokens } = ITEM.feed.sale
  const record = async (from: number, to: number, signer: typeof old) => {
    for (let t = from; t < to; t += 600) {
      const written = canonical.write(tokens(ITEM.feed.example), { timestamp: t, nonce: 200_000 })
      const row = { t, canonical: written, signature: signer.sign(digest(written)), pubkey: signer.publicKey }
      await stack.store.rows.record(ITEM.actor, row, keepSeconds(63))
    }
  }
  await record(START, START + 3 * HOUR, old)
  clock.set((START + 3 * HOUR) * 1000)
  await prepareKey(parts())
  const stolen = START + HOUR + 1_300
  await revokeKey(parts(), { since: stolen })
  await watch.keys.refresh()
  await record(START + 3 * HOUR, START + 4 * HOUR, loadKeys(place.folder()).x402)
  clock.set((START + 4 * HOUR) * 1000)

  const sold = async (from: number, to: number, interval: string) => {
    let body: Body | null = null
    const made = { keep: async (_: string, text: string) => void (body = JSON.parse(text) as Body) }
    const told = await computeAnswer(
      { archive: stack.store.archive, made, counts: watch.counts },
      { keys: watch.keys, random: systemRandom, clock },
      'history/msvi/BTC-USD',
      { rail: 'x402', id: 'a', wish: { kind: 'wish', from, to, interval } },
    )
    return { told, body: body as Body | null }
  }
  const documents = await stack.store.keyDocuments.all()
  const keys = JSON.parse(
    JSON.stringify({ version: 1, chains: Object.groupBy(documents, ({ purpose }) => purpose) }),
  ) as Body
  const timesOf = (body: Body | null) =>
    ((body?.['rows'] ?? []) as readonly { readonly t: number }[]).map(({ t }) => (t - START) / 600)
  const whole = await sold(START, START + 4 * HOUR, '1m')
  expect(timesOf(whole.body)).toEqual([...Array(9).keys(), 18, 19, 20, 21, 22, 23])
  const judged = withKeys(verifyAnswer(whole.body!, { layouts: LAYOUTS }), whole.body!, readKeyChains(keys), LAYOUTS)
  expect(judged.checks.filter(({ ok }) => !ok)).toEqual([])
  // Of an hour whose last row is left out the last one that counts.
  expect(timesOf((await sold(START, START + 4 * HOUR, '1h')).body)).toEqual([5, 8, 23])
  expect((await sold(stolen, START + 3 * HOUR - 1, '1m')).told).toBe(false)

  // Nobody pays for what has no row that counts.
  const has = (from: number, to: number) =>
    countedSpans(stack.store.archive, stack.store.keyDocuments).hasRows(ITEM.actor, from, to)
  expect(await stack.store.archive.hasRows(ITEM.actor, stolen, START + 3 * HOUR - 1)).toBe(true)
  expect(await has(stolen, START + 3 * HOUR - 1)).toBe(false)
  expect(await has(stolen, START + 3 * HOUR)).toBe(true)
  expect(await has(START, stolen)).toBe(true)
  expect(await has(START - HOUR, START - 1)).toBe(false)
})
