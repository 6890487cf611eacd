import type { Clock, Log } from '../../ports.ts'
import type { LeaseStore } from '../../store/leases.ts'
import type { SignerStates } from '../../store/signer-state.ts'
import { BadGuard, SecondMessage } from './guard.ts'
import { JournalContradiction } from './journal-memory.ts'
import type { Oracle } from './oracle.ts'
import { OracleConflict } from './attest-event.ts'
import { sweepOracle } from './sweep-oracle.ts'

/** What is open while this process is the one signer. */
export interface OpenOracle {
  readonly oracle: Oracle
  close(): void
}

export interface OracleRole {
  readonly leases: LeaseStore
  readonly states: SignerStates
  readonly clock: Clock
  readonly log: Log
  /** This process's name among others. */
  readonly holder: string
  /** Takes the guard's file lock, opens journal and keys, and brings Redis up to what the journal knows. */
  open(): Promise<OpenOracle>
  /** Starts taking questions. `guarded` runs each and stops everything when one of them must not have been. */
  listen(oracle: Oracle, guarded: Guarded): { close(deadlineMs: number): Promise<void> }
}

export type Guarded = <T>(work: () => Promise<T>) => Promise<T>

const LEASE = 'dlc/signer'
const LEASE_MS = 12_000
const BEAT_MS = 1_000
const CLOSE_MS = 5_000
/** How often a signer that has stopped says so. */
const COMPLAIN_MS = 60_000

/** After one of these nothing may be signed until somebody has found out who is right. */
const isFatal = (problem: unknown): boolean =>
  problem instanceof SecondMessage || problem instanceof JournalContradiction || problem instanceof OracleConflict

/**
 * One active signer among all processes, under a lease in Redis and the lock of its guard's file. It answers questions,
 * and once a second sweeps up what was left. When two records contradict one another it stops for good.
 */
export const serveOracle = (role: OracleRole): { close(): Promise<void> } => {
  const { leases, states, clock, log, holder } = role
  let active: { readonly open: OpenOracle; readonly listening: { close(deadlineMs: number): Promise<void> } } | null =
    null
  let halted: string | null = null
  let stopped = false

  /** A sweep may take longer than the lease lives: it runs beside the beat, one at a time. */
  let sweeping: Promise<void> | null = null

  const stepDown = async (): Promise<void> => {
    const was = active
    active = null
    await was?.listening.close(CLOSE_MS)
    await sweeping
    was?.open.close()
  }
  const guarded: Guarded = async (work) => {
    if (halted) throw new Error('the signer has stopped')
    try {
      return await work()
    } catch (problem) {
      if (isFatal(problem)) {
        halted = String(problem)
        log.error('oracle.halted', { message: halted, advice: 'Nothing is signed any more. Run: npx claros dlc check' })
      }
      throw problem
    }
  }
  const takeUp = async (): Promise<void> => {
    const open = await role.open()
    try {
      active = { open, listening: role.listen(open.oracle, guarded) }
    } catch (problem) {
      open.close()
      throw problem
    }
    log.info('oracle.active', { key: open.oracle.signer.compressedKey })
  }

  /** Reading a long journal and restoring a Redis from it may take longer than the lease lives, too. */
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
    // Without the guard's file the lease is of no use here, and whoever has the file needs it.
    if (problem.thrown instanceof BadGuard) await leases.release(LEASE, holder)
    throw problem.thrown
  }

  const beat = async (): Promise<void> => {
    if (halted !== null) {
      await stepDown()
      return
    }
    if (!(await leases.hold(LEASE, holder, LEASE_MS))) return stepDown()
    if (!active) await whileHolding(takeUp)
    const { oracle } = active!.open
    await states.write({ key: oracle.signer.compressedKey, at: clock.now() })
    sweeping ??= guarded(() => sweepOracle(oracle))
      .catch((problem: unknown) => log.error('oracle.sweep_failed', { message: String(problem) }))
      .finally(() => (sweeping = null))
  }
  let complainedAt = Number.NEGATIVE_INFINITY
  const complain = (problem: unknown): void => {
    // Another signer on this machine holds the file: this one stands by.
    const waits = problem instanceof BadGuard
    if (waits && clock.now() - complainedAt < COMPLAIN_MS) return
    complainedAt = clock.now()
    log[waits ? 'warn' : 'error']('oracle.beat_failed', { message: String(problem) })
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
