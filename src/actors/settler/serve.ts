import type { Chain } from '../../chain/chain.ts'
import type { RoleBeats } from '../../metrics/beats.ts'
import type { ClaimedSettlement, Confirmed } from '../../payments/claimed-settlement.ts'
import type { Clock, Log } from '../../ports.ts'
import type { AnswerOf, JobOf } from '../../queues/asks.ts'
import type { LeaseStore } from '../../store/redis/leases.ts'
import type { SettlerStates } from '../../store/claims/settler-state.ts'
import type { ClaimSettler } from './settle.ts'
import type { Swept } from './sweep.ts'

/** What the settler does again and again. */
export const SETTLER_LOOPS = ['beat', 'sweep'] as const
export type SettlerLoop = (typeof SETTLER_LOOPS)[number]

/**
 * The dependencies of the role. `settler` is `null` if a facilitator settles and this worker only watches the chain.
 */
export interface SettlingRole {
  readonly chain: Chain
  readonly settler: ClaimSettler | null
  readonly sweep: (now: number) => Promise<Swept>
  readonly leases: LeaseStore
  readonly states: SettlerStates
  readonly clock: Clock
  readonly log: Log
  readonly beats: RoleBeats<SettlerLoop>
  /** This process's name among others. */
  readonly holder: string
  /** Starts answering questions; called while this process has the lease. */
  listen(): { close(deadlineMs: number): Promise<void> }
}

/** The jobs in the lanes of this worker. */
export type SettlementJob = JobOf<'settlements' | 'inquiries'>

/** The answers to those jobs. */
export type SettlementAnswer = AnswerOf<'settlements' | 'inquiries'>

const LEASE = 'settler'
const LEASE_MS = 12_000
const BEAT_MS = 3_000
const CLOSE_MS = 5_000

/**
 * Answers one question of a server: whether a transfer would settle, what became of it, whether a signature is valid,
 * and whether claimed settlements are on the chain. Or it settles a claim.
 */
export const answerSettlement = async (
  { chain, settler }: Pick<SettlingRole, 'chain' | 'settler'>,
  { actor, wish }: SettlementJob,
): Promise<SettlementAnswer> => {
  switch (wish.what) {
    case 'simulate':
      return chain.simulate(wish.transfer)
    case 'look_up': {
      const found = await chain.lookUp(wish.transfer)
      // The block number is left out: servers do not need it, and it is a bigint, which JSON cannot hold.
      return found.kind === 'unused' ? { kind: 'unused' } : found
    }
    case 'valid_signature':
      return chain.validSignature(wish.question)
    case 'confirm': {
      const confirm = (claimed: ClaimedSettlement): Promise<Confirmed> =>
        // If the answer about one cannot be read, the others are still checked.
        chain.confirm(claimed, wish.waitMs).catch(() => ({ kind: 'unknown' }))
      return Promise.all(wish.claims.map(confirm))
    }
    case 'settle':
      if (!settler) throw new Error('a facilitator settles: nothing is settled here')
      return settler.settle(actor)
  }
}

/** Servers wait five seconds for an answer about the chain; five more because clocks differ. */
const INQUIRY_MS = 10_000

/**
 * The same for a job of the queue. A question whose caller no longer waits is not asked; a settlement is always made.
 */
export const answerJob = async (
  role: Pick<SettlingRole, 'chain' | 'settler' | 'clock'>,
  { dueAt, ...job }: SettlementJob & { readonly dueAt: number },
): Promise<SettlementAnswer> => {
  if (job.wish.what !== 'settle' && role.clock.now() > dueAt + INQUIRY_MS)
    throw new Error('nobody waits for this any more')
  return answerSettlement(role, job)
}

/**
 * Runs one active settler among all workers. A lease decides which one answers questions, sweeps and reports its gas.
 * The lease keeps the account's numbers in one process. That no payment is charged twice depends on the claims, not on
 * it.
 */
export const serveSettlements = (role: SettlingRole): { close(): Promise<void> } => {
  const { chain, leases, states, settler, sweep, clock, log, beats, holder } = role
  let listening: ReturnType<SettlingRole['listen']> | null = null
  let stopped = false
  /** When the node last answered. Opening the chain has just asked it. */
  let heardAt = clock.now()

  const beat = async (): Promise<void> => {
    const ours = await leases.hold(LEASE, holder, LEASE_MS)
    beats.leads(ours)
    if (!ours) {
      await listening?.close(CLOSE_MS)
      listening = null
      return
    }
    if (!listening) {
      listening = role.listen()
      log.info('settler.active', { account: settler?.address ?? 'facilitator' })
    }
    if (settler) {
      const { open, wei } = await settler.gasState()
      if (wei !== null) heardAt = clock.now()
      await states.write({ open, address: settler.address, wei: String(wei ?? 0n), at: clock.now(), heardAt })
      if (!open) log.warn('settler.short_of_gas', { account: settler.address })
    } else {
      listenBeside()
      await states.write({ open: true, address: '', wei: '0', at: clock.now(), heardAt })
    }
    sweepBeside()
  }
  /** A node may take longer to answer than the lease lasts, so it is asked beside the beat. */
  let asking: Promise<void> | null = null
  const listenBeside = (): void => {
    asking ??= chain
      .height()
      .then((height) => {
        if (height !== null) heardAt = clock.now()
      })
      .catch((problem: unknown) => log.warn('settler.node_unreadable', { message: String(problem) }))
      .finally(() => (asking = null))
  }
  /** A sweep may wait for receipts longer than the lease lasts, so it runs beside the beat, one at a time. */
  let sweeping: Promise<void> | null = null
  const sweepBeside = (): void => {
    sweeping ??= sweep(clock.now())
      .then(() => beats.worked('sweep'))
      .catch((problem: unknown) => log.error('settler.sweep_failed', { message: String(problem) }))
      .finally(() => (sweeping = null))
  }
  const loop = async (): Promise<void> => {
    while (!stopped) {
      await beat().then(
        () => beats.worked('beat'),
        (problem: unknown) => log.error('settler.beat_failed', { message: String(problem) }),
      )
      await clock.sleep(BEAT_MS)
    }
  }
  const running = loop()
  return {
    close: async () => {
      stopped = true
      await Promise.race([running.then(() => sweeping), clock.sleep(BEAT_MS + CLOSE_MS)])
      await listening?.close(CLOSE_MS)
      await leases.release(LEASE, holder).catch(() => {})
    },
  }
}
