import type { SignedTransaction } from '../../chain/transfer.ts'
import { receiptsOf, type SettlerDeps, type SentTransfer } from './deps.ts'
import { alreadySettled, type SettlementResult, concludeTransaction } from './outcome.ts'

/**
 * Makes one transaction for one or many claims: signs it, stores it with every claim, and only then broadcasts it. If
 * the process dies in between, the next one finds the money by the stored bytes, or sends them.
 */

/** How often a new number or a higher fee is tried. */
const ATTEMPTS = 6
const RETRY_MS = 500

interface Launched {
  /** Claims with which the transaction is stored. */
  readonly aboard: readonly SentTransfer[]
  /** The last transaction that was signed; `null` if none was. */
  readonly transaction: SignedTransaction | null
  /** Whether it was sent, so that its receipt may come. */
  readonly out: boolean
}

/** Signs and stores until every claim of the batch has stored exactly the transaction that will be broadcast. */
const signAndStore = async (
  { chain, key, claims }: SettlerDeps,
  members: readonly SentTransfer[],
  number: number,
  dearer: number,
): Promise<{ readonly aboard: readonly SentTransfer[]; readonly transaction: SignedTransaction | null }> => {
  let aboard = members
  while (aboard.length > 0) {
    const transfers = aboard.map(({ transfer }) => transfer)
    const transaction = await chain.sign(key, transfers, number, dearer)
    if (transaction === null) return { aboard, transaction }
    const store = ({ payment, replaces }: SentTransfer) => claims.storeTransaction(payment, transaction, replaces)
    const stored = await Promise.all(aboard.map(store))
    const rest = aboard.filter((_, index) => stored[index]).map((each) => ({ ...each, replaces: transaction.hash }))
    if (rest.length === aboard.length) return { aboard: rest, transaction }
    // A claim that is no longer ours must not be charged: the transaction is made again without it.
    aboard = rest
  }
  return { aboard, transaction: null }
}

const launch = async (deps: SettlerDeps, members: readonly SentTransfer[], deadline: number): Promise<Launched> => {
  const { chain, numbers, clock, log } = deps
  let aboard = members
  let number: number | null = null
  let dearer = 0
  let last: SignedTransaction | null = null
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      number ??= await numbers.take()
      if (number === null) return { aboard, transaction: last, out: false }
      const signed = await signAndStore(deps, aboard, number, dearer)
      aboard = signed.aboard
      if (signed.transaction === null) return { aboard, transaction: last, out: false }
      last = signed.transaction

      let sent = await chain.broadcast(last.raw)
      while (sent.kind === 'unreachable' && clock.now() < deadline) {
        await clock.sleep(RETRY_MS)
        sent = await chain.broadcast(last.raw)
      }
      if (sent.kind === 'number_taken') {
        numbers.used(number)
        number = null
        // It may be mined already, if a sweeper has sent our stored bytes. Otherwise another sender used the number.
        const receipt = await chain.receipt(last.hash)
        if (receipt !== null) return { aboard, transaction: last, out: true }
        await numbers.resync()
      } else if (sent.kind === 'underpriced') dearer++
      else if (sent.kind === 'no_gas' || sent.kind === 'refused') {
        log.error('settlement.not_accepted', { account: deps.key.address, ...sent, ...receiptsOf(aboard) })
        return { aboard, transaction: last, out: false }
      } else {
        // It was accepted, or that is not known. In both cases the number may be used now.
        numbers.used(number)
        number = null
        return { aboard, transaction: last, out: sent.kind === 'accepted' }
      }
    }
    return { aboard, transaction: last, out: false }
  } finally {
    if (number !== null) numbers.giveBack(number)
  }
}

/** One result per claim, in their order. */
export const dispatch = async (
  deps: SettlerDeps,
  members: readonly SentTransfer[],
): Promise<readonly SettlementResult[]> => {
  const deadline = deps.clock.now() + deps.patienceMs
  const { aboard, transaction, out } = await launch(deps, members, deadline)
  const hash = transaction?.hash ?? ''
  const waited = transaction && out ? await deps.chain.waitForReceipt(hash, deadline) : null
  const carried = new Map(aboard.map((member) => [member.payment, member]))
  return Promise.all(
    members.map(async ({ payment }): Promise<SettlementResult> => {
      const member = carried.get(payment)
      if (!member) return followed(deps, payment, deadline)
      if (waited?.kind === 'mined') return concludeTransaction(deps, member, waited.receipt)
      return { kind: 'unknown', transaction: hash }
    }),
  )
}

/** Another settler signed for this claim and is settling it. It may have to sign again, so the claim is read anew. */
const followed = async (deps: SettlerDeps, payment: string, deadline: number): Promise<SettlementResult> => {
  const { chain, claims, clock } = deps
  for (;;) {
    const claim = await claims.read(payment)
    const stored = claim?.stored ?? null
    if (claim?.state !== 'sent' || stored === null)
      return (await alreadySettled(deps, payment)) ?? { kind: 'unknown', transaction: '' }
    const waited = await chain.waitForReceipt(stored.hash, Math.min(deadline, clock.now() + RETRY_MS))
    if (waited.kind === 'mined')
      return concludeTransaction(
        deps,
        { payment, transfer: claim.transfer, replaces: stored.hash, receipt: claim.receipt },
        waited.receipt,
      )
    if (clock.now() >= deadline) return { kind: 'unknown', transaction: stored.hash }
  }
}
