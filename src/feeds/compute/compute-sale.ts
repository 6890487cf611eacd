/** What the three sales of prices of GPUs have in common. Five times the cadence of the boards. */
export const COMPUTE_SALE = { catalogue: '/oracle/compute/catalogue', sellableSeconds: 1_500 } as const

/** `all` and `compare` are of so many models at least. */
export const LEAST_GPU_MODELS = 3
