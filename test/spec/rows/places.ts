import { catalogue, sold, type Specified } from '../specified.ts'

const TRIGGERS = 'triggers.heavy triggers.severe triggers.extreme'
const MARINE =
  /^v1\|MARINE\|-?[\d.]+,-?[\d.]+\|WAVE:[\d.]+m\|SWELL:[\d.]+m\|(CALM|SLIGHT|MODERATE|ROUGH|HEAVY|SEVERE|EXTREME)\|\d+\|\d{6}$/

/** Sea state, ships, routes and voyages. */
const SEA: readonly Specified[] = [
  catalogue('/oracle/marine/catalogue'),
  ...sold({
    usd: '0.10',
    sats: 133,
    paths: '/oracle/marine/{lat}/{lon}/seastate',
    fields: `lat lon wave_height_m swell_height_m sea_state ${TRIGGERS} data_timestamp source computedAt`,
    preview: 'lat lon wave_height_m sea_state heavy_weather cache_max_age_minutes',
    catalogue: '/oracle/marine/catalogue',
    canonical: MARINE,
  }),
  ...sold({
    usd: '0.50',
    sats: 667,
    paths: '/oracle/marine/vessel/{mmsi}',
    fields: `mmsi ship_name position.lat position.lon sog_kts wave_height_m swell_height_m sea_state ${TRIGGERS}
             ais_timestamp computedAt`,
    catalogue: '/oracle/marine/catalogue',
    canonical: MARINE,
  }),
  ...sold({
    usd: '0.20',
    sats: 267,
    paths: '/oracle/marine/route/summary',
    query: 'lat1 lon1 lat2 lon2',
    fields: `route waypoints_sampled max_wave_height_m mean_wave_height_m worst_sea_state heavy_weather_encountered
             severe_weather_encountered readings[] computedAt`,
    catalogue: '/oracle/marine/catalogue',
  }),
  ...sold({
    usd: '0.50',
    sats: 667,
    paths: '/oracle/marine/voyage/forecast',
    query: 'lat1 lon1 lat2 lon2 speed_kts',
    fields: `mmsi ship_name departure destination speed_kts distance_nm voyage_hours max_forecast_wave_m
             worst_sea_state heavy_weather_hours heavy_weather_encountered severe_weather_encountered
             waypoint_forecasts[] computedAt note`,
    catalogue: '/oracle/marine/catalogue',
  }),
]

interface Metric {
  readonly name: string
  readonly windows: string
  readonly fields: string
}

const metric = ({ name, windows, fields }: Metric): readonly Specified[] =>
  sold({
    usd: '0.10',
    sats: 100,
    paths: windows
      .split(' ')
      .map((days) => `/oracle/weather/{lat}/{lon}/${name}/${days}d`)
      .join(' '),
    fields: `lat lon window_days source ${fields}`,
    catalogue: '/oracle/weather/catalogue',
    canonical: new RegExp(
      `^v1\\|WEATHER\\|${name}\\|-?[\\d.]+,-?[\\d.]+\\|\\d+D\\|VALUE:-?[\\d.]+\\|TRIGGER:[A-Z_]+\\|\\d+\\|\\d{6}$`,
    ),
  })

const WEATHER: readonly Specified[] = [
  catalogue('/oracle/weather/catalogue'),
  ...metric({ name: 'wrsi', windows: '30 60 90', fields: 'wrsi drought_status trigger rainfall_mm' }),
  ...metric({ name: 'rainfall', windows: '7 14 30 60 90', fields: 'rainfall_mm' }),
  ...metric({
    name: 'temperature',
    windows: '7 14 30 60 90',
    fields: 'tmin tmax tmean frost_trigger heat_trigger',
  }),
  ...metric({
    name: 'wind',
    windows: '7 14 30',
    fields: 'wind_max_kmh wind_mean_kmh gale_trigger storm_trigger',
  }),
]

export const PLACES: readonly Specified[] = [...SEA, ...WEATHER]
