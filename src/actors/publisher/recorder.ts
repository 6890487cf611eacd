import type { Snapshot } from '../../canonical/snapshot.ts'
import { keepSeconds } from '../../feeds/keeping.ts'
import { rollUp } from '../../feeds/math/candles.ts'
import { minutesIn, type MinuteVolume } from '../../feeds/prices/minute-volumes.ts'
import type { Item } from '../../feeds/registry.ts'
import type { CandleStore } from '../../store/published/candles.ts'
import type { Store } from '../../store/store.ts'
import { HOUR_SECONDS } from '../../time-units.ts'

/** After this time no more volumes of the minutes of an hour become known. */
const TOLD_SECONDS = 600

/** Gives an hour that has just ended the volume of its minutes, if each of them has one. */
const keepVolumes = async (
  series: string,
  minutes: readonly MinuteVolume[],
  nowTs: number,
  candles: CandleStore,
): Promise<void> => {
  await candles.traded(series, 60, minutes)
  const ended = Math.floor(nowTs / HOUR_SECONDS) * HOUR_SECONDS
  if (nowTs - ended > TOLD_SECONDS) return
  const own = await candles.range(series, 60, ended - HOUR_SECONDS, ended - 1)
  await candles.traded(series, HOUR_SECONDS, rollUp(own, HOUR_SECONDS))
}

/**
 * Stores of a published snapshot what its feed declares, for as long as that is sold. If a worker dies after publishing
 * and before storing, one row is missing; a row that was not published is never stored.
 */
export const keepSnapshot = async (
  { feed, subject, actor }: Item,
  { content, carry, timestamp, archive, seals }: Snapshot,
  { candles, rows }: Pick<Store, 'candles' | 'rows'>,
): Promise<void> => {
  const keeping = feed.keeps?.(subject)
  switch (keeping?.kind) {
    case 'candles':
      return candles.record(actor, timestamp * 1_000, String(content['price']), keepSeconds(keeping.days))
    case 'volumes':
      return keepVolumes(keeping.series, minutesIn(carry), timestamp, candles)
    case 'rows':
      return rows.record(
        actor,
        { t: timestamp, canonical: archive.canonical, signature: archive.signature, pubkey: seals.x402.publicKey },
        keepSeconds(keeping.days),
      )
    case undefined:
      return
  }
}
