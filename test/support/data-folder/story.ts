import { join } from 'node:path'
import { makeWitnessFolder, witnessFolder } from '../../../src/actors/dlc/witness-folder.ts'
import { openWitness } from '../../../src/actors/dlc/witness.ts'
import type { Clock } from '../../../src/ports.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { KEY, ORACLE, ROOT } from '../actors/dlc/oracle-parts.ts'
import { type EventShop, openEventShop } from '../http/dlc/event-shop.ts'
import { seededRandom } from '../still.ts'
import { restoreLines } from './redis-lines.ts'

/** The service with the keys and secrets of the kept data folder, in another folder. */

/** The time at which the story begins, Unix milliseconds. */
export const BEGUN_AT = 1_799_999_700_000

/** When its events mature but for the standing one, Unix seconds. */
export const MATURITY_TS = BEGUN_AT / 1000 + 900

export interface StoryShop extends EventShop {
  readonly folder: string
}

const movable = (at: number): Clock & { move(ms: number): void } => {
  let now = at
  return { now: () => now, sleep: systemClock.sleep, move: (ms) => void (now += ms) }
}

/**
 * @param seed of everything that is drawn but keys and secrets
 * @param lines what lies in its Redis already, as `redis-lines.ts` writes it
 */
export const openStory = async (folder: string, at: number, seed: number, lines = ''): Promise<StoryShop> => {
  const clock = movable(at)
  const random = seededRandom(seed)
  makeWitnessFolder(join(folder, 'witness'))
  const witness = openWitness(witnessFolder(join(folder, 'witness'), ORACLE, 'kept'), ORACLE, ROOT)
  const shop = await openEventShop({
    keepsOldAnswers: true,
    clock,
    storeClock: clock,
    random,
    secrets: seededRandom(1),
    fill: (redis) => restoreLines(redis, lines),
    oracle: { folder: join(folder, 'dlc'), secrets: { key: KEY, nonceRoot: ROOT }, witness, random },
  })
  return Object.assign(Object.create(shop) as EventShop, shop, { folder })
}
