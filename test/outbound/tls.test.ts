import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { createServer as createTcpServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve as resolvePath } from 'node:path'
import { createVisitor, type Visit } from '../../src/outbound/visit.ts'
import { systemClock } from '../../src/system/clock.ts'

/** Certificates are checked against the name that the customer wrote, not against where it led. */

const folder = mkdtempSync(join(tmpdir(), 'claros-tls-'))
const key = join(folder, 'key.pem')
const cert = join(folder, 'cert.pem')
let ca = ''
let port = 0
let proxyPort = 0
let requests = 0
let proxied = 0
let server: Server
const proxy = createTcpServer((socket) => {
  proxied++
  socket.destroy()
})

const started = async (each: Server): Promise<number> => {
  await new Promise<void>((ready) => each.listen(0, '127.0.0.1', ready))
  return (each.address() as { port: number }).port
}

beforeAll(async () => {
  const subject = ['-subj', '/CN=hooks.example.com', '-addext', 'subjectAltName=DNS:hooks.example.com']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const made = Bun.spawnSync(['openssl', 'req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert])
  if (made.exitCode !== 0) throw new Error(`openssl: ${made.stderr.toString()}`)
  ca = readFileSync(cert, 'utf8')
  server = createServer({ key: readFileSync(key), cert: ca }, (_request, response) => {
    requests++
    response.end('secret')
  })
  port = await started(server)
  proxyPort = await started(proxy)
})
afterAll(() => {
  server.close()
  proxy.close()
  rmSync(folder, { recursive: true })
})

const visit = (host: string, trusted: { readonly ca?: string }): Promise<Visit> =>
  createVisitor({
    allow: [`${host}:${port}`],
    clock: systemClock,
    resolve: async () => ['127.0.0.1'],
    ...trusted,
  }).visit({ url: `https://${host}:${port}/`, method: 'GET', timeLimitMs: 60_000, maxBytes: 100 })

/** The same visit in a process of its own, since some variables are read only when one starts. */
const visitUnder = async (env: Readonly<Record<string, string>>, trusted: string): Promise<string> => {
  const from = (path: string) => JSON.stringify(resolvePath(import.meta.dir, '../../src', path))
  const script = `
    const { createVisitor } = await import(${from('outbound/visit.ts')})
    const { systemClock } = await import(${from('system/clock.ts')})
    const options = { allow: ['hooks.example.com:${port}'], clock: systemClock, resolve: async () => ['127.0.0.1'] }
    const visitor = createVisitor({ ...options, ${trusted} })
    const url = 'https://hooks.example.com:${port}/'
    console.log((await visitor.visit({ url, method: 'GET', timeLimitMs: 60_000, maxBytes: 100 })).kind)`
  const child = Bun.spawn([process.execPath, '-e', script], { env: { ...process.env, ...env }, stderr: 'ignore' })
  return (await new Response(child.stdout).text()).trim()
}

describe('certificates', () => {
  test('the right name under a trusted authority is accepted', async () => {
    expect(await visit('hooks.example.com', { ca })).toMatchObject({ kind: 'answered', status: 200, body: 'secret' })
  })

  test('an unknown authority, a wrong name and a bare address are refused before a request is sent', async () => {
    const before = requests
    expect(await visit('hooks.example.com', {})).toEqual({ kind: 'unreachable' })
    expect(await visit('other.example.com', { ca })).toEqual({ kind: 'unreachable' })
    expect(await visit('127.0.0.1', { ca })).toEqual({ kind: 'unreachable' })
    expect(requests).toBe(before)
  })

  test('NODE_TLS_REJECT_UNAUTHORIZED in the environment changes nothing', async () => {
    const before = requests
    expect(await visitUnder({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, '')).toBe('unreachable')
    expect(requests).toBe(before)
  })
})

test('a proxy in the environment is not used', async () => {
  const address = `http://127.0.0.1:${proxyPort}`
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
  const env = { ...Object.fromEntries(names.map((name) => [name, address])), NODE_USE_ENV_PROXY: '1', NO_PROXY: '' }
  expect(await visitUnder(env, `ca: ${JSON.stringify(ca)}`)).toBe('answered')
  expect(proxied).toBe(0)
  // The variables do mean something to this runtime.
  const script = "await fetch('http://hooks.example.com/').catch(() => 0)"
  await Bun.spawn([process.execPath, '-e', script], { env: { ...process.env, ...env } }).exited
  expect(proxied).toBeGreaterThan(0)
})
