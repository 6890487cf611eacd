import { type Dialect, failed, ok } from '../dialect.ts'
import { machinePrice } from '../gpu-prices.ts'
import type { View } from '../view.ts'

/** Lambda, for those with any key. Cents for the whole machine. */
const MACHINES: readonly (readonly [name: string, gpus: number, model: string | null])[] = [
  ['gpu_1x_a100', 1, null],
  ['gpu_8x_a100_80gb_sxm4', 8, 'a100_sxm'],
  ['gpu_8x_h100_sxm', 8, 'h100_sxm'],
]

const typeOf = (view: View, [name, gpus, model]: (typeof MACHINES)[number]) => ({
  instance_type: {
    name,
    price_cents_per_hour: model === null ? 129 : Math.round(100 * machinePrice(view, 'lambda', model, gpus)),
    description: `${gpus}x`,
    specs: { vcpus: 26, memory_gib: 200, storage_gib: 512 },
  },
  regions_with_capacity_available: [{ name: 'us-west-1', description: 'California, USA' }],
})

export const lambda: Dialect = {
  provider: 'lambda',
  hosts: ['cloud.lambda.ai'],
  serves: 'instance types, with any key',
  answer({ path, headers }, view) {
    if (!/^Bearer .+/.test(headers.get('authorization') ?? ''))
      return failed(401, {
        error: { code: 'global/invalid-api-key', message: 'API key was invalid, expired, or deleted.' },
      })
    if (path !== '/api/v1/instance-types') return failed(404, { error: { code: 'global/object-does-not-exist' } })
    return ok({ data: Object.fromEntries(MACHINES.map((one) => [one[0], typeOf(view, one)])) })
  },
}
