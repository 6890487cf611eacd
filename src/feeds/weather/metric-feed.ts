import type { Static, TObject } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import type { Tokens } from '../../canonical/layout.ts'
import type { WeatherArchive, WeatherDay } from '../../sources/weather/weather.ts'
import { previewOf } from '../bound-sale.ts'
import type { Conclusion, Declined } from '../feed.ts'
import type { NoDataHere } from '../on-demand.ts'
import { type AnyOpenFeed, defineOpenFeed } from '../open-feed.ts'
import { PLACE_WORDS } from '../places/coordinate.ts'
import { secondRule, withCompared } from '../places/second-source.ts'
import { TARIFF } from '../tariff.ts'
import { archiveBoard } from './archive-board.ts'
import { COMPLETE_PERCENT, LATEST_END_DAYS } from './archive-window.ts'
import { comparedArchives, type Signed, type Spanned } from './second-archive.ts'
import { CONFIDENCE_RULE } from './weather-confidence.ts'
import { askWeather, WEATHER_QUERY, type WeatherSubject, weatherSubject, weatherSubjectOf } from './weather-subject.ts'
import type { WeatherString } from './window-string.ts'
import { type MetricName, WEATHER_WINDOWS, windowWord } from './windows.ts'
import type { MainValue } from '../main-value.ts'

/** The days of an archive for a subject's place, at one moment. */
export interface WeatherContext {
  /** Unix milliseconds. */
  readonly now: number
  readonly days: readonly WeatherDay[]
  /** In metres; 0 if the archive does not give it. */
  readonly elevationM: number
  /** The text of the field `source`. */
  readonly described: string
}

/** The parts of one metric, added to the common definition. */
export interface Metric<S extends TObject> {
  readonly name: MetricName
  readonly summary: string
  readonly noun: string
  readonly answer: S
  exampleOf(subject: WeatherSubject, described: string): Static<S>
  readonly methodology: Readonly<Record<string, Json>>
  readonly string: WeatherString
  conclude(subject: WeatherSubject, context: WeatherContext): Conclusion<Static<S> & Spanned> | Declined | NoDataHere
  readonly signed: Signed
  /** Fields of the free copy. */
  readonly preview: readonly (keyof Static<S> & string)[]
  /** What lists and charts show of the free copy. */
  readonly main: MainValue
}

const EXAMPLE_CELL = { lat: '9.0000', lon: '38.7500' }

/**
 * A metric as a feed over one archive. The signed number changes once a day; each tick renews its timestamp.
 *
 * @param second the archive to compare with, if it is read too
 */
export const metricFeed = <S extends TObject>(
  metric: Metric<S>,
  archive: WeatherArchive,
  second: WeatherArchive | null = null,
): AnyOpenFeed => {
  const exampleSubject = weatherSubject(EXAMPLE_CELL, 30)
  const { canonical, tokens } = metric.string
  return defineOpenFeed<S, Tokens, WeatherSubject>({
    id: `weather/${metric.name}`,
    family: 'weather',
    layer: 'Oracle Data',
    summary: metric.summary,
    noun: metric.noun,
    answer: metric.answer,
    exampleSubject,
    exampleOf: (subject) => metric.exampleOf(subject, archive.described),
    methodology: {
      windowsDays: WEATHER_WINDOWS[metric.name],
      grid: 'the asked point is snapped to the nearest quarter degree (ties away from zero); body and canonical carry that point',
      window: `ends on the last complete UTC day of the archive, at most ${LATEST_END_DAYS} days back, or on the day that was asked for (end), at most two years back; at least ${COMPLETE_PERCENT} % of its days are known`,
      source: archive.described,
      confidence: CONFIDENCE_RULE,
      second: secondRule(metric.name),
      ...metric.methodology,
    },

    query: WEATHER_QUERY,
    words: { ...PLACE_WORDS, window: windowWord(metric.name) },
    ask: (words, now) => askWeather(metric.name, words, now),
    subjectOf: (key) => weatherSubjectOf(metric.name, key),
    everySeconds: 1_200,
    boards: ({ cell, end }) => [archiveBoard(archive, cell, end)],
    after: () => [],
    conclude: (subject, { now, boards }) => {
      const weather = boards.read(archiveBoard(archive, subject.cell, subject.end))?.weather
      if (!weather) return { kind: 'input_missing', input: archive.source.name }
      const { days, elevationM } = weather
      const context = { now, days, elevationM: elevationM ?? 0, described: archive.described }
      const concluded = metric.conclude(subject, context)
      const beside = second && boards.read(archiveBoard(second, subject.cell, subject.end))?.weather
      if (concluded.kind !== 'concluded' || !beside) return concluded
      const { content } = concluded
      const compared = comparedArchives(metric.name, metric.signed, content, weather, {
        archive: second,
        weather: beside,
      })
      return { ...concluded, content: withCompared(content, compared) }
    },

    sale: {
      path: `/oracle/weather/{lat}/{lon}/${metric.name}/{window}`,
      price: TARIFF.weather,
      catalogue: '/oracle/weather/catalogue',
      canonical,
      tokens: (content, hash) => tokens(content as Readonly<Record<string, Json>>, hash),
      sellableSeconds: 3_000,
      preview: previewOf({ staleMinutes: 60, main: metric.main, fields: metric.preview }),
    },
  })
}
