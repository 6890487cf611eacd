import { AKASH } from '../../../src/sources/compute/akash.ts'
import { AZURE } from '../../../src/sources/compute/azure.ts'
import { type GpuOffer, type GpuTeller, perGpu } from '../../../src/sources/compute/gpu-offer.ts'
import { LAMBDA } from '../../../src/sources/compute/lambda.ts'
import { RUNPOD } from '../../../src/sources/compute/runpod.ts'
import { SCALEWAY } from '../../../src/sources/compute/scaleway.ts'
import { SKYPILOT } from '../../../src/sources/compute/skypilot.ts'
import { VAST } from '../../../src/sources/compute/vast.ts'
import { elsewhere, gives, type Reading, type Recordings, refused } from './reading.ts'
import { count, first } from './words.ts'

/** Sellers of GPUs, by folder. */

const offer = ({ model, tag, instance, currency, ...price }: GpuOffer): string =>
  `${model} ${tag} ${instance} at ${perGpu({ ...price }).toFixed(4)} ${currency}`
const offers = (read: readonly GpuOffer[]): string =>
  read.length === 0 ? 'no offer' : `${count(read.length, 'offer')}: ${first(read.map(offer))}`

/** The question about one part of a teller's offers. */
const about = ({ questions }: GpuTeller, part: string): Reading =>
  gives(questions.find((question) => question.part === part)!.query, offers)

const [lambdaFile] = SKYPILOT.filter(({ name }) => name === 'skypilot-lambda')

export const COMPUTE: Readonly<Record<string, Recordings>> = {
  akash: { 'gpu-prices': about(AKASH, 'all') },
  azure: { 'retail-prices-westeurope': elsewhere(about(AZURE, 'westeurope'), 'all machines with an H100') },
  lambda: { 'instance-types': about(LAMBDA, 'all') },
  runpod: { 'graphql-gpuTypes': about(RUNPOD, 'all') },
  scaleway: { 'instance-products-fr-par-2': about(SCALEWAY, 'fr-par-2') },
  // Trimmed to a PCIe machine and one of 40 GB, of which neither is priced.
  'skypilot-catalog': { 'lambda-vms-csv': refused(lambdaFile!.questions[0]!.query) },
  vastai: {
    'bundles-search': elsewhere(about(VAST, 'h100_sxm'), 'six rows per model'),
    'bundles-search-multi-gpu': about(VAST, 'h100_sxm'),
  },
}
