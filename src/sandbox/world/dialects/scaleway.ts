import { type Dialect, failed, ok } from '../dialect.ts'
import { machinePrice } from '../gpu-prices.ts'
import type { View } from '../view.ts'

/** Scaleway's products of one zone, in euros. */
const MACHINES: readonly (readonly [name: string, gpus: number, model: string])[] = [
  ['H100-SXM-2-80G', 2, 'h100_sxm'],
  ['H100-SXM-8-80G', 8, 'h100_sxm'],
  ['L40S-1-48G', 1, 'l40s'],
  ['L40S-4-48G', 4, 'l40s'],
]

const server = (gpu: number | null, hourly_price: number | null) => ({
  gpu,
  hourly_price,
  arch: 'x86_64',
  ncpus: 32,
  ram: 256_000_000_000,
})

const inEuros = (view: View, model: string, gpus: number): number =>
  Number((machinePrice(view, 'scaleway', model, gpus) / view.dollars('EUR')).toFixed(4))

export const scaleway: Dialect = {
  provider: 'scaleway',
  hosts: ['api.scaleway.com'],
  serves: 'products of the zone fr-par-2, in euros',
  answer({ path }, view) {
    if (path !== '/instance/v1/zones/fr-par-2/products/servers')
      return failed(404, { type: 'not_found', message: 'resource is not found' })
    return ok({
      servers: {
        'DEV1-S': server(null, 0.02),
        'H100-1-80G': server(1, 1.1),
        'H100-4-80G': server(4, null),
        ...Object.fromEntries(MACHINES.map(([name, gpus, model]) => [name, server(gpus, inEuros(view, model, gpus))])),
      },
    })
  },
}
