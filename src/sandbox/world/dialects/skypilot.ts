import { type Dialect, textual } from '../dialect.ts'
import { machinePrice } from '../gpu-prices.ts'
import type { View } from '../view.ts'

/** SkyPilot's catalogue: a file of comma-separated values for each cloud, with columns in an order of its own. */
interface Machine {
  readonly name: string
  readonly accelerator: string
  readonly gpus: number
  /** `null`: a machine of a model that the world has no level of, with this price. */
  readonly model: string | null
  readonly price?: number
}

const machine = (name: string, accelerator: string, gpus: number, model: string | null, price?: number): Machine => ({
  name,
  accelerator,
  gpus,
  model,
  ...(price !== undefined && { price }),
})

interface Cloud {
  readonly columns: string
  readonly regions: readonly string[]
  readonly machines: readonly Machine[]
}

const CLOUDS: Readonly<Record<string, Cloud>> = {
  aws: {
    columns:
      'InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone',
    regions: ['us-east-1', 'eu-west-1', 'ap-northeast-1'],
    machines: [
      machine('m7i.large', '', 0, null, 0.1008),
      machine('p4d.24xlarge', 'A100', 8, null, 21.96),
      machine('p4de.24xlarge', 'A100-80GB', 8, 'a100_sxm'),
      machine('p5.48xlarge', 'H100', 8, 'h100_sxm'),
      machine('p5en.48xlarge', 'H200', 8, 'h200'),
      machine('g6e.12xlarge', 'L40S', 4, 'l40s'),
    ],
  },
  lambda: {
    columns: 'InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice',
    regions: ['us-east-1', 'europe-central-1', 'asia-south-1'],
    machines: [
      machine('cpu_4x_general', '', 0, null, 0.2),
      machine('gpu_1x_h100_pcie', 'H100', 1, null, 1.2),
      machine('gpu_8x_a100', 'A100', 8, null, 4.4),
      machine('gpu_8x_a100_80gb_sxm4', 'A100-80GB', 8, 'a100_sxm'),
      machine('gpu_8x_h100_sxm5', 'H100', 8, 'h100_sxm'),
    ],
  },
  nebius: {
    columns: 'InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice',
    regions: ['eu-north1', 'us-central1'],
    machines: [
      machine('cpu-d3_4vcpu-16gb', '', 0, null, 0.0992),
      machine('gpu-h100-sxm_8gpu-128vcpu-1600gb', 'H100', 8, 'h100_sxm'),
      machine('gpu-h200-sxm_8gpu-128vcpu-1600gb', 'H200', 8, 'h200'),
      machine('gpu-l40s-a_1gpu-8vcpu-32gb', 'L40S', 1, 'l40s'),
    ],
  },
  oci: {
    columns:
      'InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone',
    regions: ['us-ashburn-1', 'eu-frankfurt-1', 'af-johannesburg-1'],
    machines: [
      machine('BM.GPU4.8', 'A100', 8, null, 24.4),
      machine('BM.GPU.A100-v2.8', 'A100-80GB', 8, 'a100_sxm'),
      machine('BM.GPU.H100.8', 'H100', 8, 'h100_sxm'),
      machine('BM.GPU.H200.8', 'H200', 8, 'h200'),
      machine('BM.GPU.L40S.4', 'L40S', 4, 'l40s'),
    ],
  },
}

const quotedInfo = ({ accelerator, gpus }: Machine): string =>
  gpus === 0 ? '' : `"{'Gpus': [{'Name': '${accelerator}', 'Manufacturer': 'NVIDIA', 'Count': ${gpus}.0}]}"`

const row = (view: View, cloud: string, columns: readonly string[], region: string, one: Machine): string => {
  const price = one.model === null ? one.price! : machinePrice(view, cloud, one.model, one.gpus)
  const cells: Readonly<Record<string, string>> = {
    InstanceType: one.name,
    AcceleratorName: one.accelerator,
    AcceleratorCount: one.gpus === 0 ? '' : `${one.gpus}.0`,
    vCPUs: '16.0',
    MemoryGiB: '128.0',
    GpuInfo: quotedInfo(one),
    Price: String(price),
    // Below the price by more than half: whoever reads this column sells a bargain that nobody can rely on.
    SpotPrice: one.gpus === 0 ? '' : (price * 0.4).toFixed(4),
    Region: region,
    AvailabilityZone: `${region}-a`,
  }
  return columns.map((name) => cells[name] ?? '').join(',')
}

export const skypilot: Dialect = {
  provider: 'skypilot',
  hosts: ['raw.githubusercontent.com'],
  below: '/skypilot-org/',
  serves: 'the catalogues of AWS, Lambda, Nebius and OCI',
  answer({ path }, view) {
    const name = /^\/skypilot-org\/skypilot-catalog\/master\/catalogs\/v8\/(\w+)\/vms\.csv$/.exec(path)?.[1] ?? ''
    const cloud = CLOUDS[name]
    if (cloud === undefined) return textual('text/plain; charset=utf-8', '404: Not Found', 404)
    const columns = cloud.columns.split(',')
    const rows = cloud.regions.flatMap((region) => cloud.machines.map((one) => row(view, name, columns, region, one)))
    return textual('text/plain; charset=utf-8', `${[cloud.columns, ...rows].join('\n')}\n`)
  },
}
