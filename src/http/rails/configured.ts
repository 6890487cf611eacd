import type { Random } from '../../ports.ts'
import { nobleRecover, type Recover } from './eip3009.ts'
import { facilitator } from './facilitator.ts'
import type { L402Rail } from './l402.ts'
import { lnd } from './lnd.ts'
import { USDC, type Usdc } from './usdc.ts'
import { paymentCheck } from './x402-check.ts'
import type { X402Rail } from './x402.ts'

/** The settings that open rails. */
export interface RailSettings {
  readonly PAY_TO?: string
  readonly X402_NETWORK: Usdc['network']
  readonly FACILITATOR_URL?: string
  readonly LND_URL?: string
  readonly LND_MACAROON?: string
  readonly L402_SECRET?: string
  readonly L402_SECRET_PREVIOUS?: string
}

/** A rail is configured by halves. The message names what is missing. */
export class BadRail extends Error {
  override readonly name = 'BadRail'
}

const together = (settings: RailSettings, names: readonly (keyof RailSettings)[], rail: string): boolean => {
  const set = names.filter((name) => settings[name] !== undefined)
  if (set.length > 0 && set.length < names.length) {
    const missing = names.filter((name) => settings[name] === undefined)
    throw new BadRail(`the ${rail} rail needs ${names.join(', ')} together; ${missing.join(', ')} is not set.`)
  }
  return set.length > 0
}

const secret = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))

export const configuredX402 = (settings: RailSettings, recover: Recover = nobleRecover): X402Rail | null => {
  if (!together(settings, ['PAY_TO', 'FACILITATOR_URL'], 'x402')) return null
  const token = USDC[settings.X402_NETWORK]
  const payTo = settings.PAY_TO!
  return { token, payTo, check: paymentCheck(token, payTo, recover), settler: facilitator(settings.FACILITATOR_URL!) }
}

export const configuredL402 = (settings: RailSettings, random: Random): L402Rail | null => {
  if (!together(settings, ['LND_URL', 'LND_MACAROON', 'L402_SECRET'], 'L402')) return null
  const previous = settings.L402_SECRET_PREVIOUS
  return {
    lightning: lnd({ url: settings.LND_URL!, macaroon: settings.LND_MACAROON! }),
    secrets: { current: secret(settings.L402_SECRET!), previous: previous === undefined ? null : secret(previous) },
    random,
  }
}
