import type { Question } from '../../../src/ports.ts'
import { DATED_VENUES } from '../../../src/sources/dated/dated-venues.ts'
import { DEPTH_VENUES } from '../../../src/sources/depth/venues.ts'
import { VENUES } from '../../../src/sources/exchanges/venues.ts'
import { PERPETUAL_VENUES } from '../../../src/sources/perpetuals/venues.ts'
import { OPTION_VENUES } from '../../../src/sources/options/option-venues.ts'

/** One name for all questions that differ only in instrument, time or number of rows. */

const NAMES = [
  ...[...VENUES, ...DEPTH_VENUES, ...PERPETUAL_VENUES].flatMap(({ symbols }) => Object.values(symbols)),
  ...DATED_VENUES.flatMap(({ assets }) => assets),
  ...OPTION_VENUES.flatMap(({ coins }) => coins),
  'USD',
  'USDT',
  'USDC',
  'XAU',
  'XAG',
  ...['BTC', 'ETH', 'SOL'].flatMap((coin) => [`${coin}USD`, `${coin}-USD`]),
]
const NAME = new RegExp(
  `(?<![A-Za-z0-9])(?:${[...new Set(NAMES)]
    .toSorted((a, b) => b.length - a.length)
    .map(RegExp.escape)
    .join('|')})(?![A-Za-z0-9])`,
  'g',
)

/** Parameters that say how long a bar is. */
const LENGTHS = ['interval', 'bar', 'granularity', 'step', 'period']

/** Parameters that name an instrument, also one that we do not price. */
const INSTRUMENTS = [
  'id',
  'series_id',
  'pair',
  'symbol',
  'symbols',
  'instId',
  'product_code',
  'currency_pair',
  'contract',
  'ticker',
]

/** A parameter whose value is a word chooses what is answered; a number or a list of them says how much. */
const chooses = ([name, value]: readonly [string, string]): boolean =>
  LENGTHS.includes(name) || (/^[A-Za-z]+$/.test(value) && !INSTRUMENTS.includes(name))

/** The number of a ship as a part of a path. */
const SHIP = /(?<=\/)[2-7]\d{8}(?![A-Za-z0-9])/g

const unnamed = (path: string): string => decodeURIComponent(path).replaceAll(NAME, '…').replaceAll(SHIP, '…')

/** The path of an address, without host, parameters and instruments. */
export const placeOf = (url: string): string => unnamed(new URL(url).pathname)

/** What a request asks for, without its host: `/api/v3/klines?interval=1d`. */
export const askedFor = (path: string, body: unknown): string => {
  const [place = '', query = ''] = unnamed(path).split('?')
  const told = [
    ...query.split('&').map((part) => part.split('=')),
    ...Object.entries(body ?? {}).filter(([name]) => name === 'type'),
  ].map(([name = '', value = '']) => [name, String(value)] as const)
  const chosen = told.filter(chooses).map((part) => part.join('='))
  return `${place}${chosen.length > 0 ? `?${chosen.join('&')}` : ''}`
}

/** `binance /api/v3/klines?interval=1d`, `hyperliquid /info?type=fundingHistory`. */
export const endpointOf = ({ provider, path, body }: Question): string =>
  `${provider.name} ${askedFor(path, body === undefined ? null : JSON.parse(body))}`

/** The endpoint of a socket. */
export const socketOf = ({ source, path }: { readonly source: Question['provider']; readonly path: string }): string =>
  `${source.name} ${path.split('?')[0]}`

/** Hosts whose files are of many publishers. */
const SHARED = ['raw.githubusercontent.com']

/** Who is asked at an address: its host, and of a shared one the repository too. */
export const publisherOf = ({ hostname, pathname }: URL): string =>
  SHARED.includes(hostname) ? `${hostname}${pathname.split('/').slice(0, 3).join('/')}` : hostname
