import type { View } from './view.ts'

/** What an hour of a GPU costs in the simulation: the level of its model, and above it what each seller asks. */

/** How much more than the level a seller asks. The level is what the cheapest asks for its own machines. */
const ASKED: Readonly<Record<string, number>> = {
  runpod: 1,
  nebius: 1.04,
  lambda: 1.1,
  scaleway: 1.18,
  oci: 1.6,
  aws: 1.75,
  azure: 1.9,
  community: 0.85,
  akash: 0.9,
  vast: 0.8,
}

/**
 * Dollars per hour of a machine with so many GPUs, as its seller prints it.
 *
 * @param more a factor of its own: other regions, other sizes
 */
export const machinePrice = (view: View, seller: string, model: string, gpus: number, more = 1): number =>
  Number((view.level(`gpu.${model}`) * (ASKED[seller] ?? 1) * more * gpus * view.lie).toFixed(3))
