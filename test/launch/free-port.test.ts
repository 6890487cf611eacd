import { expect, test } from 'bun:test'
import { freePort, PortTaken, refuseTakenPort } from '../../src/launch/free-port.ts'

test('a port that another instance shares with its own servers is taken; a free one stays free', async () => {
  const port = await freePort()
  const serve = () => Bun.serve({ hostname: '127.0.0.1', port, reusePort: true, fetch: () => new Response('') })
  const other = serve()
  try {
    for (const host of ['127.0.0.1', '0.0.0.0']) {
      const refusal = await refuseTakenPort(host, port, 'Choose another with --port.').catch(
        (problem: unknown) => problem,
      )
      expect(refusal).toBeInstanceOf(PortTaken)
      expect(String(refusal)).toContain(`port ${port} on ${host} is taken. Choose another with --port.`)
    }
  } finally {
    await other.stop(true)
  }
  await refuseTakenPort('127.0.0.1', port, '')
  await serve().stop(true)
  await refuseTakenPort('127.0.0.1', 0, '')
})
