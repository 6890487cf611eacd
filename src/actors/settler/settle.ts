import type { Chain } from '../../chain/chain.ts'
import { canShare, type SettlingAccount } from '../../chain/transfer.ts'
import { paymentFields } from '../../payments/payment-fields.ts'
import { isPaidIn } from '../../payments/posting.ts'
import { isWrapped } from '../../payments/wrapped-signature.ts'
import type { Clock, Log } from '../../ports.ts'
import { accountNonce } from './account-nonce.ts'
import type { ClaimOutcome, SettlementBook, SettlementClaim } from './book.ts'
import { type Batch, collect } from './collect.ts'
import type { SettlerDeps, SentTransfer } from './deps.ts'
import { dispatch } from './dispatch.ts'
import { follow } from './follow.ts'
import { type GasState, gasState, RESERVE_TRANSFERS } from './gas.ts'
import { type SettlementResult, refused } from './outcome.ts'
import { MARGIN_MS, type Swept, sweeper } from './sweep.ts'

/**
 * Moves the money of claims that are `sent`. One per process and key. Several processes do no harm, but cost some gas.
 */
export interface ClaimSettler {
  /** The account that pays gas, in checksum form: operators send ether there. */
  readonly address: string
  /** Settles a claim, waits for its receipt, and moves the claim. Calls for one payment share one attempt. */
  settle(payment: string): Promise<ClaimOutcome>
  /** `now` in Unix ms. Call it every few seconds, one at a time. */
  sweep(now: number): Promise<Swept>
  gasState(): Promise<GasState>
}

export interface SettlerSettings {
  readonly chain: Chain
  readonly key: SettlingAccount
  readonly claims: SettlementBook
  readonly clock: Clock
  readonly log: Log
  /** `null`: one transaction per payment. */
  readonly batch: Batch | null
  readonly patienceMs?: number
  readonly sweepMarginMs?: number
  readonly reserveTransfers?: number
}

/** Seven blocks of Base. */
const PATIENCE_MS = 15_000

export const createSettler = (settings: SettlerSettings): ClaimSettler => {
  const { chain, key, claims, clock, log, batch } = settings
  const { patienceMs = PATIENCE_MS, sweepMarginMs = MARGIN_MS, reserveTransfers = RESERVE_TRANSFERS } = settings
  if (batch && !chain.batches) throw new Error(`chain ${chain.token.chainId} has no Multicall3: settle without batches`)
  const deps: SettlerDeps = { chain, key, claims, clock, log, patienceMs, numbers: accountNonce(chain, key.address) }

  const alone = async (member: SentTransfer): Promise<SettlementResult> => (await dispatch(deps, [member]))[0]!
  const together = batch ? collect(clock, batch, (members: readonly SentTransfer[]) => dispatch(deps, members)) : alone

  /** Settles one claim in its own transaction, and only once: an unexpected failure is not worth more gas. */
  const last = async (member: SentTransfer): Promise<ClaimOutcome> => settledBy(await alone(member))
  const settledBy = (outcome: SettlementResult): ClaimOutcome | Promise<ClaimOutcome> =>
    outcome.kind === 'again' ? refused(deps, outcome.member, 'invalid_exact_evm_transaction_failed') : outcome

  const attempt = async (payment: string, claim: SettlementClaim | null, first: boolean): Promise<ClaimOutcome> => {
    if (claim?.state === 'spent' && claim.settlement) return { kind: 'settled', settlement: claim.settlement }
    // Before `sent` the claim holds nothing to deliver, so no money may move for it.
    if (claim?.state !== 'sent') return { kind: 'failed', reason: 'invalid_transaction_state' }
    // It is on another chain, about which our node says nothing.
    if (!isPaidIn(payment, chain.token)) return { kind: 'unknown', transaction: '' }
    // Recipient and amount are those of the stored transfer, whatever the settings say now.
    const { transfer, stored, receipt } = claim
    const member: SentTransfer = { payment, transfer, replaces: stored?.hash ?? null, receipt }

    const running = Number(transfer.authorization.validBefore) * 1_000 > clock.now()
    if (!first || stored || !running) {
      const outcome = await follow(deps, member, claim)
      return outcome.kind === 'again' ? last(outcome.member) : outcome
    }
    const outcome = await (canShare(transfer) ? together : alone)(member)
    // In a batch another transfer may have used up the gas. A wallet may have been deployed by another payment of its
    // owner meanwhile, and then the factory used it up. Otherwise a failed transfer is not tried again.
    const mayRetry = canShare(transfer) ? batch !== null : isWrapped(transfer.signature)
    return mayRetry && outcome.kind === 'again' ? last(outcome.member) : settledBy(outcome)
  }

  const flights = new Map<string, Promise<ClaimOutcome>>()
  const resolve = (payment: string, first: boolean): Promise<ClaimOutcome> => {
    const running = flights.get(payment)
    if (running) return running
    let receipt = ''
    const flight = claims
      .read(payment)
      .then((claim) => {
        receipt = claim?.receipt ?? ''
        return attempt(payment, claim, first)
      })
      .catch((problem: unknown): ClaimOutcome => {
        // The claim stays as it is. When the store answers again, the sweeper goes on with it.
        log.error('settlement.broken_off', { ...paymentFields(payment, receipt), problem: String(problem) })
        return { kind: 'unknown', transaction: '' }
      })
      .finally(() => flights.delete(payment))
    flights.set(payment, flight)
    return flight
  }
  return {
    address: key.address,
    settle: (payment) => resolve(payment, true),
    sweep: sweeper(deps, sweepMarginMs, (payment) => resolve(payment, false)),
    gasState: () => gasState(chain, key.address, reserveTransfers),
  }
}
