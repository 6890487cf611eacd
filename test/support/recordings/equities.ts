import { cboeHistory } from '../../../src/sources/equities/cboe.ts'
import type { MarketDay, MarketSymbol } from '../../../src/sources/equities/market-day.ts'
import { copperFuture, yahooChart } from '../../../src/sources/equities/yahoo.ts'
import { changed, gives, type Reading, type Recordings, refused, unasked } from './reading.ts'
import { metal } from './say-prices.ts'
import { count } from './words.ts'

/** Tellers of equities, by folder. */

const days = (read: readonly MarketDay[]): string =>
  `${count(read.length, 'day')}, the last ${read.at(-1)!.close} of ${read.at(-1)!.date}`
const history = (symbol: MarketSymbol): Reading => gives(cboeHistory(symbol), days)

/** A chart of another symbol, read as one of HYG. */
const chart = (symbol: string): Reading =>
  changed(
    gives(yahooChart('HYG'), ({ level, days: told }) => `${level.value}, ${days(told)}`),
    'about another symbol',
    (body) => body.replace(`"${symbol}"`, '"HYG"'),
  )

export const EQUITIES: Readonly<Record<string, Recordings>> = {
  cboe: {
    'delayed-quotes-options-spx': unasked('options of the S&P 500'),
    'vix-history-csv': history('VIX'),
    'vix3m-history-csv': unasked('closes of VIX3M'),
    'vix9d-history-csv': history('VIX9D'),
    // Wrong rows of 2006 stand among the last of this shortened file.
    'vvix-history-csv': changed(history('VVIX'), 'without its rows of 2006', (body) =>
      body
        .split('\n')
        .filter((line) => !line.includes('/2006'))
        .join('\n'),
    ),
  },
  yahoo: {
    'chart-empty-window': refused(yahooChart('HYG')),
    'chart-eurusd=x': chart('EURUSD=X'),
    'chart-gc=f': [
      chart('GC=F'),
      changed(gives(copperFuture, metal), 'about another metal', (body) => body.replace('"GC=F"', '"HG=F"')),
    ],
    'quote-index-vxapl': unasked('quotes of many symbols, which need a cookie'),
  },
}
