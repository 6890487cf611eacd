import { describe, expect, test } from 'bun:test'
import { BadRail } from '../../../src/http/rails/bad-rail.ts'
import { configuredL402, configuredX402, serverSecrets } from '../../../src/http/rails/configured.ts'
import type { RailSettings } from '../../../src/http/rails/rail-settings.ts'
import type { Settler } from '../../../src/http/rails/settlement.ts'
import { SELLER } from '../../support/payer.ts'
import { keptLog, seededRandom, stillClock } from '../../support/still.ts'

const none: RailSettings = { X402_NETWORK: 'base' }
const x402: RailSettings = { ...none, PAY_TO: SELLER, FACILITATOR_URL: 'http://127.0.0.1:1' }
const l402: RailSettings = {
  ...none,
  LIGHTNING: 'lnd',
  LIGHTNING_URL: 'http://127.0.0.1:1',
  LIGHTNING_SECRET: 'ab',
  SERVER_SECRET: 'cd'.repeat(32),
}
const parts = { clock: stillClock(0), random: seededRandom(), log: keptLog(), prices: [] }

const without = (settings: RailSettings, name: keyof RailSettings): RailSettings => {
  const { [name]: _left, ...rest } = settings
  return rest as RailSettings
}

describe('configured rails', () => {
  test('none is no fault', () => {
    expect([configuredX402(none, parts), configuredL402(none, parts)]).toEqual([null, null])
  })

  test('whole ones open', () => {
    expect(configuredX402(x402, parts)).toMatchObject({ payTo: SELLER, token: { chainId: 8453 } })
    expect(configuredX402({ ...x402, X402_NETWORK: 'base-sepolia' }, parts)).toMatchObject({
      token: { chainId: 84_532 },
    })
    expect(configuredL402(l402, parts)?.rail).toMatchObject({ secrets: { previous: [] } })
  })

  test('a secret before the present one is honoured, and every use has a key of its own', () => {
    const rotated = { ...l402, SERVER_SECRET_PREVIOUS: `${'ef'.repeat(32)}\n${'01'.repeat(32)}` }
    const { secrets } = configuredL402(rotated, parts)!.rail
    const before = ['ef', '01'].map(
      (byte) => configuredL402({ ...l402, SERVER_SECRET: byte.repeat(32) }, parts)!.rail.secrets.current,
    )
    expect(secrets.previous).toEqual(before)
    expect(serverSecrets(rotated, 'receipts')).toHaveLength(3)
    expect(serverSecrets(rotated, 'receipts')![0]).not.toEqual(secrets.current)
    expect(serverSecrets(none, 'receipts')).toBeNull()
  })

  test('a rail by halves is refused, and the message names what is missing', () => {
    for (const name of ['PAY_TO', 'FACILITATOR_URL'] as const) {
      expect(() => configuredX402(without(x402, name), parts)).toThrow(BadRail)
      expect(() => configuredX402(without(x402, name), parts)).toThrow(`${name} is not set`)
    }
    for (const name of ['LIGHTNING', 'LIGHTNING_URL', 'LIGHTNING_SECRET'] as const)
      expect(() => configuredL402(without(l402, name), parts)).toThrow(`${name} is not set`)
    expect(() => configuredL402(without(l402, 'SERVER_SECRET'), parts)).toThrow('SERVER_SECRET')
    expect(() => configuredX402({ ...x402, CDP_API_KEY_ID: 'a' }, parts)).toThrow('CDP_API_KEY_SECRET is not set')
    expect(() => configuredL402({ ...l402, LIGHTNING_TLS_CERT: '/nowhere/tls.cert' }, parts)).toThrow('cannot be read')
  })

  test('credentials by place: more of them than facilitators is a mistake', () => {
    const two = { ...x402, FACILITATOR_URL: 'http://127.0.0.1:1, http://127.0.0.1:2' }
    expect(configuredX402({ ...two, FACILITATOR_AUTHORIZATION: ',Bearer b' }, parts)).not.toBeNull()
    expect(() => configuredX402({ ...two, FACILITATOR_AUTHORIZATION: 'a,b,c' }, parts)).toThrow('more entries')
    // The header of a single one may have commas of its own.
    expect(configuredX402({ ...x402, FACILITATOR_AUTHORIZATION: 'Digest a="1", b="2"' }, parts)).not.toBeNull()
  })

  test('settling ourselves needs an address to be paid to and a worker, and no facilitator', () => {
    const own: Settler = {
      simulate: async () => ({ kind: 'unreachable' }),
      settle: async () => ({ kind: 'unknown', transaction: '' }),
    }
    const settings: RailSettings = { ...none, PAY_TO: SELLER, X402_SETTLEMENT: 'own' }
    expect(configuredX402(settings, { ...parts, own })?.settler).toBe(own)
    expect(() => configuredX402(settings, parts)).toThrow(BadRail)
    expect(() => configuredX402(without(settings, 'PAY_TO'), { ...parts, own })).toThrow('PAY_TO')
  })
})
