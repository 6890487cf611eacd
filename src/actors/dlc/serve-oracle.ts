import type { RoleBeats } from '../../metrics/beats.ts'
import type { Clock, Log } from '../../ports.ts'
import type { LeaseStore } from '../../store/redis/leases.ts'
import type { SignerState, SignerStates } from '../../store/events/signer-state.ts'
import { BadGuard } from './guard.ts'
import { BrokenJournal } from './journal-lines.ts'
import { causeOf, isFatal, isRefused, textOf, UnsafeStore } from './signer-faults.ts'
import type { Oracle } from './oracle.ts'
import { oracleState } from './oracle-state.ts'
import { sweepOracle } from './sweep-oracle.ts'
import { RolledBack, WitnessAway } from './witness.ts'

/** The open files and functions while this process is the one signer. */
export interface OpenOracle {
  readonly oracle: Oracle
  /** Called once a second: writes the heartbeat, and reads what an operator has resumed. */
  maintain(): void
  /** Tells the witness the end of the journal, and checks that it holds no other. Throws as `Witness.advance`. */
  confirm(): Promise<void>
  close(): void
}

/** What the signer does again and again. */
export const SIGNER_LOOPS = ['beat', 'sweep'] as const
export type SignerLoop = (typeof SIGNER_LOOPS)[number]

export interface OracleRole {
  readonly leases: LeaseStore
  readonly states: SignerStates
  readonly clock: Clock
  readonly log: Log
  readonly beats: RoleBeats<SignerLoop>
  /** This process's name among others. */
  readonly holder: string
  /** The oracle's key, 33 bytes, hex. */
  readonly key: string
  /**
   * Locks the guard's file, opens journal and keys, and restores to Redis what only the journal holds.
   */
  open(): Promise<OpenOracle>
  /** Throws `UnsafeStore` while nothing may be signed with this Redis. Asked before it begins, and once a minute. */
  assertSafe(): Promise<void>
  /** Starts answering questions. `guarded` runs each, and stops everything after a fault that must not happen. */
  listen(oracle: Oracle, guarded: Guarded): { close(deadlineMs: number): Promise<void> }
}

export type Guarded = <T>(work: () => Promise<T>) => Promise<T>

const LEASE = 'dlc/signer'
const LEASE_MS = 12_000
const BEAT_MS = 1_000
const CLOSE_MS = 5_000
/** How often the witness is checked while it answers. */
const CONFIRM_MS = 5_000
/** How often the Redis is checked while it signs: after a failover it is another server. */
const SAFE_MS = 60_000
/** How often a signer that has stopped, or cannot begin, logs that. */
const COMPLAIN_MS = 60_000
/**
 * A refused folder is tried again after this time. Reading it takes long, and another process may have the right one.
 */
const REFUSED_MS = 10_000

/**
 * Runs one active signer among all processes, under a lease in Redis and the lock of its guard's file. It answers
 * questions, and once a second finishes what was left undone. If another signer was at work, or Redis holds another
 * signature than this one made, it stops for good. While the witness does not answer it signs nothing, and goes on by
 * itself later.
 */
export const serveOracle = (role: OracleRole): { close(): Promise<void> } => {
  const { leases, states, clock, log, beats, holder, key } = role
  let active: { readonly open: OpenOracle; readonly listening: { close(deadlineMs: number): Promise<void> } } | null =
    null
  let halted: string | null = null
  let stopped = false
  let refusedAt = Number.NEGATIVE_INFINITY
  /** A write to the journal failed. It must be read again to know its content. */
  let broken = false
  /** Why nothing is signed at the moment; `null` if it is. */
  let away: string | null = null

  /** These may take longer than the lease lasts, so they run beside the beat, one of each at a time. */
  let sweeping: Promise<void> | null = null
  let confirming: Promise<void> | null = null
  let checking: Promise<void> | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  /** The Redis is one with which nothing may be signed any more. */
  let isUnsafe = false

  /** Absolute, so that a clock that is set back does not stretch a short time to a day. */
  const isWithin = (ms: number, since: number): boolean => Math.abs(clock.now() - since) < ms

  const stepDown = async (): Promise<void> => {
    const was = active
    active = null
    await was?.listening.close(CLOSE_MS)
    await Promise.all([sweeping, confirming])
    was?.open.close()
  }
  const noted = (problem: unknown): void => {
    if (problem instanceof WitnessAway) {
      if (away === null) log.error('oracle.witness_away', { message: textOf(problem) })
      away = textOf(problem)
    }
    if (problem instanceof BrokenJournal) broken = true
    if (!isFatal(problem)) return
    halted = String(problem)
    log.error('oracle.halted', { message: halted, advice: 'Nothing is signed any more. Run: npx claros dlc check' })
  }
  const guarded: Guarded = async (work) => {
    if (halted) throw new Error('the signer has stopped')
    try {
      return await work()
    } catch (problem) {
      noted(problem)
      throw problem
    }
  }
  const takeUp = async (): Promise<void> => {
    await role.assertSafe()
    checkedAt = clock.now()
    const open = await role.open()
    try {
      active = { open, listening: role.listen(open.oracle, guarded) }
    } catch (problem) {
      open.close()
      throw problem
    }
    broken = false
    log.info('oracle.active', { key: open.oracle.signer.compressedKey })
  }

  /** Renews the lease while `work` runs: reading a long journal and restoring Redis may take longer than it lasts. */
  const whileHolding = async (work: () => Promise<void>): Promise<void> => {
    const done = new AbortController()
    const renew = async (): Promise<void> => {
      for (;;) {
        await clock.sleep(BEAT_MS, done.signal)
        if (done.signal.aborted) return
        await leases.hold(LEASE, holder, LEASE_MS).catch(() => false)
      }
    }
    const renewing = renew()
    const problem = await work().catch((thrown: unknown) => ({ thrown }))
    done.abort()
    await renewing
    if (!problem) return
    if (isRefused(problem.thrown)) {
      if (problem.thrown instanceof RolledBack) refusedAt = clock.now()
      await leases.release(LEASE, holder)
    } else await states.write(stateless(problem.thrown))
    throw problem.thrown
  }
  const stateless = (problem: unknown): SignerState => {
    const none = { count: 0, some: [] }
    const why = { problem: textOf(problem), cause: causeOf(problem) }
    return { key, at: clock.now(), ...why, waiting: none, quarantined: none }
  }

  let confirmedAt = Number.NEGATIVE_INFINITY
  const confirm = async ({ confirm: ask }: OpenOracle): Promise<void> => {
    if (away === null && isWithin(CONFIRM_MS, confirmedAt)) return
    await guarded(ask)
    confirmedAt = clock.now()
    if (away !== null) log.info('oracle.witness_back')
    away = null
  }
  const beat = async (): Promise<void> => {
    if (halted !== null) {
      await stepDown()
      return
    }
    if (isWithin(REFUSED_MS, refusedAt)) return
    if (broken || isUnsafe) await stepDown()
    isUnsafe = false
    const isOurs = await leases.hold(LEASE, holder, LEASE_MS)
    beats.leads(isOurs)
    if (!isOurs) return stepDown()
    if (!active) await whileHolding(takeUp)
    const { open } = active!
    open.maintain()
    await states.writeEnd(open.oracle.journal.end())
    await states.write(oracleState(open.oracle, away))
    const failed = (problem: unknown): void => {
      if (!(problem instanceof WitnessAway)) log.error('oracle.sweep_failed', { message: String(problem) })
    }
    confirming ??= confirm(open)
      .catch(failed)
      .finally(() => (confirming = null))
    // A Redis that cannot be asked is told of by the beat itself.
    if (!isWithin(SAFE_MS, checkedAt)) {
      checkedAt = clock.now()
      checking ??= role
        .assertSafe()
        .catch((problem: unknown) => void (isUnsafe = problem instanceof UnsafeStore))
        .finally(() => (checking = null))
    }
    beats.worked('beat')
    sweeping ??= guarded(() => sweepOracle(open.oracle))
      .then(() => beats.worked('sweep'))
      .catch(failed)
      .finally(() => (sweeping = null))
  }
  let complainedAt = Number.NEGATIVE_INFINITY
  let complaint = ''
  const complain = (problem: unknown): void => {
    // Another signer on this machine holds the file, so this one waits.
    const waits = problem instanceof BadGuard
    const isUnsafe = problem instanceof UnsafeStore
    const lasts = waits || isUnsafe || isRefused(problem) || problem instanceof WitnessAway
    if (lasts && textOf(problem) === complaint && isWithin(COMPLAIN_MS, complainedAt)) return
    complainedAt = clock.now()
    complaint = textOf(problem)
    if (isUnsafe) log.error('oracle.refused', { message: complaint })
    else if (waits) log.warn('oracle.beat_failed', { message: textOf(problem) })
    else log.error('oracle.beat_failed', { message: textOf(problem) })
  }
  const loop = async (): Promise<void> => {
    let saidAt = clock.now()
    while (!stopped) {
      await beat().catch(complain)
      if (halted !== null && clock.now() - saidAt > COMPLAIN_MS) {
        saidAt = clock.now()
        log.error('oracle.halted', { message: halted })
      }
      await clock.sleep(BEAT_MS)
    }
  }
  const running = loop()
  return {
    close: async () => {
      stopped = true
      await Promise.race([running, clock.sleep(BEAT_MS + CLOSE_MS)])
      await stepDown()
      await leases.release(LEASE, holder).catch(() => {})
    },
  }
}
