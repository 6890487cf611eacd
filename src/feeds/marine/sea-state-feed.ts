import { Type } from '@sinclair/typebox'
import type { WaveModel } from '../../sources/weather/weather.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import { UNSIGNED_COPY } from '../feed.ts'
import { type AnyOpenFeed, defineOpenFeed } from '../open-feed.ts'
import { pointOf } from '../places/cell.ts'
import { PLACE_WORDS } from '../places/coordinate.ts'
import { secondRule, withCompared } from '../places/second-source.ts'
import { TARIFF } from '../tariff.ts'
import { askMarine, type MarineSubject, marineSubject, marineSubjectOf, noWaves } from './marine-subject.ts'
import { comparedWaves } from './compared-waves.ts'
import { MARINE_CANONICAL } from './marine-canonical.ts'
import { SeaStateAnswer, seaStateAnswer, seaStateTokens, WAVE_LIFETIME } from './sea-state-answer.ts'
import { waveBoard } from './wave-board.ts'
import { mainNumber } from '../main-value.ts'

const SeaStatePreview = Type.Object({
  ...Type.Pick(SeaStateAnswer, ['lat', 'lon', 'wave_height_m', 'sea_state']).properties,
  heavy_weather: SeaStateAnswer.properties.triggers.properties.heavy,
})

/** A grid point of every model, in the southern North Sea. */
const EXAMPLE = marineSubject({ lat: '51.5000', lon: '2.5000' })

const exampleOf = (subject: MarineSubject, source: string): SeaStateAnswer =>
  seaStateAnswer({
    ...pointOf(subject.cell),
    waveM: 1.83,
    swellM: 0.9,
    at: 1_794_999_600_000,
    source,
    now: 1_795_000_000_000,
  })

/**
 * The feed of the present sea at a grid point of one model.
 *
 * @param second the model to compare with, if it is read too
 */
export const seaStateFeed = (model: WaveModel, second: WaveModel | null = null): AnyOpenFeed =>
  defineOpenFeed<typeof SeaStateAnswer, typeof MARINE_CANONICAL.tokens, MarineSubject>({
    id: 'marine/seastate',
    family: 'marine',
    layer: 'Oracle Data',
    summary: 'Significant wave and swell height at a grid point, with sea state and parametric triggers',
    noun: 'sea state',
    answer: SeaStateAnswer,
    exampleSubject: EXAMPLE,
    exampleOf: (subject) => exampleOf(subject, model.described),
    methodology: {
      grid: `the asked point is snapped to the nearest ${model.gridStep / 10_000} degree (ties away from zero); body and canonical carry that point`,
      value:
        'significant wave height of a global wave model for the present hour: a short forecast, not a measurement; metres, two decimals',
      states:
        'CALM below 0.5, SLIGHT below 1.25, MODERATE below 2.5, ROUGH below 4, HEAVY below 6, SEVERE below 9, EXTREME from 9 m, from the published height',
      triggers: 'heavy above 4.0, severe above 6.0, extreme above 9.0 m, strictly',
      source: model.described,
      confidence: `freshness: 1 while the hour of the value lies at most ${WAVE_LIFETIME.freshSeconds / HOUR_SECONDS} h from now, then linearly to 0 at ${WAVE_LIFETIME.expireSeconds / HOUR_SECONDS} h`,
      second: secondRule('seastate'),
    },

    words: PLACE_WORDS,
    ask: (segments) => askMarine(model, segments),
    subjectOf: (key) => marineSubjectOf(model, key),
    everySeconds: 1_200,
    boards: ({ cell }) => [waveBoard(model, cell)],
    after: () => [],
    conclude: ({ cell }, { now, boards }) => {
      const reading = boards.read(waveBoard(model, cell))?.reading
      if (!reading) return { kind: 'input_missing', input: model.source.name }
      const { at, waveM, swellM } = reading
      if (Math.abs(now - at) > WAVE_LIFETIME.expireSeconds * 1000)
        return { kind: 'input_missing', input: 'a model value of the last 12 hours' }
      if (waveM === null) return noWaves(cell)
      // Waves without a swell height are a gap in the model's output and do not mean that there is no swell.
      if (swellM === null) return { kind: 'input_missing', input: 'the height of the swell' }
      const content = seaStateAnswer({ ...pointOf(cell), waveM, swellM, at, source: model.described, now })
      const beside = second && boards.read(waveBoard(second, cell))?.reading
      const compared = second && comparedWaves(second, { waveM, at }, beside)
      return { kind: 'concluded', content: withCompared(content, compared), carry: { waveM, swellM, at } }
    },

    sale: {
      path: '/oracle/marine/{lat}/{lon}/seastate',
      price: TARIFF.seaState,
      catalogue: '/oracle/marine/catalogue',
      canonical: MARINE_CANONICAL,
      tokens: seaStateTokens,
      sellableSeconds: 3_000,
      preview: {
        staleMinutes: 60,
        main: mainNumber('wave_height_m', 'm'),
        note: UNSIGNED_COPY,
        fields: ({ lat, lon, wave_height_m, sea_state, triggers }) => ({
          lat,
          lon,
          wave_height_m,
          sea_state,
          heavy_weather: triggers.heavy,
        }),
        shape: () => SeaStatePreview,
      },
    },
  })
