/** How long a failover may take, as docs/installing.md promises it. */

/** After which the other servers take a silent one for dead: `down-after-milliseconds`, `cluster-node-timeout`. */
export const SILENT_MS = 2_000

/** From the death of a primary to the first sale after it. Two and a half times what was measured on a machine at work. */
export const SELLS_AGAIN_MS = 15_000
