/** What HOST means: where a process listens, and what its addresses are called. Every room may import it. */

const WILDCARDS: readonly string[] = ['0.0.0.0', '::']

/** Whether it listens on every address of the machine. */
export const listensEverywhere = (host: string): boolean => WILDCARDS.includes(host)

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

/** Whether only this machine reaches it. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/** An address that reaches what listens on `host`, from this machine. */
export const localAddress = (host: string): string => (listensEverywhere(host) ? '127.0.0.1' : host)

/** As it stands in a URL: IPv6 in brackets. */
export const inAddress = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** The address that offers and documents name, without a slash at its end. */
export const publicUrlOf = (settings: {
  readonly PUBLIC_URL?: string
  readonly HOST: string
  readonly PORT: number
}): string => {
  const { PUBLIC_URL, HOST, PORT } = settings
  const name = listensEverywhere(HOST) || isLoopback(HOST) ? 'localhost' : inAddress(HOST)
  return (PUBLIC_URL ?? `http://${name}:${PORT}`).replace(/\/+$/, '')
}
