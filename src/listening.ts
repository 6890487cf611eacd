/** What HOST means: where a process listens, and what its addresses are called. Every room may import it. */

/** The shortest Host the router reads correctly (found by trying; see test/http/app/gate.test.ts). */
export const SHORTEST_HOST = 4

/** What lets another machine read the metrics. */
export const METRICS_TOKEN_FORM = '32 to 200 characters without blanks'

/** As it stands in a URL: IPv6 in brackets. */
export const inAddress = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** One spelling for each address, as in a Host header of every browser: `::0` is `[::]`, `127.1` is `127.0.0.1`. */
export const spelledHost = (host: string): string => {
  const address = `http://${inAddress(host)}`
  return URL.canParse(address) ? new URL(address).hostname : host.toLowerCase()
}

const WILDCARDS: readonly string[] = ['0.0.0.0', '[::]']

/** Whether it listens on every address of the machine. */
export const listensEverywhere = (host: string): boolean => WILDCARDS.includes(spelledHost(host))

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether what stands in a Host header is a name of loopback: as it is written, since anybody may have written it. */
export const isLoopbackName = (name: string): boolean => LOOPBACK.test(name)

/** Whether only this machine reaches what listens there. */
export const isLoopback = (host: string): boolean => isLoopbackName(spelledHost(host))

/** Whether it is a name, which may lead to any address of the machine. */
export const isName = (host: string): boolean => !host.includes(':') && !/^[\d.]+$/.test(spelledHost(host))

/** An address that reaches what listens on `host`, from this machine. */
export const localAddress = (host: string): string => (listensEverywhere(host) ? '127.0.0.1' : host)

/**
 * Where the port for operators listens. What shows more than metrics is for this machine alone, so that it is reached under
 * loopback too where it listens on another address.
 */
export const adminAddresses = (host: string): readonly [string, ...string[]] =>
  isLoopback(host) || listensEverywhere(host) ? [host] : ['127.0.0.1', host]

/** Why the port for operators must not be opened with these settings, in one sentence; `null` if it may. */
export const adminFault = (settings: {
  readonly ADMIN_HOST: string
  readonly METRICS_TOKEN?: string
}): string | null =>
  isLoopback(settings.ADMIN_HOST) || settings.METRICS_TOKEN !== undefined
    ? null
    : `ADMIN_HOST is ${JSON.stringify(settings.ADMIN_HOST)}, where other machines reach it: set METRICS_TOKEN to ${METRICS_TOKEN_FORM}, or leave ADMIN_HOST at 127.0.0.1.`

/** The address that offers and documents name, without a slash at its end. */
export const publicUrlOf = (settings: {
  readonly PUBLIC_URL?: string
  readonly HOST: string
  readonly PORT: number
}): string => {
  const { PUBLIC_URL, HOST, PORT } = settings
  const name = listensEverywhere(HOST) || isLoopback(HOST) ? 'localhost' : spelledHost(HOST)
  return (PUBLIC_URL ?? `http://${name}:${PORT}`).replace(/\/+$/, '')
}
