/** The GPU models that are priced. Form factors are kept apart: PCIe costs about half of SXM. */

/** The short names, as they stand in paths, bodies and canonical strings. */
export const GPU_MODELS = ['a100_sxm', 'h100_sxm', 'h200', 'l40s', 'rtx_4090'] as const
export type GpuModel = (typeof GPU_MODELS)[number]

/** Names for people. */
export const GPU_NAMES: Readonly<Record<GpuModel, string>> = {
  a100_sxm: 'A100 SXM 80 GB',
  h100_sxm: 'H100 SXM 80 GB',
  h200: 'H200',
  l40s: 'L40S',
  rtx_4090: 'RTX 4090',
}
