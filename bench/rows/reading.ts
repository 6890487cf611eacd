import type { Group } from '../bench.ts'
import type { ReadingResult, ReadingSettings, ReadSide } from '../servers/reading.ts'
import { atMost, type Figure } from '../table.ts'

/** How long a worker does nothing else while a long reply is read: by its own thread, and by the thread for that. */

const MEGABYTES = [0.5, 1.2, 2, 4, 8, 15]
/** The pause with the thread, as a share of the pause without. */
const WANTED_SHARE = 0.25

const figures = (what: string, { pauseMs, tookMs, cpuMs }: ReadSide): Figure => ({
  name: `longest pause while ${what}`,
  value: pauseMs,
  unit: 'ms',
  note: `the poll took ${tookMs.toFixed(0)} ms and ${cpuMs.toFixed(0)} ms CPU`,
})

export const reading: Group = async ({ bed, quick, say }) => {
  say(`reading: replies of ${MEGABYTES.join(', ')} MB`)
  const { sizes, firstPauseMs, threadBytes, leftBytes } = await bed.run<ReadingResult>('reading', {
    megabytes: MEGABYTES,
    rounds: quick ? 3 : 9,
  } satisfies ReadingSettings)
  const longest = sizes.at(-1)!
  return {
    figures: [
      ...sizes.flatMap(({ megabytes, here, apart }) => [
        figures(`${megabytes} MB is read here`, here),
        figures(`${megabytes} MB is read in the thread, if it is long enough for that`, apart),
      ]),
      { name: 'longest pause at the first such poll, which starts the thread', value: firstPauseMs, unit: 'ms' },
      { name: 'memory with the thread', value: threadBytes / 1e6, unit: 'MB more' },
      { name: 'memory after the thread has ended', value: leftBytes / 1e6, unit: 'MB more' },
    ],
    verdicts: [
      atMost(
        `longest pause while ${longest.megabytes} MB is read, in the thread / here`,
        longest.apart.pauseMs / longest.here.pauseMs,
        WANTED_SHARE,
      ),
    ],
  }
}
