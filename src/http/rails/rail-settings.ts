import { readFileSync } from 'node:fs'
import type { Rail } from '../../canonical/snapshot.ts'
import type { Usdc } from '../../payments/usdc.ts'
import { BadRail, together } from './bad-rail.ts'
import type { LightningKind } from './lightning/backend.ts'

/**
 * The settings that open rails, and what makes a rail half configured. Pure but for the certificate's file, so that the
 * launcher can judge them before it makes a folder or a key.
 */

/** The settings that name facilitators. */
export interface FacilitatorSettings {
  readonly FACILITATOR_URL?: string
  readonly FACILITATOR_AUTHORIZATION?: string
  readonly CDP_API_KEY_ID?: string
  readonly CDP_API_KEY_SECRET?: string
}

export interface RailSettings extends FacilitatorSettings {
  readonly PAY_TO?: string
  readonly X402_NETWORK: Usdc['network']
  readonly X402_SETTLEMENT?: 'facilitator' | 'own'
  readonly LIGHTNING?: LightningKind
  readonly LIGHTNING_URL?: string
  readonly LIGHTNING_SECRET?: string
  readonly LIGHTNING_TLS_CERT?: string
  readonly SERVER_SECRET?: string
  readonly SERVER_SECRET_PREVIOUS?: string
}

/** The settings that open each rail: all of them, or none. */
export const OPENED_BY = {
  l402: ['LIGHTNING', 'LIGHTNING_URL', 'LIGHTNING_SECRET'],
  x402: ['PAY_TO', 'FACILITATOR_URL'],
} as const satisfies Readonly<Record<Rail, readonly (keyof RailSettings)[]>>

/** Settings that mean nothing while their rail is closed: one of them was half of a configuration. */
const MEANT_FOR = {
  l402: ['LIGHTNING_TLS_CERT'],
  x402: ['FACILITATOR_AUTHORIZATION', 'CDP_API_KEY_ID', 'CDP_API_KEY_SECRET'],
} as const satisfies Readonly<Record<Rail, readonly (keyof RailSettings)[]>>

/** Those of them that are set. */
const idleOf = (settings: RailSettings, rail: Rail): readonly string[] =>
  MEANT_FOR[rail].filter((name) => settings[name] !== undefined)

const areSet = (names: readonly string[]): string => `${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} set`

const refuseWithoutRail = (settings: RailSettings, rail: Rail): void => {
  const idle = idleOf(settings, rail)
  if (idle.length > 0)
    throw new BadRail(`${areSet(idle)} for a rail that is not: ${OPENED_BY[rail].join(', ')} open it.`)
}

const HEX = /^(?:[0-9a-fA-F]{2})+$/

/** Whether the L402 rail is configured. Throws `BadRail` if it is in part. */
export const hasL402 = (settings: RailSettings): boolean => {
  if (!together(settings, OPENED_BY.l402, 'the L402 rail')) {
    refuseWithoutRail(settings, 'l402')
    return false
  }
  if (settings.SERVER_SECRET === undefined) refuseWithoutSecret('L402')
  if (settings.LIGHTNING === 'lnd' && !HEX.test(settings.LIGHTNING_SECRET!))
    throw new BadRail('LIGHTNING_SECRET is not the invoice macaroon of LND in hex (the value is not shown).')
  readCertificate(settings)
  return true
}

/** Whether the x402 rail is configured. Throws `BadRail` if it is in part. */
export const hasX402 = (settings: RailSettings): boolean => {
  if (settings.X402_SETTLEMENT === 'own') {
    if (settings.PAY_TO === undefined) throw new BadRail('X402_SETTLEMENT=own needs PAY_TO.')
    const idle = settings.FACILITATOR_URL === undefined ? idleOf(settings, 'x402') : []
    if (idle.length > 0)
      throw new BadRail(`${areSet(idle)} for a facilitator, and X402_SETTLEMENT=own settles without one. Unset it.`)
    // A facilitator beside it is one of yesterday or tomorrow, and whole like any other.
  } else if (!together(settings, OPENED_BY.x402, 'the x402 rail (or PAY_TO with X402_SETTLEMENT=own)')) {
    refuseWithoutRail(settings, 'x402')
    return false
  }
  fixedAuthorizations(settings)
  cdpKey(settings)
  return true
}

/** Tokens and receipts are derived from it. */
export const refuseWithoutSecret = (rail: string): never => {
  throw new BadRail(`the ${rail} rail needs SERVER_SECRET: 64 hex digits, the same for all servers.`)
}

const PEM_BEGINS = '-----BEGIN CERTIFICATE-----'

const readText = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** The certificate of a node that signed its own; `undefined` without one. */
export const readCertificate = ({ LIGHTNING_TLS_CERT: path }: RailSettings): string | undefined => {
  if (path === undefined) return undefined
  const text = readText(path)
  if (text === null)
    throw new BadRail(`LIGHTNING_TLS_CERT: ${path} cannot be read. Give the path of the node's tls.cert.`)
  if (!text.includes(PEM_BEGINS))
    throw new BadRail(`LIGHTNING_TLS_CERT: ${path} holds no certificate. Give the path of the node's tls.cert.`)
  return text
}

const listed = (text: string): readonly string[] => (text === '' ? [] : text.split(',').map((each) => each.trim()))

/** The facilitators, in their order. */
export const facilitatorUrls = ({ FACILITATOR_URL }: FacilitatorSettings): readonly string[] =>
  listed(FACILITATOR_URL ?? '')

/** The Authorization header of each facilitator, by its place; an empty text where it wants none. */
export const fixedAuthorizations = (settings: FacilitatorSettings): readonly string[] => {
  const { length } = facilitatorUrls(settings)
  const written = settings.FACILITATOR_AUTHORIZATION ?? ''
  // With a single facilitator the header itself may contain commas.
  const fixed = length === 1 ? [written] : listed(written)
  if (fixed.length > length) throw new BadRail('FACILITATOR_AUTHORIZATION has more entries than FACILITATOR_URL.')
  return Array.from({ length }, (_, at) => fixed[at] ?? '')
}

/** Coinbase Developer Platform: an API key of the Ed25519 kind. */
export interface CdpKey {
  readonly id: string
  /** 32 bytes of seed, then 32 bytes of public key. */
  readonly secret: Buffer
}

const CDP_KEY_BYTES = 64

export const cdpKey = (settings: FacilitatorSettings): CdpKey | null => {
  if (!together(settings, ['CDP_API_KEY_ID', 'CDP_API_KEY_SECRET'], 'the Coinbase facilitator')) return null
  const secret = Buffer.from(settings.CDP_API_KEY_SECRET!, 'base64')
  if (secret.length !== CDP_KEY_BYTES)
    throw new BadRail(`CDP_API_KEY_SECRET is not base64 of ${CDP_KEY_BYTES} bytes (an Ed25519 API key).`)
  return { id: settings.CDP_API_KEY_ID!, secret }
}
