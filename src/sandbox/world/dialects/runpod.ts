import { type Dialect, failed, ok } from '../dialect.ts'
import { machinePrice } from '../gpu-prices.ts'
import type { View } from '../view.ts'

/** RunPod's list of models. What a cloud does not have carries a placeholder for a price. */
interface Kind {
  readonly id: string
  readonly name: string
  readonly memory: number
  /** `null`: only placeholders. */
  readonly model: string | null
}

const KINDS: readonly Kind[] = [
  { id: 'NVIDIA A100 80GB PCIe', name: 'A100 PCIe', memory: 80, model: null },
  { id: 'NVIDIA A100-SXM4-80GB', name: 'A100 SXM', memory: 80, model: 'a100_sxm' },
  { id: 'NVIDIA H100 80GB HBM3', name: 'H100 SXM', memory: 80, model: 'h100_sxm' },
  { id: 'NVIDIA H200', name: 'H200 SXM', memory: 141, model: 'h200' },
  { id: 'NVIDIA L40S', name: 'L40S', memory: 48, model: 'l40s' },
  { id: 'NVIDIA GeForce RTX 4090', name: 'RTX 4090', memory: 24, model: 'rtx_4090' },
]

const PLACEHOLDERS = { secureCloud: false, communityCloud: false, securePrice: 0.5, communityPrice: 1 }

const typeOf = (view: View, { id, name, memory, model }: Kind) => ({
  id,
  displayName: name,
  memoryInGb: memory,
  ...(model === null
    ? PLACEHOLDERS
    : {
        secureCloud: true,
        // The community has no H200.
        communityCloud: model !== 'h200',
        securePrice: machinePrice(view, 'runpod', model, 1),
        communityPrice: model === 'h200' ? 0.5 : machinePrice(view, 'community', model, 1),
      }),
  lowestPrice: { minimumBidPrice: null, uninterruptablePrice: null, stockStatus: null },
})

export const runpod: Dialect = {
  provider: 'runpod',
  hosts: ['api.runpod.io'],
  serves: 'gpuTypes over GraphQL',
  answer({ path, method, body }, view) {
    if (path !== '/graphql' || method !== 'POST') return failed(404, { errors: [{ message: 'not found' }] })
    if (!body.includes('gpuTypes')) return ok({ errors: [{ message: 'Cannot query field' }] })
    return ok({ data: { gpuTypes: KINDS.map((kind) => typeOf(view, kind)) } })
  },
}
