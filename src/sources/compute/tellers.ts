import { AKASH } from './akash.ts'
import { AZURE } from './azure.ts'
import type { GpuTeller } from './gpu-offer.ts'
import { LAMBDA } from './lambda.ts'
import { RUNPOD } from './runpod.ts'
import { SCALEWAY } from './scaleway.ts'
import { SKYPILOT } from './skypilot.ts'
import { VAST } from './vast.ts'

/** Everybody who is asked for prices of GPUs. */
export const GPU_TELLERS: readonly GpuTeller[] = [AKASH, AZURE, LAMBDA, RUNPOD, SCALEWAY, ...SKYPILOT, VAST]
