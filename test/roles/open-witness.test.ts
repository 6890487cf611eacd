import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { existsSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { RolledBack, WitnessAway } from '../../src/actors/dlc/witness.ts'
import { readConfig, WorkerConfig } from '../../src/config.ts'
import { witnessOf } from '../../src/roles/open-witness.ts'
import { systemClock } from '../../src/system/clock.ts'
import { ORACLE, ROOT } from '../support/actors/dlc/oracle-parts.ts'
import { testFolder } from '../support/test-folder.ts'

/** A witness at an address: conditions, certificates, and answers of all kinds. */

const { folder, remove } = testFolder()
const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
let ca = ''
let server: Server
let port = 0

/** What lies there. */
let lies: { text: string; tag: number } | null
let answer: ((request: IncomingMessage, response: ServerResponse) => boolean) | null
let asked: string[]

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await bodyOf(request)
  const { 'if-match': match, 'if-none-match': none } = request.headers
  asked.push([request.method, match ?? none].filter(Boolean).join(' '))
  if (answer?.(request, response)) return
  if (request.method === 'GET' && !lies) return void response.writeHead(404).end()
  if (request.method === 'GET') return void response.writeHead(200, { etag: `"${lies!.tag}"` }).end(lies!.text)
  const holds = none === '*' ? lies === null : match === `"${lies?.tag}"`
  if (!holds) return void response.writeHead(412).end()
  lies = { text: body, tag: (lies?.tag ?? 0) + 1 }
  response.writeHead(204, { etag: `"${lies.tag}"` }).end()
}

beforeAll(async () => {
  const subject = ['-subj', '/CN=witness', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const made = Bun.spawnSync(['openssl', 'req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert])
  if (made.exitCode !== 0) throw new Error(`openssl: ${made.stderr.toString()}`)
  ca = readFileSync(cert, 'utf8')
  server = createServer({ key: readFileSync(key), cert: ca }, (request, response) => void handle(request, response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  port = (server.address() as { port: number }).port
})
afterAll(() => {
  server.close()
  remove()
})
beforeEach(() => {
  lies = null
  answer = null
  asked = []
})
afterEach(() => void (answer = null))

const OWNER = { oracle: ORACLE, nonceRoot: ROOT, holder: 'one', clock: systemClock }
const end = (line: number) => ({ line, hash: 'a'.repeat(64) })
const at = (more: { readonly ca?: string } = { ca }, host = '127.0.0.1') =>
  witnessOf({ ORACLE_WITNESS: `https://${host}:${port}/head`, ORACLE_DIR: folder }, { ...OWNER, ...more })!

test('a head is put under a condition, and read again', async () => {
  const witness = at()
  expect(await witness.read()).toBeNull()
  for (const line of [1, 2]) await witness.advance(end(line))
  expect(asked).toEqual(['GET', 'PUT *', 'PUT "1"'])
  expect(await at().read()).toEqual(end(2))
})

test('another signer that was faster is found out, and nothing of his is replaced', async () => {
  const [one, two] = [at(), at()]
  await Promise.all([one.read(), two.read()])
  await one.advance(end(1))
  await expect(two.advance(end(9))).rejects.toThrow(RolledBack)
  expect(await at().read()).toEqual(end(1))
})

test('a certificate that nobody vouches for, or that is for another name, is no witness', async () => {
  await expect(at({}).read()).rejects.toThrow(WitnessAway)
  await expect(at({ ca }, 'localhost').read()).rejects.toThrow(WitnessAway)
  expect(asked).toEqual([])
})

const ANSWERS: readonly (readonly [string, (response: ServerResponse) => unknown])[] = [
  ['500', (response) => response.writeHead(500).end()],
  ['a redirect', (response) => response.writeHead(307, { location: '/elsewhere' }).end()],
  ['no ETag', (response) => response.writeHead(200).end('{}')],
  ['a weak ETag', (response) => response.writeHead(200, { etag: 'W/"1"' }).end('{}')],
  ['more than a head', (response) => response.writeHead(200, { etag: '"1"' }).end('x'.repeat(10_000))],
  ['nothing', (response) => response.destroy()],
]
test.each(ANSWERS)('%s is taken for a witness that is away', async (_name, give) => {
  const witness = at()
  await witness.read()
  answer = (_request, response) => {
    give(response)
    return true
  }
  await expect(witness.read()).rejects.toThrow(WitnessAway)
  expect(witness.isAway()).toBe(true)
  answer = null
  await witness.read()
  await witness.advance(end(1))
  expect(witness.isAway()).toBe(false)
})

test('a server that sends no ETag with its answer to PUT is asked for it', async () => {
  answer = (request, response) => {
    if (request.method !== 'PUT') return false
    response.writeHead(200).end()
    return true
  }
  const witness = at()
  await witness.read()
  // It says yes, and keeps nothing.
  await expect(witness.advance(end(1))).rejects.toThrow(WitnessAway)
  expect(asked).toEqual(['GET', 'PUT *', 'GET', 'GET'])
})

test('where it lies: beside the data folder when nothing is said, and nowhere when none is wanted', async () => {
  const ORACLE_DIR = join(folder, 'data', 'dlc')
  const witness = witnessOf({ ORACLE_DIR }, OWNER)!
  expect(await witness.read()).toBeNull()
  await witness.advance(end(1))
  expect(existsSync(join(folder, 'data'))).toBe(false)
  expect(statSync(join(folder, 'data.witness')).mode & 0o777).toBe(0o700)
  expect(witnessOf({ ORACLE_WITNESS: 'none', ORACLE_DIR }, OWNER)).toBeNull()
  // A volume that is named and not there is not made in its place.
  const named = witnessOf({ ORACLE_WITNESS: join(folder, 'volume'), ORACLE_DIR }, OWNER)!
  await expect(named.read()).rejects.toThrow(WitnessAway)
  expect(existsSync(join(folder, 'volume'))).toBe(false)
  expect(() => readConfig(WorkerConfig, { ORACLE_WITNESS: 'http://10.0.0.1/head' })).toThrow('ORACLE_WITNESS')
})
