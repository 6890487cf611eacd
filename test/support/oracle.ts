import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerOracle } from '../../src/actors/dlc/answer-oracle.ts'
import type { DlcKeys } from '../../src/actors/dlc/dlc-keys.ts'
import { makeOracle } from '../../src/actors/dlc/make-oracle.ts'
import { openOracleFiles, type OracleFiles } from '../../src/actors/dlc/open-oracle.ts'
import type { Oracle } from '../../src/actors/dlc/oracle.ts'
import { oracleState } from '../../src/actors/dlc/oracle-state.ts'
import { sweepOracle } from '../../src/actors/dlc/sweep-oracle.ts'
import type { Witness } from '../../src/actors/dlc/witness.ts'
import type { RailKeys } from '../../src/actors/publisher/keys.ts'
import { type EventAnswerRequest, signEventAnswer } from '../../src/actors/publisher/sign-event-answer.ts'
import { pickSchnorr } from '../../src/native/schnorr.ts'
import type { Clock, Log, Random } from '../../src/ports.ts'
import { type AskOptions, askOver, type SendJob } from '../../src/queues/ask.ts'
import { readJob } from '../../src/queues/asks.ts'
import type { SignerLane } from '../../src/queues/lanes.ts'
import type { Store } from '../../src/store/store.ts'
import { systemRandom } from '../../src/system/random.ts'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'

/**
 * The signer in the same process, over files of its own: opened at the first question, so that tests that sell no events
 * pay nothing for it. What is missing of the product is its queue and its lease.
 */
export interface TestOracle {
  /** Answer as the signer's lanes do. `away` lets askers wait in vain. */
  readonly signing: AskOptions<'signing'>
  readonly offers: AskOptions<'offers'>
  away: boolean
  open(): Promise<Oracle>
  /** Tells servers that the signer is there, as it does each second. */
  beat(): Promise<void>
  sweep(): Promise<void>
  /** What the publisher seals. */
  seal(event: string, ask: EventAnswerRequest): Promise<string | null>
  /** Ids that have a schedule, with its first run. */
  readonly schedules: Map<string, number>
  close(): void
}

/** A signer whose folder outlives it. */
export interface OracleSetting {
  readonly folder: string
  readonly secrets: DlcKeys
  readonly witness: Witness | null
  readonly random: Random
}

export const testOracle = (
  store: Store,
  keys: RailKeys,
  clock: Clock,
  log: Log,
  setting: OracleSetting | null = null,
): TestOracle => {
  const folder = setting?.folder ?? mkdtempSync(join(tmpdir(), 'claros-oracle-'))
  const { witness, random } = setting ?? { witness: null, random: systemRandom }
  const schedules = new Map<string, number>()
  let files: OracleFiles | null = null
  let opened: Promise<Oracle> | null = null

  const openNow = async (): Promise<Oracle> => {
    const secrets = setting?.secrets ?? { key: systemRandom.bytes(32), nonceRoot: systemRandom.bytes(32) }
    const { events, signers: states } = store
    files = await openOracleFiles(folder, secrets, {
      clock,
      log,
      schnorr: pickSchnorr(log),
      witness,
      states,
      events,
    })
    const { signer, journal, quarantine } = files
    await store.keys.record({ dlc: signer.compressedKey })
    return makeOracle({
      signer,
      journal,
      quarantine,
      witness,
      events: store.events,
      claims: store.claims,
      clock,
      random,
      log,
      schedule: async (id, at) => void schedules.set(id, at),
      unschedule: async (id) => void schedules.delete(id),
    })
  }
  const carry =
    (lane: SignerLane): SendJob =>
    async (data) => {
      if (oracle.away) return { kind: 'timeout' }
      try {
        const job = { ...readJob(lane, JSON.parse(JSON.stringify(data))), dueAt: clock.now() }
        return { kind: 'done', result: await answerOracle(await oracle.open(), job) }
      } catch (problem) {
        return { kind: 'failed', reason: String(problem) }
      }
    }
  const oracle: TestOracle = {
    away: false,
    schedules,
    open: () => (opened ??= openNow()),
    signing: askOver('signing', carry('signing')),
    offers: askOver('offers', carry('offers')),
    beat: async () => {
      await store.signers.write(oracleState(await oracle.open(), null))
    },
    sweep: async () => sweepOracle(await oracle.open()),
    seal: (event, ask) =>
      signEventAnswer(
        { events: store.events, keys: fixedKeys(keys), random, clock, webhookKey: async () => null },
        event,
        ask,
      ),
    close: () => {
      files?.close()
      if (!setting) rmSync(folder, { recursive: true, force: true })
    },
  }
  return oracle
}
