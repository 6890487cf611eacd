import { expect, test } from 'bun:test'
import { freePorts, PortTaken, refuseTakenPort } from '../../src/launch/free-port.ts'
import { freePort } from '../support/free-port.ts'
import { systemRandom } from '../../src/system/random.ts'

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

test('an address that this machine does not have is refused before anything is started', async () => {
  const refusal = await refuseTakenPort('192.0.2.1', 8402, '').catch((problem: unknown) => problem)
  expect(refusal).toBeInstanceOf(PortTaken)
  expect(String(refusal)).toContain('port 8402 on 192.0.2.1 cannot be used: this machine has no such address.')
})

test('ports are given in one go and differ; none is one that an outgoing connection may take first', async () => {
  const ports = Object.values(await freePorts(systemRandom, ...Array.from({ length: 300 }, (_, at) => `p${at}`)))
  expect(new Set(ports).size).toBe(300)
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(20_000)
    expect(port).toBeLessThan(32_768)
  }
  for (const port of ports) await refuseTakenPort('127.0.0.1', port, '')
})
