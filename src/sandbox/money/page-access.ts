import { pathOf } from './wire.ts'

/**
 * What pages of a demonstration may ask from another origin (CORS): a faucet, a balance and a payer. Faults of the sandbox
 * stay for scripts.
 */
const FOR_PAGES = /^(?:\/chain\/fund|\/chain\/balance\/[^/]+|\/lightning\/pay)$/

const ALLOWED = { 'access-control-allow-origin': '*' } as const

const PREFLIGHT = {
  ...ALLOWED,
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '600',
} as const

/** The same answers, readable by pages where they may read them. */
export const openToPages =
  (handle: (request: Request) => Promise<Response | null>) =>
  async (request: Request): Promise<Response | null> => {
    if (!FOR_PAGES.test(pathOf(request))) return handle(request)
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: PREFLIGHT })
    const response = await handle(request)
    for (const [name, value] of Object.entries(ALLOWED)) response?.headers.set(name, value)
    return response
  }
