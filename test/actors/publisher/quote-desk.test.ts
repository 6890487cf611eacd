import { describe, expect, test } from 'bun:test'
import { createQuoteDesk } from '../../../src/actors/publisher/quote-desk.ts'
import type { Json } from '../../../src/canonical/jcs.ts'
import { ecdsaSigner, ed25519Signer } from '../../../src/canonical/signature.ts'
import { verifyAnswer } from '../../../src/canonical/verify.ts'
import { LAYOUTS } from '../../../src/cli/verify.ts'
import { poolState, UNFUNDED } from '../../../src/feeds/insurance/pool.ts'
import type { Clock } from '../../../src/ports.ts'
import { seededRandom, stillClock } from '../../support/still.ts'
import { fixedKeys } from '../../../src/actors/publisher/keyring.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const QUESTION = { origin: 'NLRTM', destination: 'USNYC', departure: '2026-11-20', vessel_class: 'container' }
const random = seededRandom(9)
const keys = { l402: ecdsaSigner(random.bytes(32)), x402: ed25519Signer(random.bytes(32)) }

const deskAt = (clock: Clock, more: { readonly most?: number } = {}) =>
  createQuoteDesk({ signer: { keys: fixedKeys(keys), random, clock }, pool: poolState(UNFUNDED), ...more })

/** A clock whose sleepers go on when they are let. */
const heldClock = () => {
  const sleepers: (() => void)[] = []
  const clock: Clock = { now: () => NOW, sleep: () => new Promise((go) => sleepers.push(go)) }
  return { clock, letOne: () => sleepers.shift()?.(), held: () => sleepers.length }
}

describe('the desk', () => {
  test('signs a quote with the Ed25519 key, so that everything in it can be verified', async () => {
    const made = await deskAt(stillClock(NOW))(QUESTION)
    if (made.kind !== 'quoted') throw new Error(made.kind)
    const body = JSON.parse(made.body) as Record<string, Json>
    expect(body['quoteId']).toBe(String(body['contentHash']).slice(0, 16))
    expect(body).toMatchObject({ timestamp: NOW / 1000, signingScheme: 'ed25519', pubkey: keys.x402.publicKey })
    expect(body['canonical']).toMatch(
      /^v1\|INSURANCE\|NLRTM\|USNYC\|2026-11-20\|container\|\d+\.\d\d\|indicative\|SHA256:[0-9a-f]{64}\|\d+\|\d{6}$/,
    )
    const { checks } = verifyAnswer(body, { layouts: LAYOUTS, publicKey: keys.x402.publicKey })
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
  })

  test('quotes at one moment, though midnight passes while it computes', async () => {
    let now = Date.UTC(2026, 10, 21) - 2_000
    const made = await deskAt({ now: () => (now += 1_000), sleep: async () => {} })(QUESTION)
    const body = (made.kind === 'quoted' ? JSON.parse(made.body) : {}) as Record<string, Json>
    expect([body['timestamp'], body['valid_until']]).toEqual([1_795_219_199, 1_795_219_200])
    expect(verifyAnswer(body, { layouts: LAYOUTS }).ok).toBe(true)
  })

  test('writes NA where the premium is refused', async () => {
    const made = await deskAt(stillClock(Date.UTC(2027, 0, 1)))({
      origin: 'USSEA',
      destination: 'CNTXG',
      departure: '2027-01-05',
      vessel_class: 'general_cargo',
    })
    expect(made.kind === 'quoted' && JSON.parse(made.body).canonical).toContain('|general_cargo|NA|refused|SHA256:')
  })

  test('has two quotes under way and says of a third at once that it is busy', async () => {
    const { clock, letOne, held } = heldClock()
    const desk = deskAt(clock)
    const [first, second] = [desk(QUESTION), desk(QUESTION)]
    expect([await desk(QUESTION), held()]).toEqual([{ kind: 'busy' }, 2])
    letOne()
    expect((await first).kind).toBe('quoted')
    const fourth = desk(QUESTION)
    letOne()
    letOne()
    expect([(await second).kind, (await fourth).kind]).toEqual(['quoted', 'quoted'])
  })

  test('is free again after a question that fails, and quotes no day that is over by its own clock', async () => {
    const desk = deskAt(stillClock(Date.UTC(2026, 10, 21)), { most: 1 })
    expect(desk(QUESTION)).rejects.toThrow('too_soon')
    await Promise.resolve()
    const next = { ...QUESTION, departure: '2026-11-21' }
    await expect(desk({ ...next, origin: 'ZZZZZ' }).then(() => desk(next))).rejects.toThrow('unknown_value')
    expect((await desk(next)).kind).toBe('quoted')
  })
})
