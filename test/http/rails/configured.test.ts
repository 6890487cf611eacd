import { describe, expect, test } from 'bun:test'
import { BadRail, configuredL402, configuredX402, type RailSettings } from '../../../src/http/rails/configured.ts'
import { SELLER } from '../../support/payer.ts'
import { seededRandom } from '../../support/still.ts'

const none: RailSettings = { X402_NETWORK: 'base' }
const x402: RailSettings = { ...none, PAY_TO: SELLER, FACILITATOR_URL: 'http://127.0.0.1:1' }
const l402: RailSettings = { ...none, LND_URL: 'http://127.0.0.1:1', LND_MACAROON: 'ab', L402_SECRET: 'cd'.repeat(32) }
const random = seededRandom()

describe('configured rails', () => {
  test('none is no fault', () => {
    expect([configuredX402(none), configuredL402(none, random)]).toEqual([null, null])
  })

  test('whole ones open', () => {
    expect(configuredX402(x402)).toMatchObject({ payTo: SELLER, token: { chainId: 8453 } })
    expect(configuredX402({ ...x402, X402_NETWORK: 'base-sepolia' })).toMatchObject({ token: { chainId: 84_532 } })
    expect(configuredL402(l402, random)).toMatchObject({ secrets: { previous: null } })
    const rotated = configuredL402({ ...l402, L402_SECRET_PREVIOUS: 'ef'.repeat(32) }, random)!
    expect([rotated.secrets.current, rotated.secrets.previous!]).toEqual([
      new Uint8Array(32).fill(0xcd),
      new Uint8Array(32).fill(0xef),
    ])
  })

  test('a rail by halves is refused, and the message names what is missing', () => {
    const without = (settings: RailSettings, name: keyof RailSettings) => {
      const { [name]: _left, ...rest } = settings
      return rest as RailSettings
    }
    for (const name of ['PAY_TO', 'FACILITATOR_URL'] as const) {
      expect(() => configuredX402(without(x402, name))).toThrow(BadRail)
      expect(() => configuredX402(without(x402, name))).toThrow(`${name} is not set`)
    }
    for (const name of ['LND_URL', 'LND_MACAROON', 'L402_SECRET'] as const)
      expect(() => configuredL402(without(l402, name), random)).toThrow(`${name} is not set`)
  })
})
