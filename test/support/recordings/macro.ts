import { bankOfCanada } from '../../../src/sources/central-banks/bank-of-canada.ts'
import { bankOfEngland } from '../../../src/sources/central-banks/bank-of-england.ts'
import { cnb } from '../../../src/sources/central-banks/cnb.ts'
import { ecb } from '../../../src/sources/central-banks/ecb.ts'
import { norgesBank } from '../../../src/sources/central-banks/norges-bank.ts'
import { rba } from '../../../src/sources/central-banks/rba.ts'
import { bitstamp } from '../../../src/sources/exchanges/bitstamp.ts'
import { kraken } from '../../../src/sources/exchanges/kraken.ts'
import { metalSpot } from '../../../src/sources/markets/gold-api.ts'
import type { FixingSource } from '../../../src/sources/market.ts'
import { releasesBetween } from '../../../src/sources/calendars/tradingview.ts'
import { cftcText } from '../../../src/sources/positions/cftc-text.ts'
import { cftc } from '../../../src/sources/positions/cftc.ts'
import { deribitInstruments } from '../../../src/sources/options/deribit-instruments.ts'
import { optionsListed, ticker } from './askers.ts'
import { AISSTREAM, DIGITRAFFIC } from './ais.ts'
import { EQUITIES } from './equities.ts'
import { COMPUTE } from './compute.ts'
import { INFERENCE } from './inference.ts'
import { changed, gives, type Reading, type Recordings, refused, unasked } from './reading.ts'
import { positions } from './say-positions.ts'
import { releases } from './say-releases.ts'
import { fixing, metal } from './say-prices.ts'
import { EVM_RPC, SOLANA_RPC } from './rpc.ts'
import { STATISTICS } from './statistics.ts'
import { LENDING } from './lending.ts'
import { NASA_POWER, OPEN_METEO } from './weather.ts'

/** Any time: the moment at which a bank is asked changes its question and not its table. */
const NOW = Date.UTC(2026, 10, 20, 12)
const table = (bank: FixingSource): Reading => gives(bank.latest(NOW), fixing)

/** The weekly file is the yearly one without its first line. */
const withoutHeader = (body: string): string => body.slice(body.indexOf('\n') + 1)

/** Providers outside the exchanges that a family of today asks, by folder. */
export const MACRO: Readonly<Record<string, Recordings>> = {
  aisstream: AISSTREAM,
  'bank-of-canada': { 'valet-fx-rates-daily': table(bankOfCanada) },
  'bank-of-japan': { 'getDataCode-fm08': unasked('exchange rates of the Bank of Japan') },
  'bank-of-england': { 'iadb-spot-csv': table(bankOfEngland) },
  bitstamp: {
    'eur_usd-conversion': unasked('the rate at which the venue itself converts'),
    'ticker-shape-btcusd': ticker(bitstamp, 'btcusd'),
  },
  cftc: {
    'tff-futures-only-socrata-emini': refused(cftc.newest),
    'tff-futures-only-year-text': changed(gives(cftcText.newest, positions), 'without its header', withoutHeader),
  },
  cnb: { 'exrates-daily': table(cnb) },
  deribit: { 'get_instruments-btc-option-expiries': optionsListed(deribitInstruments, 'BTC') },
  digitraffic: DIGITRAFFIC,
  ecb: {
    'eurofxref-daily': unasked('the same rates as XML'),
    'exr-csvdata-full-columns': table(ecb),
    'exr-csvdata-recent': table(ecb),
  },
  'evm-rpc': EVM_RPC,
  faireconomy: { 'ff-calendar-thisweek': unasked('a calendar of one week with estimates, and without results') },
  'gold-api': {
    'price-xag-old-shape': gives(metalSpot('XAG'), metal),
    'price-xau': gives(metalSpot('XAU'), metal),
  },
  imf: { 'representative-rates-tsv': unasked('representative exchange rates of a month') },
  kraken: { 'ticker-shape': ticker(kraken, 'XBTUSD') },
  lbma: { 'gold-pm': unasked('the gold price of the afternoon auction') },
  'llm-prices': { 'vendor-file-deepseek': unasked('prices of the models of one vendor, with their past') },
  'nasa-power': NASA_POWER,
  'norges-bank': { 'exr-csvdata': table(norgesBank) },
  'open-meteo': OPEN_METEO,
  rba: { 'f11.1-csv': table(rba) },
  riksbank: { 'swea-observations-group130': unasked('exchange rates of the Riksbank') },
  'solana-rpc': SOLANA_RPC,
  tradingview: {
    // Two captures in one envelope: of February and of September.
    'economic-calendar-events': gives(releasesBetween(Date.UTC(2026, 1, 1), Date.UTC(2026, 9, 1)), releases),
  },
  ...COMPUTE,
  ...EQUITIES,
  ...INFERENCE,
  ...LENDING,
  ...STATISTICS,
}
