/** Waits until a new service can be used, by what its own `/health` says. */

/** The part of `/health` (interface 1.3) that is said at the start. */
export interface ServingHealth {
  readonly sellable: number
  readonly total: number
  readonly rails: readonly {
    readonly rail: string
    readonly open: boolean
    readonly reason: string | null
    readonly warning: string | null
  }[]
  readonly workers: readonly { readonly role: string; readonly working: boolean; readonly reason: string | null }[]
  readonly oracle: { readonly signs: boolean }
}

export interface ServingOptions {
  /** Where the server listens: `http://127.0.0.1:8402`. */
  readonly url: string
  /** A Host that it answers with everything. */
  readonly host: string
  /** How long the first answers and rails are waited for, once it listens. */
  readonly patienceMs: number
  /** Whether the service is being stopped. */
  isLeaving(): boolean
}

const LOOK_EVERY_MS = 250
const LOOK_LIMIT_MS = 5_000

const look = async ({ url, host }: ServingOptions): Promise<ServingHealth | null> => {
  try {
    const response = await fetch(`${url}/health`, { headers: { host }, signal: AbortSignal.timeout(LOOK_LIMIT_MS) })
    return response.status === 200 ? ((await response.json()) as ServingHealth) : null
  } catch {
    return null
  }
}

const serves = ({ sellable, rails, workers, oracle }: ServingHealth): boolean =>
  sellable > 0 && oracle.signs && rails.every(({ open }) => open) && workers.every(({ working }) => working)

/**
 * What it says as soon as everything works that is set up, or when it has had time to; `null` if the service was stopped
 * before that.
 */
export const untilServing = async (options: ServingOptions): Promise<ServingHealth | null> => {
  let listensSince: number | null = null
  while (!options.isLeaving()) {
    const health = await look(options)
    if (health !== null) {
      listensSince ??= performance.now()
      if (serves(health) || performance.now() - listensSince >= options.patienceMs) return health
    }
    await Bun.sleep(LOOK_EVERY_MS)
  }
  return null
}
