import { describe, expect, test } from 'bun:test'
import { DIALECTS } from '../../../src/sandbox/world/providers.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'

/** What a real reply has and the world's has not, or has as another type. Lists are compared by their first rows. */
const differences = (recorded: unknown, own: unknown, at: string): string[] => {
  if (Array.isArray(recorded)) {
    if (!Array.isArray(own)) return [`${at} is no list`]
    // A short row of plain values is read by position, a long one is a list of names.
    const isPositional = recorded.length <= 12 && !(recorded[0] instanceof Object)
    if (isPositional) return recorded.flatMap((value, i) => differences(value, own[i], `${at}[${i}]`))
    return recorded.length === 0 ? [] : differences(recorded[0], own[0], `${at}[0]`)
  }
  if (recorded === null) return []
  if (recorded instanceof Object) {
    if (!(own instanceof Object)) return [`${at} is no object`]
    const mine = new Map(Object.entries(own))
    return Object.entries(recorded).flatMap(([key, value]) =>
      mine.has(key) ? differences(value, mine.get(key), `${at}.${key}`) : [`${at}.${key} is missing`],
    )
  }
  return typeof recorded === typeof own ? [] : [`${at} is ${typeof own}, recorded as ${typeof recorded}`]
}

/** Recorded reply, what to ask the world, and what is known to be otherwise (with the reason). */
const SHAPES: readonly (readonly [file: string, path: string, known?: readonly string[]])[] = [
  ['kraken/spot_ticker', 'api.kraken.com/0/public/Ticker?pair=XBTUSDT'],
  ['kraken/spot_trades', 'api.kraken.com/0/public/Trades?pair=XBTUSDT'],
  ['kraken/spot_ohlc', 'api.kraken.com/0/public/OHLC?pair=XBTUSDT'],
  ['kraken/spot_depth', 'api.kraken.com/0/public/Depth?pair=XBTUSDT'],
  // Leverage, fees and limits are of no use to a price service.
  [
    'kraken/spot_asset_pairs_2025',
    'api.kraken.com/0/public/AssetPairs?pair=XBTUSDT',
    [
      'leverage_buy',
      'leverage_sell',
      'fees',
      'fees_maker',
      'fee_volume_currency',
      'margin_call',
      'margin_stop',
      'long_position_limit',
      'short_position_limit',
    ],
  ],
  ['kraken/spot_system_status', 'api.kraken.com/0/public/SystemStatus'],
  ['coinbase/exchange_ticker_sample_2020', 'api.exchange.coinbase.com/products/BTC-USD/ticker'],
  ['coinbase/exchange_candles_BTC-USD_1m', 'api.exchange.coinbase.com/products/BTC-USD/candles?granularity=60'],
  [
    'coinbase/exchange_products_sample',
    'api.exchange.coinbase.com/products',
    ['base_min_size', 'base_max_size', 'max_market_funds'],
  ],
  ['coinbase/exchange_book_sample', 'api.exchange.coinbase.com/products/BTC-USD/book?level=2'],
  ['bitstamp/ticker_btcusd', 'www.bitstamp.net/api/v2/ticker/btcusd/'],
  ['bitstamp/transactions_btcusd_hour', 'www.bitstamp.net/api/v2/transactions/btcusd/?time=hour'],
  ['bitstamp/trading_pairs_info', 'www.bitstamp.net/api/v2/trading-pairs-info/'],
  ['bitstamp/ohlc_btcusd_1m', 'www.bitstamp.net/api/v2/ohlc/btcusd/?step=60&limit=10'],
  ['bitstamp/order_book_btcusd', 'www.bitstamp.net/api/v2/order_book/btcusd/'],
  ['gemini/pubticker_BTCUSD', 'api.gemini.com/v1/pubticker/BTCUSD'],
  ['gemini/ticker_v2_BTCUSD', 'api.gemini.com/v2/ticker/BTCUSD'],
  ['gemini/trades_btcusd', 'api.gemini.com/v1/trades/btcusd'],
  ['gemini/symbols_details_all_trimmed', 'api.gemini.com/v1/symbols/details/all'],
  ['gemini/candles_v2_sample', 'api.gemini.com/v2/candles/btcusd/5m'],
  ['gemini/book_btcusd', 'api.gemini.com/v1/book/btcusd'],
  ['gemini/error_bad_symbol', 'api.gemini.com/v1/pubticker/bla'],
  ['bitfinex/ticker_fixture', 'api-pub.bitfinex.com/v2/tickers?symbols=tBTCUSD'],
  ['bitfinex/trades_hist_fixture', 'api-pub.bitfinex.com/v2/trades/tBTCUSD/hist'],
  ['bitfinex/candles_hist_fixture', 'api-pub.bitfinex.com/v2/candles/trade:1m:tBTCUSD/hist'],
  ['bitfinex/conf_pair_exchange', 'api-pub.bitfinex.com/v2/conf/pub:list:pair:exchange'],
  ['binance/spot_ticker24h_BTCUSDT', 'data-api.binance.vision/api/v3/ticker/24hr?symbol=BTCUSDT'],
  ['binance/spot_ticker24h_many', 'data-api.binance.vision/api/v3/ticker/24hr?symbols=%5B%22BTCUSDT%22%5D'],
  ['binance/spot_book_ticker_BTCUSDT', 'data-api.binance.vision/api/v3/ticker/bookTicker?symbol=BTCUSDT'],
  ['binance/spot_trades_BTCUSDT', 'data-api.binance.vision/api/v3/trades?symbol=BTCUSDT'],
  ['binance/spot_agg_trades_BTCUSDT', 'data-api.binance.vision/api/v3/aggTrades?symbol=BTCUSDT'],
  ['binance/spot_klines_1m_BTCUSDT_range', 'data-api.binance.vision/api/v3/klines?symbol=BTCUSDT&interval=1m'],
  ['binance/spot_depth_BTCUSDT', 'data-api.binance.vision/api/v3/depth?symbol=BTCUSDT&limit=1000'],
  ['okx/ticker_fixture', 'www.okx.com/api/v5/market/ticker?instId=BTC-USDT'],
  ['okx/trades_2025', 'www.okx.com/api/v5/market/trades?instId=BTC-USDT'],
  ['okx/candles_fixture', 'www.okx.com/api/v5/market/candles?instId=BTC-USDT&bar=1m'],
  ['okx/books_fixture', 'www.okx.com/api/v5/market/books?instId=BTC-USDT'],
  [
    'okx/instruments_spot_majors_2022',
    'www.okx.com/api/v5/public/instruments?instType=SPOT',
    ['maxIcebergSz', 'maxLmtSz', 'maxMktSz', 'maxStopSz', 'maxTriggerSz', 'maxTwapSz'],
  ],
  ['gate/spot_tickers_BTC_USDT', 'api.gateio.ws/api/v4/spot/tickers?currency_pair=BTC_USDT'],
  ['gate/spot_trades_fixture', 'api.gateio.ws/api/v4/spot/trades?currency_pair=BTC_USDT'],
  ['gate/spot_candlesticks_vendor', 'api.gateio.ws/api/v4/spot/candlesticks?currency_pair=BTC_USDT&interval=1m'],
  ['gate/spot_currency_pairs_majors', 'api.gateio.ws/api/v4/spot/currency_pairs'],
  ['gate/spot_order_book', 'api.gateio.ws/api/v4/spot/order_book?currency_pair=BTC_USDT'],
  ['bybit/tickers_spot_fixture', 'api.bytick.com/v5/market/tickers?category=spot&symbol=BTCUSDT'],
  ['bybit/recent_trade_fixture', 'api.bytick.com/v5/market/recent-trade?category=spot&symbol=BTCUSDT'],
  ['bybit/kline_fixture', 'api.bytick.com/v5/market/kline?category=spot&symbol=BTCUSDT&interval=1'],
  ['bybit/instruments_spot_fixture', 'api.bytick.com/v5/market/instruments-info?category=spot'],
  [
    'deribit/book_summary_BTC_option_sample',
    'www.deribit.com/api/v2/public/get_book_summary_by_currency?currency=BTC&kind=option',
    ['id'],
  ],
  ['okx/opt_summary_sample', 'www.okx.com/api/v5/public/opt-summary?instFamily=BTC-USD'],
  ['okx/open_interest_ETH_2026', 'www.okx.com/api/v5/public/open-interest?instType=OPTION&instFamily=ETH-USD'],
  ['bybit/option_tickers_sample', 'api.bytick.com/v5/market/tickers?category=option&baseCoin=BTC'],
  ['binance/spot_klines_1d_BTCUSDT_year', 'data-api.binance.vision/api/v3/klines?symbol=BTCUSDT&interval=1d'],
  ['bitflyer/ticker_BTC_JPY', 'api.bitflyer.com/v1/ticker?product_code=BTC_JPY'],
  ['bitflyer/executions_sample', 'api.bitflyer.com/v1/getexecutions?product_code=BTC_JPY'],
  ['bitflyer/getmarkets', 'api.bitflyer.com/v1/getmarkets'],
  ['bitflyer/board', 'api.bitflyer.com/v1/board?product_code=BTC_JPY'],
  ['bitbank/spot_pairs_sample', 'api.bitbank.cc/v1/spot/pairs'],
  ['bitbank/candlestick_sample', 'public.bitbank.cc/btc_jpy/candlestick/1min/20261118'],
  ['coincheck/ticker_btc_jpy', 'coincheck.com/api/ticker?pair=btc_jpy'],
  ['coincheck/trades_btc_jpy', 'coincheck.com/api/trades?pair=btc_jpy'],
  ['binance/usdm_premium_index_ETHUSDT_2026', 'fapi.binance.com/fapi/v1/premiumIndex?symbol=ETHUSDT'],
  ['binance/usdm_open_interest_ETHUSDT_2026', 'fapi.binance.com/fapi/v1/openInterest?symbol=ETHUSDT'],
  ['binance/usdm_funding_info_trimmed', 'fapi.binance.com/fapi/v1/fundingInfo'],
  ['binance/usdm_funding_rate_history_BTCUSDT', 'fapi.binance.com/fapi/v1/fundingRate?symbol=BTCUSDT'],
  ['bybit/tickers_linear_ETHUSDT_2026', 'api.bytick.com/v5/market/tickers?category=linear&symbol=ETHUSDT'],
  ['binance/options_mark_no_bid_2026', 'eapi.binance.com/eapi/v1/mark'],
  ['binance/options_mark_sample', 'eapi.binance.com/eapi/v1/mark'],
  ['binance/options_ticker_vendor', 'eapi.binance.com/eapi/v1/ticker'],
  ['binance/options_index_vendor', 'eapi.binance.com/eapi/v1/index?underlying=BTCUSDT'],
  [
    'binance/options_openinterest_vendor',
    'eapi.binance.com/eapi/v1/openInterest?underlyingAsset=BTC&expiration=261225',
  ],
  ['bybit/funding_history_fixture', 'api.bytick.com/v5/market/funding/history?category=linear&symbol=ETHUSDT'],
  ['okx/funding_rate_ETH_2026', 'www.okx.com/api/v5/public/funding-rate?instId=ETH-USDT-SWAP'],
  ['okx/open_interest_ETH_2026', 'www.okx.com/api/v5/public/open-interest?instType=SWAP&instId=ETH-USDT-SWAP'],
  ['okx/mark_price_fixture', 'www.okx.com/api/v5/public/mark-price?instType=SWAP'],
  ['okx/index_price_2025', 'www.okx.com/api/v5/market/index-tickers?quoteCcy=USDT'],
  ['okx/funding_rate_history_fixture', 'www.okx.com/api/v5/public/funding-rate-history?instId=BTC-USDT-SWAP'],
  ['gate/futures_contracts_contract_vendor', 'api.gateio.ws/api/v4/futures/usdt/contracts/BTC_USDT'],
  ['gate/futures_funding_rate_vendor', 'api.gateio.ws/api/v4/futures/usdt/funding_rate?contract=BTC_USDT'],
  ['krakenfutures/tickers', 'futures.kraken.com/derivatives/api/v3/tickers'],
  [
    'krakenfutures/historical_funding_rates',
    'futures.kraken.com/derivatives/api/v3/historical-funding-rates?symbol=PF_XBTUSD',
  ],
  ['deribit/ticker_BTC-PERPETUAL', 'www.deribit.com/api/v2/public/ticker?instrument_name=BTC-PERPETUAL'],
  ['bitget/uta_tickers_fixture', 'api.bitget.com/api/v3/market/tickers?category=USDT-FUTURES&symbol=BTCUSDT'],
  ['bitget/uta_current_fund_rate_fixture', 'api.bitget.com/api/v3/market/current-fund-rate?symbol=BTCUSDT'],
  [
    'bitget/uta_history_fund_rate_fixture',
    'api.bitget.com/api/v3/market/history-fund-rate?category=USDT-FUTURES&symbol=BTCUSDT',
  ],
  ['dydx/perpetual_markets', 'indexer.dydx.trade/v4/perpetualMarkets'],
  ['dydx/historical_funding', 'indexer.dydx.trade/v4/historicalFunding/BTC-USD?limit=3'],
  [
    '../macro/bank-of-canada/valet-fx-rates-daily',
    'www.bankofcanada.ca/valet/observations/group/FX_RATES_DAILY/json?recent=5',
  ],
  ['../macro/cnb/exrates-daily', 'api.cnb.cz/cnbapi/exrates/daily'],
  ['../macro/gold-api/price-xau', 'api.gold-api.com/price/XAU'],
  ['../macro/akash/gpu-prices', 'console-api.akash.network/v1/gpu-prices'],
  [
    '../macro/azure/retail-prices-westeurope',
    "prices.azure.com/api/retail/prices?$filter=armRegionName eq 'westeurope' and armSkuName eq 'Standard_ND96isr_H100_v5'",
  ],
  [
    '../macro/scaleway/instance-products-fr-par-2',
    'api.scaleway.com/instance/v1/zones/fr-par-2/products/servers',
    // Models that are not priced, and the name of one that is.
    ['B300-SXM-2-288G', 'B300-SXM-4-288G', 'B300-SXM-8-288G', 'H100-2-80G', 'A100-SXM-2-80G', 'L4-1-24G', 'GPU-3070-S'],
  ],
  ['../macro/digitraffic/ais-v1-location-by-mmsi', 'meri.digitraffic.fi/api/ais/v1/locations?mmsi=230629000'],
  ['../macro/digitraffic/ais-v1-vessel-metadata', 'meri.digitraffic.fi/api/ais/v1/vessels/230629000'],
  ['../macro/bls/v1-cpi-two-observations', 'api.bls.gov/publicAPI/v1/timeseries/data/CUUR0000SA0'],
  ['../macro/bls/error-invalid-series', 'api.bls.gov/publicAPI/v1/timeseries/data/NOPE'],
  ['../macro/nyfed/effr-last', 'markets.newyorkfed.org/api/rates/unsecured/effr/last/2.json'],
  [
    '../macro/eia/natural-gas-spot-daily',
    'api.eia.gov/v2/natural-gas/pri/fut/data/?api_key=any&facets[series][]=RNGWHHD',
  ],
  // Another country and other months than the recorded ones, and notes that no reader needs.
  [
    '../macro/eurostat/prc_hicp_minr-it-index',
    'ec.europa.eu/eurostat/api/dissemination/statistics/1.0/data/prc_hicp_minr?freq=M&unit=I15&coicop18=TOTAL&geo=EA&lastTimePeriod=2',
    ['IT', '2026-07', '2026-08', 'datastructure', 'annotation', 'positions-with-no-data'],
  ],
]

const recordedText = (file: string): string => recorded(`crypto/${file}`).body

const recordedReply = (file: string): unknown => JSON.parse(recordedText(file))

describe.skipIf(!recordedAvailable)('replies have every field of the recorded ones, of the same type', () => {
  for (const [file, path, known = []] of SHAPES) {
    test(file, async () => {
      const own = await stage().json<unknown>(path)
      const found = differences(recordedReply(file), own, 'reply')
      expect(found.filter((line) => !known.some((key) => line.includes(`.${key} `)))).toEqual([])
    })
  }

  test('tables of banks begin like the recorded ones', async () => {
    const { text } = stage()
    const head = (body: string, rows: number) => body.split(/\r?\n/).slice(0, rows)
    const first = async (path: string, file: string, rows = 1) =>
      expect(head(await text(path), rows)).toEqual(head(recordedText(`../macro/${file}`), rows))
    await first('data.norges-bank.no/api/data/EXR/B..NOK.SP?format=csvdata', 'norges-bank/exr-csvdata')
    await first('data-api.ecb.europa.eu/service/data/EXR/D..EUR.SP00.A?format=csvdata', 'ecb/exr-csvdata-full-columns')
    await first('fred.stlouisfed.org/graph/fredgraph.csv?id=T10Y2Y', 'fred/fredgraph-csv-t10y2y')
    await first(
      'home.treasury.gov/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv/2026/all?type=daily_treasury_yield_curve',
      'us-treasury/daily-par-yield-csv',
    )
    await first('www.rba.gov.au/statistics/tables/csv/f11.1-data.csv', 'rba/f11.1-csv')
    await first('www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml', 'ecb/eurofxref-daily', 6)
  })

  test('the comparison finds what is missing', () => {
    expect(differences({ a: [{ b: '1', c: 2 }] }, { a: [{ b: 1 }] }, 'x')).toEqual([
      'x.a[0].b is number, recorded as string',
      'x.a[0].c is missing',
    ])
  })
})

/** Words of those who refuse with status 200. */
const REFUSED = /"(?:error|retCode|code|success)":(?!\[\]|0\b|"0+"|true)/

/** Each provider's way of saying that it does not know a name. */
const REFUSALS: Readonly<Record<string, readonly [path: string, status: number, body: RegExp]>> = {
  coinbase: ['api.exchange.coinbase.com/products/NO-PE/ticker', 404, /^{"message":"NotFound"}$/],
  kraken: ['api.kraken.com/0/public/Ticker?pair=XBTUSD,NOPE', 200, /^{"error":\["EQuery:Unknown asset pair"\]}$/],
  bitstamp: ['www.bitstamp.net/api/v2/ticker/nope/', 404, /"status":"error"/],
  gemini: ['api.gemini.com/v1/pubticker/nope', 400, /"result":"error","reason":"Bad Request"/],
  bitfinex: ['api-pub.bitfinex.com/v2/trades/tNOPE/hist', 500, /^\["error",10020,"symbol: invalid"\]$/],
  binanceus: ['api.binance.us/api/v3/ticker/24hr?symbols=%5B%22BTCUSD%22,%22NOPE%22%5D', 400, /"code":-1121/],
  binance: ['data-api.binance.vision/api/v3/trades?symbol=NOPE', 400, /"code":-1121/],
  okx: ['www.okx.com/api/v5/market/ticker?instId=NO-PE', 200, /^{"code":"51001".*"data":\[\]}$/],
  gateio: ['api.gateio.ws/api/v4/spot/tickers?currency_pair=NO_PE', 400, /"label":"INVALID_CURRENCY_PAIR"/],
  bybit: ['api.bytick.com/v5/market/tickers?category=spot&symbol=NOPE', 200, /"retCode":10001/],
  bitflyer: ['api.bitflyer.com/v1/ticker?product_code=NOPE', 400, /"error_message":"Invalid product"/],
  bitbank: ['public.bitbank.cc/nope/ticker', 200, /^{"success":0,"data":{"code":10000}}$/],
  coincheck: ['coincheck.com/api/ticker?pair=nope', 400, /^{"success":false,"error":"invalid pair"}$/],
  binancefutures: ['fapi.binance.com/fapi/v1/premiumIndex?symbol=NOPE', 400, /"code":-1121/],
  binanceoptions: ['eapi.binance.com/eapi/v1/index?underlying=NOPEUSDT', 400, /"code":-1121/],
  bitget: ['api.bitget.com/api/v3/market/tickers?category=USDT-FUTURES&symbol=NOPE', 400, /"code":"40034"/],
  deribit: ['www.deribit.com/api/v2/public/ticker?instrument_name=NOPE', 400, /"error":.*"code":-32602/],
  dydx: ['indexer.dydx.trade/v4/perpetualMarkets?ticker=NO-PE', 400, /"errors":/],
  hyperliquid: ['api.hyperliquid.xyz/info', 404, /^null$/],
  krakenfutures: [
    'futures.kraken.com/derivatives/api/v3/historical-funding-rates?symbol=NOPE',
    200,
    /"result":"error","error":/,
  ],
  ecb: ['data-api.ecb.europa.eu/service/data/EXR/D.XXX.EUR.SP00.A?format=csvdata', 404, /No results found/],
  bankofcanada: ['www.bankofcanada.ca/valet/observations/FXXXXCAD/json', 404, /Series FXXXXCAD not found/],
  bankofengland: ['www.bankofengland.co.uk/boeapps/database/_iadb-fromshowcolumns.asp?SeriesCodes=X', 200, /<html>/],
  rba: ['www.rba.gov.au/statistics/tables/csv/f99-data.csv', 404, /not found/],
  norgesbank: ['data.norges-bank.no/api/data/EXR/B.XXX.NOK.SP?format=csvdata', 404, /No data/],
  cnb: ['api.cnb.cz/cnbapi/exrates/daily?date=soon', 400, /"errorCode":/],
  goldapi: ['api.gold-api.com/price/XXX', 404, /"error"/],
  akash: ['console-api.akash.network/v1/nope', 404, /NotFoundError/],
  azure: ["prices.azure.com/api/retail/prices?$filter=armRegionName eq 'nowhere'", 400, /BadRequest/],
  digitraffic: ['meri.digitraffic.fi/api/ais/v1/vessels/230629001', 404, /"title":"Not Found"/],
  lambda: ['cloud.lambda.ai/api/v1/instance-types', 401, /invalid-api-key/],
  runpod: ['api.runpod.io/graphql', 404, /"errors"/],
  scaleway: ['api.scaleway.com/instance/v1/zones/xx-xxx-1/products/servers', 404, /not_found/],
  skypilot: [
    'raw.githubusercontent.com/skypilot-org/skypilot-catalog/master/catalogs/v8/nope/vms.csv',
    404,
    /^404: Not Found$/,
  ],
  genaiprices: ['raw.githubusercontent.com/pydantic/genai-prices/main/prices/nope.json', 404, /^404: Not Found$/],
  litellm: ['raw.githubusercontent.com/BerriAI/litellm/main/nope.json', 404, /^404: Not Found$/],
  openrouter: ['openrouter.ai/api/v1/models/no/pe/endpoints', 404, /"error"/],
  vast: ['console.vast.ai/api/v0/bundles/', 404, /"success":false/],
  bls: ['api.bls.gov/publicAPI/v1/timeseries/data/NOPE', 200, /"Series does not exist for Series NOPE"/],
  fredgraph: ['fred.stlouisfed.org/graph/fredgraph.csv?id=NOPE', 404, /<!DOCTYPE html>/],
  fred: ['api.stlouisfed.org/fred/series/observations?series_id=X&file_type=json&api_key=k', 400, /"error_code":400/],
  bea: ['apps.bea.gov/api/data?UserID=k&TableName=NOPE', 200, /"APIErrorCode"/],
  eurostat: ['ec.europa.eu/eurostat/api/dissemination/statistics/1.0/data/nope?format=JSON', 404, /"error":/],
  nyfed: ['markets.newyorkfed.org/api/rates/unsecured/nope/last/5.json', 404, /"error"/],
  ustreasury: ['home.treasury.gov/resource-center/data-chart-center/nope', 404, /<!DOCTYPE html>/],
  nasapower: ['power.larc.nasa.gov/api/temporal/daily/point?latitude=0&longitude=0&parameters=X', 422, /"messages":/],
  noaawavewatch: ['coastwatch.pfeg.noaa.gov/erddap/griddap/NWW9.json?Thgt', 404, /^Error \{\n    code=404;/],
  openmeteoarchive: ['archive-api.open-meteo.com/v1/archive?latitude=91&longitude=0', 400, /"error":true,"reason":/],
  openmeteomarine: [
    'marine-api.open-meteo.com/v1/marine?latitude=0&longitude=0&hourly=x',
    400,
    /"error":true,"reason":/,
  ],
}

describe('unknown names are refused as the provider refuses them', () => {
  test.each(DIALECTS.map(({ provider, hosts }) => [provider, hosts] as const))(
    '%s knows nothing of a path that nobody has, at any of its hosts',
    async (_provider, hosts) => {
      for (const host of hosts) {
        const reply = await stage().ask(`${host}/no/such/path?symbol=NOPE`)
        expect([host, reply.status >= 400 || REFUSED.test(await reply.text())]).toEqual([host, true])
      }
    },
  )
  for (const [provider, [path, status, body]] of Object.entries(REFUSALS)) {
    test(provider, async () => {
      const reply = await stage().ask(path)
      expect(reply.status).toBe(status)
      expect(await reply.text()).toMatch(body)
    })
  }
})

describe('small truths of single providers', () => {
  test('the Bank of England shows a web page to those who do not name themselves', async () => {
    const { world } = stage()
    const path = 'boeapps/database/_iadb-fromshowcolumns.asp?csv.x=yes&SeriesCodes=XUDLUSS&CSVF=TN&UsingCodes=Y'
    const url = `http://127.0.0.1/www.bankofengland.co.uk/${path}`
    expect(await (await world.handle(new Request(url)))?.text()).toStartWith('<!DOCTYPE html>')
    const named = new Request(url, { headers: { 'user-agent': 'Mozilla/5.0' } })
    expect(await (await world.handle(named))?.text()).toStartWith('DATE,XUDLUSS\r\n')
  })

  test('every list names an instrument that is not traded where the format can say so', () => {
    for (const { provider, instruments } of DIALECTS) {
      // These two have no status: what is listed is traded.
      const canSay = instruments !== undefined && provider !== 'bitfinex' && provider !== 'bitflyer'
      expect([provider, instruments?.some((one) => !one.trading) ?? false]).toEqual([provider, canSay])
    }
  })

  test('Norges Bank quotes francs per hundred, the CNB yen per hundred', async () => {
    const { text, json } = stage()
    const row = (await text('data.norges-bank.no/api/data/EXR/B.CHF.NOK.SP?format=csvdata&lastNObservations=1'))
      .split('\n')[1]
      ?.split(',')
    expect(row?.[6]).toBe('2')
    expect(Number(row?.[9])).toBeWithin(1200, 1300)
    const { rates } = await json<{ rates: { currencyCode: string; amount: number; rate: number }[] }>(
      'api.cnb.cz/cnbapi/exrates/daily',
    )
    expect(rates.find((one) => one.currencyCode === 'JPY')).toMatchObject({
      amount: 100,
      rate: expect.closeTo(13.6, 0),
    })
  })

  test('the Bank of England publishes a day late, the ECB at four, the CNB at half past two', async () => {
    const dates = async (hour: number, minute: number) => {
      const { text, json } = stage({ start: Date.UTC(2026, 10, 18, hour, minute) })
      const boe = await text(
        'www.bankofengland.co.uk/boeapps/database/_iadb-fromshowcolumns.asp?csv.x=yes&SeriesCodes=XUDLUSS&CSVF=TN&UsingCodes=Y',
      )
      const ecb = await text(
        'data-api.ecb.europa.eu/service/data/EXR/D.USD.EUR.SP00.A?format=csvdata&lastNObservations=1',
      )
      const { rates } = await json<{ rates: { validFor: string }[] }>('api.cnb.cz/cnbapi/exrates/daily')
      return [boe.trim().split('\r\n').at(-1)?.slice(0, 2), ecb.split('\n')[1]?.split(',')[6], rates[0]?.validFor]
    }
    expect(await dates(9, 29)).toEqual(['16', '2026-11-17', '2026-11-17'])
    expect(await dates(9, 30)).toEqual(['17', '2026-11-17', '2026-11-17'])
    expect(await dates(13, 30)).toEqual(['17', '2026-11-17', '2026-11-18'])
    expect(await dates(15, 0)).toEqual(['17', '2026-11-18', '2026-11-18'])
  })
})
