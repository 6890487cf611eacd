import { type Dialect, failed, ok } from '../dialect.ts'
import { machinePrice } from '../gpu-prices.ts'
import type { View } from '../view.ts'

/** Vast.ai: offers of many people, the cheapest of them odd. */
const NAMES: Readonly<Record<string, { readonly model: string; readonly memory: number }>> = {
  'A100 SXM4': { model: 'a100_sxm', memory: 81_920 },
  'H100 SXM': { model: 'h100_sxm', memory: 81_559 },
  H200: { model: 'h200', memory: 143_771 },
  L40S: { model: 'l40s', memory: 46_068 },
  'RTX 4090': { model: 'rtx_4090', memory: 24_564 },
}

/** Above the market, GPUs of the offer, and whether the owner is known. */
const OFFERS: readonly (readonly [more: number, gpus: number, verification: string])[] = [
  [0.35, 1, 'verified'],
  [0.5, 1, 'unverified'],
  [0.9, 2, 'verified'],
  [1, 4, 'verified'],
  [1.1, 1, 'verified'],
  [1.3, 8, 'verified'],
]

const offers = (view: View, name: string) => {
  const kind = NAMES[name]
  if (kind === undefined) return []
  return OFFERS.map(([more, gpus, verification], at) => ({
    id: 42_557_000 + at,
    gpu_name: name,
    num_gpus: gpus,
    gpu_frac: 1,
    gpu_ram: kind.memory,
    gpu_total_ram: kind.memory * gpus,
    dph_base: machinePrice(view, 'vast', kind.model, gpus, more),
    dph_total: machinePrice(view, 'vast', kind.model, gpus, more),
    min_bid: machinePrice(view, 'vast', kind.model, gpus, more * 0.5),
    geolocation: 'Montana, US',
    reliability2: 0.99,
    verification,
    rentable: true,
    rented: false,
    is_bid: false,
  }))
}

const nameIn = (body: string): string => /"gpu_name":\{"eq":"([^"]+)"\}/.exec(body)?.[1] ?? ''

export const vast: Dialect = {
  provider: 'vast',
  hosts: ['console.vast.ai'],
  serves: 'offers of one model on demand',
  answer({ path, method, body }, view) {
    if (path !== '/api/v0/bundles/' || method !== 'POST') return failed(404, { success: false, error: 'not_found' })
    return ok({ offers: offers(view, nameIn(body)) })
  },
}
