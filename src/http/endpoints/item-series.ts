import { type Static, Type } from '@sinclair/typebox'
import { isCharted, SERIES_STEP_SECONDS, seriesDelaySeconds, shownPoints } from '../../feeds/day-series.ts'
import { exampleOf } from '../../feeds/feed.ts'
import type { Item } from '../../feeds/registry.ts'
import type { SeriesPoint } from '../../store/published/series.ts'
import { ValueFields, valueFields } from './listed-item.ts'

/** The past day of an item, out of its free copies: nothing of it is younger than a free copy may get old. */

export const ItemSeries = Type.Object(
  {
    ...ValueFields,
    step_seconds: Type.Integer(),
    delay_seconds: Type.Integer({ description: 'Every point is older' }),
    points: Type.Array(
      Type.Object({
        t: Type.Integer({ description: 'Unix seconds' }),
        value: Type.String({ description: 'As text: a decimal or a word' }),
      }),
      { description: 'Oldest first; steps may be missing' },
    ),
  },
  { title: 'ItemSeries', description: 'The main values of the free copies of a day, unsigned' },
)

/**
 * `null` where the feed has no main value.
 *
 * @param points all that are kept
 */
export const itemSeries = (
  { feed, subject }: Item,
  points: readonly SeriesPoint[],
  nowTs: number,
): Static<typeof ItemSeries> | null => {
  const { preview } = feed.sale
  if (!preview?.main || !isCharted(feed)) return null
  return {
    // The unit of a subject never changes, so that of its example is the same.
    ...valueFields(preview.main, preview.fields(exampleOf(feed, subject), subject)),
    step_seconds: SERIES_STEP_SECONDS,
    delay_seconds: seriesDelaySeconds(feed),
    points: shownPoints(feed, points, nowTs).map(({ t, value }) => ({ t, value })),
  }
}
