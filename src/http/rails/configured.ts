import { hkdfSync } from 'node:crypto'
import type { SignatureCheck } from '../../payments/signature-question.ts'
import { USDC } from '../../payments/usdc.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import { BadRail } from './bad-rail.ts'
import { nobleRecover, type Recover } from './eip3009.ts'
import { type FacilitatorParts, facilitatorPlaces } from './facilitator-list.ts'
import { facilitators, noProofs, type SettlementProofs } from './facilitators.ts'
import type { L402Rail } from './l402.ts'
import { lightningBackend } from './lightning/backend.ts'
import { certificateEnd } from './lightning/certificate-end.ts'
import { createInvoicePool, type InvoicePool } from './lightning/pool.ts'
import { chainJudge, plainSignatures } from './payer-signature.ts'
import { hasL402, hasX402, type RailSettings, readCertificate, refuseWithoutSecret } from './rail-settings.ts'
import type { LookUp, Settler } from './settlement.ts'
import { walletLimit } from './wallet-limit.ts'
import { paymentCheck } from './x402-check.ts'
import type { X402Rail } from './x402.ts'

/** The secrets of all servers, the current one first; each use derives a key of its own from them. */
export const serverSecrets = (settings: RailSettings, use: string): readonly [Uint8Array, ...Uint8Array[]] | null => {
  const { SERVER_SECRET: current, SERVER_SECRET_PREVIOUS: previous = '' } = settings
  if (current === undefined) return null
  const derive = (hex: string) => new Uint8Array(hkdfSync('sha256', Buffer.from(hex, 'hex'), '', `claros ${use}`, 32))
  return [derive(current), ...(previous.match(/[0-9a-f]{64}/g) ?? []).map(derive)]
}

/** The parts of the x402 rail. */
export interface X402Parts extends FacilitatorParts {
  readonly recover?: Recover
  /** Settles through our own worker; only used when the settings say so. */
  readonly own?: Settler
  /** Asks the chain; without it a payment that a third party has submitted is refused. */
  readonly lookUp?: LookUp
  /** Asks accounts with code; without it their signatures cannot be checked. */
  readonly signatures?: SignatureCheck
  /** Checks the claims of facilitators; without it they settle only small amounts. */
  readonly proofs?: SettlementProofs
}

/** `null` when the rail is not configured. Throws `BadRail` for an incomplete configuration. */
export const configuredX402 = (settings: RailSettings, parts: X402Parts): X402Rail | null => {
  if (!hasX402(settings)) return null
  const own = settings.X402_SETTLEMENT === 'own'
  if (own && !parts.own) throw new BadRail('X402_SETTLEMENT=own needs a settling worker.')
  const token = USDC[settings.X402_NETWORK]
  const payTo = settings.PAY_TO!
  const recover = parts.recover ?? nobleRecover
  const isPlain = plainSignatures(token, recover)
  const settler = own
    ? parts.own!
    : facilitators({
        places: facilitatorPlaces(settings, parts),
        token,
        proofs: parts.proofs ?? noProofs,
        hasPlainKey: isPlain,
        count: (name, outcome) => parts.news?.outcome(name, outcome),
        extension: (name, route, response) => parts.news?.extension(name, route, response),
      })
  const signatures = parts.signatures ?? (async () => 'unknown')
  return {
    token,
    payTo,
    check: paymentCheck(token, payTo, isPlain),
    recover,
    signatures,
    isPlain,
    judge: chainJudge(token, signatures),
    wallets: walletLimit(parts),
    settler,
    lookUp: parts.lookUp ?? (async () => null),
  }
}

/** The rail together with its pool of invoices, which must be maintained. */
export interface ConfiguredL402 {
  readonly rail: L402Rail
  readonly pool: InvoicePool
  /** When the certificate that its node showed us ends, Unix milliseconds; `null` where it has none of its own. */
  readonly certificateEnd: number | null
}

/** `null` when the rail is not configured. Throws `BadRail` for an incomplete configuration. */
export const configuredL402 = (
  settings: RailSettings,
  parts: { readonly clock: Clock; readonly random: Random; readonly log: Log; readonly prices: readonly number[] },
): ConfiguredL402 | null => {
  if (!hasL402(settings)) return null
  const [current, ...previous] = serverSecrets(settings, 'l402') ?? refuseWithoutSecret('L402')
  const tlsCa = readCertificate(settings)
  const node = lightningBackend({
    kind: settings.LIGHTNING!,
    url: settings.LIGHTNING_URL!,
    secret: settings.LIGHTNING_SECRET!,
    random: parts.random,
    ...(tlsCa !== undefined && { tlsCa }),
  })
  const pool = createInvoicePool({ node, clock: parts.clock, log: parts.log, prices: parts.prices })
  return {
    pool,
    certificateEnd: tlsCa === undefined ? null : certificateEnd(tlsCa),
    rail: {
      invoices: pool,
      secrets: { current, previous },
      random: parts.random,
      node,
    },
  }
}
