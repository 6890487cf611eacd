import { writeHeartbeat } from '../../../../src/actors/dlc/heartbeat.ts'
import { makeOracle } from '../../../../src/actors/dlc/make-oracle.ts'
import { type OracleFiles, openOracleFiles } from '../../../../src/actors/dlc/open-oracle.ts'
import type { Oracle } from '../../../../src/actors/dlc/oracle.ts'
import { oracleFiles } from '../../../../src/actors/dlc/paths.ts'
import { toJournal } from '../../../../src/actors/dlc/recovery.ts'
import { takeResume } from '../../../../src/actors/dlc/take-resume.ts'
import { type Witness, openWitness } from '../../../../src/actors/dlc/witness.ts'
import { makeWitnessFolder, witnessFolder } from '../../../../src/actors/dlc/witness-folder.ts'
import { pickSchnorr } from '../../../../src/native/schnorr.ts'
import type { Store } from '../../../../src/store/store.ts'
import { systemClock } from '../../../../src/system/clock.ts'
import { systemRandom } from '../../../../src/system/random.ts'
import { keptLog } from '../../still.ts'
import { KEY, NOW, ORACLE, ROOT, createEvent } from './oracle-parts.ts'

/** The signer as its role opens it, with its own files, without lease and lanes. */
export interface TestSigner {
  readonly oracle: Oracle
  readonly files: OracleFiles
  readonly log: ReturnType<typeof keptLog>
  /** Does the work of each second. */
  beat(): Promise<void>
  /** Announces events, in Redis and in the journal. */
  announce(...ids: readonly string[]): Promise<void>
  /** Decides an event in Redis only. */
  decide(id: string, outcome: string): Promise<void>
  close(): void
}

export const witnessIn = (folder: string, holder = 'one'): Witness => {
  makeWitnessFolder(folder)
  return openWitness(witnessFolder(folder, ORACLE, holder), ORACLE, ROOT)
}

/** @param more replaces parts of the oracle, so that they fail or are watched */
export const openTestSigner = async (
  store: Store,
  folder: string,
  witness: Witness | null,
  more: (oracle: Omit<Oracle, 'attest'>) => Partial<Oracle> = () => ({}),
): Promise<TestSigner> => {
  const log = keptLog()
  const paths = oracleFiles(folder)
  const { events, signers: states } = store
  const files = await openOracleFiles(
    folder,
    { key: KEY, nonceRoot: ROOT },
    { clock: systemClock, log, schnorr: pickSchnorr(keptLog()), witness, states, events },
  )
  const { close, ...parts } = files
  const whole = {
    ...parts,
    witness,
    events,
    claims: store.claims,
    clock: systemClock,
    random: systemRandom,
    log,
    schedule: async () => {},
    unschedule: async () => {},
  }
  const oracle = makeOracle({ ...whole, ...more(whole) })
  return {
    oracle,
    files,
    log,
    beat: async () => {
      takeResume(paths, oracle)
      writeHeartbeat(paths, oracle.journal.end(), systemClock.now())
      await states.writeEnd(oracle.journal.end())
      await witness?.advance(oracle.journal.end())
    },
    announce: async (...ids) => {
      for (const id of ids) {
        await createEvent(events, oracle.signer, id)
        files.journal.append(...toJournal((await events.read(id))!))
        await events.journaled(id)
      }
    },
    decide: async (id, outcome) => {
      const wish = { trigger: 'resolve', outcome: [outcome], evidence: null, now: NOW, graceMs: 0 } as const
      const { kind } = await events.decide(id, wish)
      if (kind !== 'decided') throw new Error(`${id}: ${kind}`)
    },
    close,
  }
}
