import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { CRASH_STEPS, type CrashValues } from '../../src/sandbox/world/crash-steps.ts'
import { type WorkerLife, workerLife } from '../support/sandbox/walked-oracle.ts'
import { stage } from '../support/sandbox/world/still-world.ts'

/**
 * The crash of the simulated world, through boards, feeds, signatures and store: six answers walk through the values that
 * their tables give, and back, whoever is restarted in between.
 */

/** A Tuesday, 15:00 in New York. */
const AFTERNOON = Date.UTC(2026, 10, 17, 20)
const SEED = 13

const ACTORS: Readonly<Record<keyof CrashValues, string>> = {
  stress: 'index/stress/MARKET',
  contagion: 'index/contagion/MARKET',
  tradfi: 'regime/tradfi/EQUITY',
  macroRisk: 'intel/macro-risk/MARKET',
  divergence: 'intel/divergence/MARKET',
  consensus: 'intel/consensus/MARKET',
}
const NAMES = Object.keys(ACTORS) as readonly (keyof CrashValues)[]

/** Closes of sixty days are asked for little by little: so many minutes until contagion knows thirty of them. */
const WARM_MINUTES = 4

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** The words that an answer classifies with, as one. */
const wordOf = (body: Readonly<Record<string, Json>>): string =>
  ['regime', 'risk_regime', 'divergence', 'direction', 'consensus', 'dominant_theme']
    .flatMap((field) => (typeof body[field] === 'string' ? [body[field]] : []))
    .join(' ')

/** A sequence without what repeats at once. */
const turns = (words: readonly string[]): readonly string[] => words.filter((word, at) => word !== words[at - 1])

/** Walks all steps; a worker and its Redis end before each evaluation that `restarts` names. */
const walk = async (restarts: (evaluation: number) => boolean) => {
  const on = stage({ start: AFTERNOON, seed: SEED })
  await on.post({ volatility: 0 })
  const folder = mkdtempSync(join(tmpdir(), 'claros-test-'))
  folders.push(folder)
  let life: WorkerLife = await workerLife(on, folder, Object.values(ACTORS))
  const words: Record<string, string[]> = {}
  let evaluation = 0
  const evaluate = async () => {
    if (restarts(evaluation++)) {
      await life.end()
      life = await workerLife(on, folder, Object.values(ACTORS))
    }
    await life.tick()
  }
  const look = async (step: string, said: CrashValues) => {
    for (const name of NAMES) {
      const body = (await life.sold(ACTORS[name]))!
      expect([step, name, body]).toMatchObject([step, name, said[name]])
      const { ok, checks } = verifyAnswer(body, { layouts: LAYOUTS })
      expect([step, name, ok, checks.filter((check) => !check.ok)]).toEqual([step, name, true, []])
    }
  }
  const hear = async () => {
    for (const name of NAMES) (words[name] ??= []).push(wordOf((await life.sold(ACTORS[name]))!))
  }
  try {
    for (let minute = 0; minute < WARM_MINUTES; minute++) {
      await life.tick()
      on.clock.move(60_000)
    }
    for (const { name, scenario, after, evaluations, said } of CRASH_STEPS) {
      if (scenario) await on.post({ scenario })
      // Whoever waits for an hour is away; of minutes each is an evaluation.
      const isAway = after > 10
      for (let minute = 1; minute < after && !isAway; minute++) {
        on.clock.move(60_000)
        await evaluate()
        await hear()
      }
      on.clock.move(60_000 * (isAway ? after : Math.min(after, 1)))
      for (let each = 0; each < evaluations; each++) {
        if (each > 0) on.clock.move(60_000)
        await evaluate()
        await hear()
        await look(name, said)
      }
    }
  } finally {
    await life.end()
  }
  return words
}

test('the crash walks six answers through the values of their tables and back, and none flaps', async () => {
  const words = await walk(() => false)
  for (const name of NAMES) {
    const heard = turns(words[name]!)
    // Nothing is left twice: there, and back to where it was.
    const [before, ...after] = heard
    expect([name, new Set(after).size]).toEqual([name, after.length])
    if (name !== 'contagion') expect([name, heard.at(-1)]).toEqual([name, before])
  }
}, 240_000)

test('restarts between and within the steps change no regime', async () => {
  await walk(() => true)
}, 240_000)
