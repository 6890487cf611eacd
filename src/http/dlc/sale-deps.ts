import type { Circumstances } from '../../dlc/terms/checks.ts'
import { createVisitor } from '../../outbound/visit.ts'
import type { DeliveryStore } from '../../store/events/deliveries.ts'
import type { EventStore } from '../../store/events/events.ts'
import type { SignerStates } from '../../store/events/signer-state.ts'
import type { Store } from '../../store/store.ts'
import { problem, type Problem } from '../wire/problem.ts'
import { createAddressLimit } from '../rails/lightning/address-limit.ts'
import type { PaywallContext } from '../paywall/context.ts'
import type { AttestDeps } from './attest-endpoints.ts'
import { type EventReadDeps, openEventReads } from './read-deps.ts'
import { type ManageTokens, manageTokens } from './manage-token.ts'
import { type OracleAsks, oracleAsks, type SignerAskers } from './oracle-asks.ts'

/** The dependencies of selling events, the paywall included. */
export interface EventSaleDeps {
  readonly paywall: PaywallContext
  readonly events: EventStore
  readonly signers: Pick<SignerStates, 'read'>
  readonly deliveries: Pick<DeliveryStore, 'of'>
  readonly oracle: OracleAsks
  readonly tokens: ManageTokens
  /** The public key of the courier, `whpk_…`; `null` if none has recorded one. */
  webhookKey(): Promise<string | null>
  readonly publicUrl: string
  /** What the rules must know about this service; each request adds its time. */
  readonly around: Omit<Circumstances, 'nowTs'>
  /** Why an address may not be called, for people; `null` when it may. Resolves its name. */
  forbidden(url: string): Promise<string | null>
}

/** A signer reports every second. */
const SIGNER_KNOWN_MS = 15_000

/** Whether a signer is there to announce and to sign; asked before any invoice is made. */
export const signerAway = async ({
  signers,
  paywall,
}: Pick<EventSaleDeps, 'signers' | 'paywall'>): Promise<Problem | null> => {
  const state = await signers.read()
  return state && state.problem === null && Math.abs(paywall.clock.now() - state.at) <= SIGNER_KNOWN_MS
    ? null
    : problem('data_unavailable', 'The signer of the DLC oracle does not answer. Nothing was charged.', {
        retryAfter: 10,
      })
}

/** What the parts that sell and attest events are made of: a store, and the lanes of those who make them. */
export interface EventSaleParts {
  readonly paywall: PaywallContext
  readonly store: Pick<Store, 'events' | 'signers' | 'keys' | 'deliveries' | 'posts'>
  readonly signer: SignerAskers
  readonly publicUrl: string
  /** Hosts under which this service is reached: nothing of a customer may lead back here. */
  readonly ownHosts: readonly string[]
  /** `host:port` that may be called whatever it is; demo and tests only. */
  readonly allow: readonly string[]
  /** Resolves names; the system's own when left out. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  readonly secrets: readonly [Uint8Array, ...Uint8Array[]]
  /** What administrators show; `null` where there are none. */
  readonly adminSecret: string | null
}

/** A buyer does not wait longer for a name to be resolved. */
const LOOK_MS = 3_000
/** Guesses at the administrator's secret, per address. */
const ADMIN_LIMIT = { burst: 10, perSecond: 0.1, maxAddresses: 10_000 } as const

export const openEventSales = (
  parts: EventSaleParts,
): { readonly reads: EventReadDeps; readonly sales: EventSaleDeps; readonly admin: AttestDeps } => {
  const { paywall, store, publicUrl, ownHosts, allow } = parts
  const visitor = createVisitor({ allow, clock: paywall.clock, ...(parts.resolve && { resolve: parts.resolve }) })
  const oracle = oracleAsks(parts.signer, paywall.asker)
  return {
    reads: openEventReads(store, paywall.clock, paywall.docs),
    sales: {
      paywall,
      events: store.events,
      signers: store.signers,
      deliveries: store.deliveries,
      oracle,
      tokens: manageTokens(parts.secrets),
      webhookKey: async () => (await store.keys.read()).webhook ?? null,
      publicUrl,
      around: { ownHosts, plainHosts: allow },
      forbidden: async (url) => {
        const prospect = await visitor.prospect(url, LOOK_MS)
        return prospect.kind === 'refused' ? prospect.message : null
      },
    },
    admin: {
      events: store.events,
      oracle,
      clock: paywall.clock,
      log: paywall.log,
      docs: paywall.docs,
      secret: parts.adminSecret,
      limit: createAddressLimit({ clock: paywall.clock, ...ADMIN_LIMIT }),
    },
  }
}
