/**
 * Many clients at once, in a process of their own: a list of requests as JSON on standard input, what they were answered
 * on standard output. A process may have as many requests open as its environment says when it starts.
 */

export interface CrowdRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface CrowdAnswer {
  /** 0 when there was none. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Orders {
  readonly requests: readonly CrowdRequest[]
  /** Starts so many a second; all at once without it. */
  readonly perSecond?: number
}

const MOST_OPEN = 1_000
/** Longer than a buyer waits for anything here. */
const PATIENCE_MS = 60_000

const ask = async ({ url, headers }: CrowdRequest): Promise<CrowdAnswer> => {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS) })
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  } catch (problem) {
    return { status: 0, headers: {}, body: String(problem) }
  }
}

/** Sends them, and says in their order what came back. */
export const crowd = async (requests: readonly CrowdRequest[], perSecond?: number): Promise<readonly CrowdAnswer[]> => {
  const child = Bun.spawn([process.execPath, import.meta.path], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: String(MOST_OPEN) },
  })
  const orders: Orders = { requests, ...(perSecond !== undefined && { perSecond }) }
  child.stdin.write(JSON.stringify(orders))
  await child.stdin.end()
  return (await new Response(child.stdout).json()) as readonly CrowdAnswer[]
}

if (import.meta.main) {
  const { requests, perSecond } = (await Bun.stdin.json()) as Orders
  const startedAt = Date.now()
  const answers = requests.map(async (request, place) => {
    if (perSecond !== undefined) await Bun.sleep((1000 * place) / perSecond - (Date.now() - startedAt))
    return ask(request)
  })
  await Bun.write(Bun.stdout, JSON.stringify(await Promise.all(answers)))
}
