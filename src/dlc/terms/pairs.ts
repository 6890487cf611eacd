import { TICK_SECONDS } from './threshold.ts'

/**
 * The pairs that an event may name, and the feed that resolves each (interface 7.4).
 */
export interface PairSource {
  /** Feed id and subject key, as in the actor id `price/spot/BTC-USD`. */
  readonly feed: 'price/spot' | 'price/vwap' | 'price/metals'
  readonly subject: string
  /** Our own paid path of the same price, lower case. */
  readonly path: string
  /** How often a price of it may resolve or breach, in seconds. */
  readonly everySeconds: number
}

const EVERY_SECONDS: Readonly<Record<PairSource['feed'], number>> = {
  'price/spot': TICK_SECONDS,
  'price/vwap': 15,
  'price/metals': 60,
}

const settledBy = (feed: PairSource['feed'], subject: string): PairSource => {
  const path = `/oracle/price/${subject.toLowerCase().replace('-', '/')}`
  return {
    feed,
    subject,
    path: feed === 'price/vwap' ? `${path}/vwap` : path,
    everySeconds: EVERY_SECONDS[feed],
  }
}

export const DLC_PAIRS = {
  BTCUSD: settledBy('price/spot', 'BTC-USD'),
  BTCUSDVWAP: settledBy('price/vwap', 'BTC-USD'),
  BTCEUR: settledBy('price/spot', 'BTC-EUR'),
  BTCEURVWAP: settledBy('price/vwap', 'BTC-EUR'),
  BTCJPY: settledBy('price/spot', 'BTC-JPY'),
  ETHUSD: settledBy('price/spot', 'ETH-USD'),
  ETHEUR: settledBy('price/spot', 'ETH-EUR'),
  ETHJPY: settledBy('price/spot', 'ETH-JPY'),
  SOLUSD: settledBy('price/spot', 'SOL-USD'),
  SOLEUR: settledBy('price/spot', 'SOL-EUR'),
  SOLJPY: settledBy('price/spot', 'SOL-JPY'),
  XAUUSD: settledBy('price/metals', 'XAU-USD'),
  XAUEUR: settledBy('price/metals', 'XAU-EUR'),
  XAUJPY: settledBy('price/metals', 'XAU-JPY'),
  XRPUSD: settledBy('price/spot', 'XRP-USD'),
  ADAUSD: settledBy('price/spot', 'ADA-USD'),
  DOGEUSD: settledBy('price/spot', 'DOGE-USD'),
} as const

export type DlcPair = keyof typeof DLC_PAIRS

export const DLC_PAIR_NAMES = Object.freeze(Object.keys(DLC_PAIRS)) as readonly DlcPair[]

/** A threshold may name any pair but the VWAPs: a five-minute mean is no level that a price crosses. */
export const THRESHOLD_PAIRS = Object.freeze(DLC_PAIR_NAMES.filter((pair) => DLC_PAIRS[pair].feed !== 'price/vwap'))

/** The actor that concludes the price of a pair. */
export const actorOf = (pair: DlcPair): string => `${DLC_PAIRS[pair].feed}/${DLC_PAIRS[pair].subject}`

/** Whether its market closes: only gold's. Crypto always has a price, even in a cross whose other leg is closed. */
export const rests = (pair: DlcPair): boolean => DLC_PAIRS[pair].feed === 'price/metals'

export const isDlcPair = (name: string): name is DlcPair => Object.hasOwn(DLC_PAIRS, name)

/** The pair that one of our own paths sells. Paths are compared without regard to case, as the router does. */
export const pairOfPath = (path: string): DlcPair | null =>
  DLC_PAIR_NAMES.find((pair) => DLC_PAIRS[pair].path === path.toLowerCase()) ?? null
