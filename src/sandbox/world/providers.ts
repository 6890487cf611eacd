import type { Dialect } from './dialect.ts'
import { bankOfCanada } from './dialects/bank-of-canada.ts'
import { bankOfEngland } from './dialects/bank-of-england.ts'
import { binance } from './dialects/binance.ts'
import { binanceus } from './dialects/binanceus.ts'
import { bitbank } from './dialects/bitbank.ts'
import { bitfinex } from './dialects/bitfinex.ts'
import { bitflyer } from './dialects/bitflyer.ts'
import { bitstamp } from './dialects/bitstamp.ts'
import { bybit } from './dialects/bybit.ts'
import { cnb } from './dialects/cnb.ts'
import { coinbase } from './dialects/coinbase.ts'
import { coincheck } from './dialects/coincheck.ts'
import { deribit } from './dialects/deribit.ts'
import { ecb } from './dialects/ecb.ts'
import { gate } from './dialects/gate.ts'
import { gemini } from './dialects/gemini.ts'
import { goldApi } from './dialects/gold-api.ts'
import { kraken } from './dialects/kraken.ts'
import { nasaPower } from './dialects/nasa-power.ts'
import { noaaWaveWatch } from './dialects/noaa-wavewatch.ts'
import { norgesBank } from './dialects/norges-bank.ts'
import { okx } from './dialects/okx.ts'
import { openMeteoArchive, openMeteoMarine } from './dialects/open-meteo.ts'
import { binanceFutures } from './dialects/perpetuals/binance-futures.ts'
import { bitget } from './dialects/perpetuals/bitget-futures.ts'
import { dydx } from './dialects/perpetuals/dydx.ts'
import { hyperliquid } from './dialects/perpetuals/hyperliquid.ts'
import { krakenFutures } from './dialects/perpetuals/kraken-futures.ts'
import { rba } from './dialects/rba.ts'

/** Every provider of the world: exchanges, then those of futures, then central banks and price
 * services, then those who know the earth. */
export const DIALECTS: readonly Dialect[] = [
  coinbase,
  kraken,
  bitstamp,
  gemini,
  bitfinex,
  binanceus,
  binance,
  okx,
  gate,
  bybit,
  bitflyer,
  bitbank,
  coincheck,
  binanceFutures,
  bitget,
  deribit,
  dydx,
  hyperliquid,
  krakenFutures,
  ecb,
  bankOfCanada,
  bankOfEngland,
  rba,
  norgesBank,
  cnb,
  goldApi,
  nasaPower,
  noaaWaveWatch,
  openMeteoArchive,
  openMeteoMarine,
]

const BY_HOST: ReadonlyMap<string, Dialect> = new Map(
  DIALECTS.flatMap((dialect) => dialect.hosts.map((host) => [host, dialect])),
)

/** Hyphens and case do not matter: `gold-api` is `goldapi`. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')

const BY_NAME: ReadonlyMap<string, string> = new Map(
  DIALECTS.flatMap(({ provider, alsoCalled = [] }) => [provider, ...alsoCalled].map((name) => [plain(name), provider])),
)

/** Who answers for a host. */
export const dialectOf = (host: string): Dialect | null => BY_HOST.get(host) ?? null

/** The provider that somebody means, as it stands in canonical strings. */
export const providerNamed = (name: string): string | null => BY_NAME.get(plain(name)) ?? null
