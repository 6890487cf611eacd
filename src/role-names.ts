/** What a worker can be started as (`ROLES`), in the order in which it starts them. */
export const WORKER_ROLES = ['settler', 'publisher', 'signer', 'courier', 'bookkeeper'] as const
export type WorkerRole = (typeof WORKER_ROLES)[number]

/** What processes do for the service. A server does one thing. */
export const ROLE_NAMES = [...WORKER_ROLES, 'server'] as const
export type RoleName = (typeof ROLE_NAMES)[number]
