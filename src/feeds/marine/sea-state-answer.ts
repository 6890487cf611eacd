import { type Static, Type } from '@sinclair/typebox'
import { affixed } from '../../canonical/affixed.ts'
import { fixed } from '../../canonical/decimal.ts'
import { layout } from '../../canonical/layout.ts'
import { rounded } from '../../canonical/measure.ts'
import { place } from '../../canonical/place.ts'
import { decimal, oneOf } from '../../canonical/token.ts'
import { freshness, type Lifetime } from '../math/freshness.ts'
import { Compared } from '../places/second-source.ts'
import { aboveTrigger, HEIGHT_PLACES, SEA_STATES, seaStateOf, seaTriggersOf } from './sea-state.ts'
import { CONFIDENCE_PLACES } from '../answer-fields.ts'

/**
 * Time between now and the hour of the model value (methods 0.3). A value further away does not describe the present
 * sea.
 */
export const WAVE_LIFETIME: Lifetime = { freshSeconds: 10_800, expireSeconds: 43_200 }

/** The fields of every answer about the waves of one place. */
export const WAVE_FIELDS = {
  wave_height_m: Type.Number({ minimum: 0, description: 'Significant wave height, m' }),
  swell_height_m: Type.Number({ minimum: 0, description: 'Significant height of the swell, m' }),
  sea_state: Type.Union(SEA_STATES.map((word) => Type.Literal(word))),
  triggers: Type.Object({
    heavy: Type.Boolean({ description: `Waves ${aboveTrigger('heavy')}` }),
    severe: Type.Boolean({ description: `Waves ${aboveTrigger('severe')}` }),
    extreme: Type.Boolean({ description: `Waves ${aboveTrigger('extreme')}` }),
  }),
}

/** The fields of a sea state besides the envelope (interface 3.5). */
export const SeaStateAnswer = Type.Object({
  lat: Type.Number({ minimum: -90, maximum: 90, description: 'Latitude of the grid point, decimal degrees' }),
  lon: Type.Number({ minimum: -180, maximum: 180, description: 'Longitude of the grid point, decimal degrees' }),
  ...WAVE_FIELDS,
  data_timestamp: Type.String({ description: 'Hour that the model value is for, UTC', examples: ['2026-11-20T12:00'] }),
  observed_at: Type.Integer({ description: 'The same hour in Unix seconds' }),
  source: Type.String({ description: 'Whose model, on which native grid' }),
  confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Freshness of the model value; see /methodology.json',
  }),
  compared: Compared,
  computedAt: Type.Integer({ description: 'Unix seconds of the computation' }),
})
export type SeaStateAnswer = Static<typeof SeaStateAnswer>

/** `v1|MARINE|<lat>,<lon>|WAVE:<w>m|SWELL:<s>m|<sea_state>|<timestamp>|<nonce>`. */
export const MARINE_LAYOUT = layout('MARINE', {
  place,
  wave: affixed('WAVE:', decimal, 'm'),
  swell: affixed('SWELL:', decimal, 'm'),
  sea_state: oneOf(...SEA_STATES),
})

/** The inputs of an answer: heights in metres, times in Unix milliseconds. */
export interface SeenSea {
  readonly lat: number
  readonly lon: number
  readonly waveM: number
  readonly swellM: number
  readonly at: number
  readonly source: string
  readonly now: number
}

/** The values of these fields, of heights in metres. State and triggers are computed from the rounded height. */
export const waveValues = (waveM: number, swellM: number) => {
  const wave_height_m = Number(fixed(waveM, HEIGHT_PLACES))
  return {
    wave_height_m,
    swell_height_m: Number(fixed(swellM, HEIGHT_PLACES)),
    sea_state: seaStateOf(wave_height_m),
    triggers: seaTriggersOf(wave_height_m),
  }
}

/** The answer about a grid point. */
export const seaStateAnswer = ({ lat, lon, waveM, swellM, at, source, now }: SeenSea): SeaStateAnswer => {
  return {
    lat,
    lon,
    ...waveValues(waveM, swellM),
    data_timestamp: new Date(at).toISOString().slice(0, 16),
    observed_at: Math.floor(at / 1000),
    source,
    confidence: rounded(freshness(Math.abs(now - at) / 1000, WAVE_LIFETIME), CONFIDENCE_PLACES),
    compared: null,
    computedAt: Math.floor(now / 1000),
  }
}

/** What the canonical string says of a place: its waves as they are published. */
export const marineTokens = (
  { lat, lon }: Pick<SeaStateAnswer, 'lat' | 'lon'>,
  { wave_height_m, swell_height_m, sea_state }: Pick<SeaStateAnswer, 'wave_height_m' | 'swell_height_m' | 'sea_state'>,
) => ({
  place: { lat: fixed(lat, 4), lon: fixed(lon, 4) },
  wave: fixed(wave_height_m, HEIGHT_PLACES),
  swell: fixed(swell_height_m, HEIGHT_PLACES),
  sea_state,
})

/** The tokens of the canonical string of a sea state. */
export const seaStateTokens = (body: SeaStateAnswer) => marineTokens(body, body)
