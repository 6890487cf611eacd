import { createServer } from 'node:net'

/** Counts connections to the loopback interface, on the port that hostile addresses name. */
export interface Canary {
  readonly heard: number
  /** The address with our port in it. */
  here(url: string): string
  close(): void
}

export const startCanary = async (): Promise<Canary> => {
  let heard = 0
  const server = createServer((socket) => {
    heard++
    socket.destroy()
  })
  await new Promise<void>((ready) => server.listen(0, ready))
  const { port } = server.address() as { port: number }
  return {
    get heard() {
      return heard
    },
    here: (url) => url.replaceAll('PORT', String(port)),
    close: () => void server.close(),
  }
}
