import { describe, expect, test } from 'bun:test'
import { CORS } from '../../src/http/wire/headers.ts'
import { HOST, rawRequest, SPOT, fileShop } from '../support/shop.ts'

/** A body over the limit is told so in the one shape, whatever carries it, and one far beyond is cut off. */

const LIMIT = 65_536
const CREATE = '/dlc/oracle/enum'

const shop = await fileShop()
await shop.publish('btc/usd')

const headOf = (method: string, path: string, ...fields: readonly string[]): string =>
  [`${method} ${path} HTTP/1.1`, `Host: ${HOST}`, 'Content-Type: application/json', ...fields, '', ''].join('\r\n')

interface Heard {
  readonly text: string
  /** Bytes of the body that the other end or its system took. */
  readonly sent: number
}

/** Writes until the other end hangs up; `pieces` of 64 KiB at most. */
const pour = async (head: string, piece: string, pieces: number): Promise<Heard> => {
  const { promise, resolve } = Promise.withResolvers<Heard>()
  const bytes = Buffer.from(head + piece)
  let text = ''
  let sent = 0
  let left = pieces
  let rest: Uint8Array = bytes
  const late = setTimeout(() => resolve({ text: `${text} (never hung up)`, sent }), 20_000)
  const pump = (socket: { write(data: Uint8Array): number }) => {
    while (left > 0) {
      const wrote = socket.write(rest)
      if (wrote <= 0) return
      sent += wrote
      rest = rest.subarray(wrote)
      if (rest.length > 0) return
      left--
      rest = Buffer.from(piece)
    }
  }
  await Bun.connect({
    hostname: '127.0.0.1',
    port: shop.listening.port,
    socket: {
      open: pump,
      drain: pump,
      data: (_socket, data) => void (text += data.toString('latin1')),
      close: () => resolve({ text, sent }),
      error: () => resolve({ text, sent }),
    },
  })
  return promise.finally(() => clearTimeout(late))
}

const expectTooLarge = (text: string): void => {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  expect(head).toStartWith('HTTP/1.1 413 ')
  const fields = head.toLowerCase()
  expect(fields).toContain(`access-control-allow-origin: ${CORS['access-control-allow-origin']}`)
  expect(fields).toContain('content-type: application/json')
  expect(JSON.parse(body)).toMatchObject({
    error: 'payload_too_large',
    message: expect.stringContaining(String(LIMIT)),
    docs: 'https://oracle.example/llms.txt',
    details: [],
  })
}

const PIECE = 'x'.repeat(65_536)
const CHUNK = `10000\r\n${PIECE}\r\n`
const FAR_BEYOND = 1_000_000_000

describe('a body over the limit', () => {
  test.each([
    ['POST', CREATE],
    ['POST', `${CREATE}/preview`],
    ['DELETE', '/dlc/oracle/threshold/BTCUSD-ABOVE-1-1'],
    ['GET', SPOT],
    ['POST', '/nowhere'],
  ])('%s %s: is refused by the length it names', async (method, path) => {
    const text = await rawRequest(
      shop.listening.port,
      `${headOf(method, path, `Content-Length: ${LIMIT + 1}`, 'Connection: close')}${PIECE}x`,
    )
    expectTooLarge(text)
  })

  test.each([
    ['POST', CREATE],
    ['POST', `${CREATE}/preview`],
    ['DELETE', '/dlc/oracle/threshold/BTCUSD-ABOVE-1-1'],
  ])('%s %s: is refused where it gets too long without naming a length', async (method, path) => {
    const chunked = headOf(method, path, 'Transfer-Encoding: chunked')
    expectTooLarge(await rawRequest(shop.listening.port, `${chunked}${CHUNK}1\r\nx\r\n0\r\n\r\n`))
  })

  test('does not cost its sender the connection: the answer would be lost with it', async () => {
    const long = `${headOf('POST', CREATE, `Content-Length: ${LIMIT + 1}`)}${PIECE}x`
    const text = await rawRequest(shop.listening.port, long + headOf('GET', SPOT, 'Connection: close'))
    expectTooLarge(text.slice(0, text.indexOf('HTTP/1.1 402 ')))
  })

  test('can be read by a browser', async () => {
    const response = await fetch(shop.url + CREATE, { method: 'POST', body: 'x'.repeat(1_000_000) })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([413, '*'])
    expect(await response.json()).toMatchObject({ error: 'payload_too_large' })
  })

  test('a body of the limit is not', async () => {
    const whole = `${headOf('POST', CREATE, `Content-Length: ${LIMIT}`, 'Connection: close')}${PIECE}`
    expect(await rawRequest(shop.listening.port, whole)).toStartWith('HTTP/1.1 400 ')
    const chunked = headOf('POST', CREATE, 'Transfer-Encoding: chunked')
    expect(await rawRequest(shop.listening.port, `${chunked}${CHUNK}0\r\n\r\n`)).toStartWith('HTTP/1.1 400 ')
  })
})

describe('a body far beyond the limit is cut off', () => {
  /** What systems buffer between two sockets, with room to spare; what is announced is some ten times that. */
  const BUFFERED = 100_000_000

  test.each([
    ['POST', CREATE],
    ['GET', SPOT],
    ['OPTIONS', SPOT],
    ['GET', '/nowhere'],
  ])('%s %s, of announced length', async (method, path) => {
    const { text, sent } = await pour(headOf(method, path, `Content-Length: ${FAR_BEYOND}`), PIECE, 15_000)
    if (method === 'OPTIONS') expect(text).toStartWith('HTTP/1.1 204 ')
    else expectTooLarge(text)
    expect(text.toLowerCase()).toContain('connection: close')
    expect(sent).toBeLessThan(BUFFERED)
  })

  test.each([
    ['POST', CREATE, 413],
    ['GET', SPOT, 402],
    ['GET', SPOT.toUpperCase().replace('/ORACLE', '/oracle'), 402],
    ['GET', '/nowhere', 404],
  ])('%s %s, without an end', async (method, path, status) => {
    const { text, sent } = await pour(headOf(method, path, 'Transfer-Encoding: chunked'), CHUNK, 15_000)
    expect(text).toStartWith(`HTTP/1.1 ${status} `)
    expect(text.toLowerCase()).toContain('connection: close')
    expect(sent).toBeLessThan(BUFFERED)
  })
})
