import type { GpuState } from '../../../src/feeds/boards/gpu-boards.ts'
import type { GpuPrice } from '../../../src/feeds/compute/gpu-prices.ts'
import type { KeptOffer } from '../../../src/feeds/compute/kept-offers.ts'
import type { Earlier } from '../../../src/feeds/feed.ts'
import type { GpuModel } from '../../../src/sources/compute/gpu-models.ts'
import { OPEN } from './market.ts'

/** What tellers of GPU prices last said, as boards that a conclusion reads. */

/** `per GPU` dollars by teller and model; a market where the teller is one. */
export type Told = Readonly<Record<string, Readonly<Partial<Record<GpuModel, number>>>>>

const MARKETS = ['vast', 'akash']

export const offer = (teller: string, model: GpuModel, usd: number, more: Partial<KeptOffer> = {}): KeptOffer => ({
  seller: teller.replace('skypilot-', ''),
  model,
  instance: `${teller} machine`,
  region: null,
  gpus: 8,
  price: String(usd * 8),
  currency: 'USD',
  tag: MARKETS.includes(teller) ? 'market' : 'on_demand',
  seenAt: OPEN - 60_000,
  ...more,
})

/** One price in dollars, as the guards see it. */
export const gpuPrice = (provider: string, usd: number, more: Partial<GpuPrice> = {}): GpuPrice => ({
  provider,
  source: provider,
  usd,
  instance: 'x',
  region: null,
  gpus: 1,
  tag: 'on_demand',
  at: OPEN,
  isHeld: false,
  ...more,
})

export const boardsOf = (told: Readonly<Record<string, readonly KeptOffer[]>>): Map<string, unknown> =>
  new Map(
    Object.entries(told).map(([teller, offers]) => [`gpu/${teller}`, { parts: { all: offers } } satisfies GpuState]),
  )

export const toldBy = (told: Told): Map<string, unknown> =>
  boardsOf(
    Object.fromEntries(
      Object.entries(told).map(([teller, models]) => [
        teller,
        Object.entries(models).map(([model, usd]) => offer(teller, model as GpuModel, usd)),
      ]),
    ),
  )

/** Dollars per euro as the exchange rate is published. */
export const euroAt = (value: number, at = OPEN - 60_000): Readonly<Record<string, Earlier>> => ({
  'price/fx/EUR-USD': {
    timestamp: Math.floor(at / 1_000),
    content: {},
    carry: { value, observedAt: at, sources: ['kraken'], confidence: 1 },
  },
})
