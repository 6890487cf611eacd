import { type Dialect, failed, ok } from '../dialect.ts'
import { machinePrice } from '../gpu-prices.ts'
import type { View } from '../view.ts'

/** Akash's console: for each model and form factor what its providers ask. */
const KINDS: readonly (readonly [model: string, ram: string, socket: string, level: string | null])[] = [
  ['a100', '80Gi', 'SXM4', 'a100_sxm'],
  ['a100', '40Gi', 'PCIe', null],
  ['h100', '80Gi', 'SXM5', 'h100_sxm'],
  ['rtx4090', '24Gi', 'PCIe', 'rtx_4090'],
]

const kind = (view: View, [model, ram, socket, level]: (typeof KINDS)[number]) => {
  const med = level === null ? 0 : machinePrice(view, 'akash', level, 1)
  return {
    vendor: 'nvidia',
    model,
    ram,
    interface: socket,
    availability: { total: 48, available: level === null ? 0 : 6 },
    providerAvailability: { total: 4, available: level === null ? 0 : 3 },
    // Nobody has one: no price.
    price:
      level === null
        ? null
        : { currency: 'USD', min: med * 0.7, max: med * 1.3, avg: med * 1.02, weightedAverage: med * 0.95, med },
  }
}

export const akash: Dialect = {
  provider: 'akash',
  hosts: ['console-api.akash.network'],
  serves: 'gpu-prices',
  answer({ path }, view) {
    if (path !== '/v1/gpu-prices') return failed(404, { error: 'NotFoundError', message: 'Not Found' })
    return ok({ availability: { total: 248, available: 117 }, models: KINDS.map((one) => kind(view, one)) })
  },
}
