import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { checkAddress } from '../../src/outbound/address.ts'
import { isPublic } from '../../src/outbound/public-address.ts'
import { createVisitor } from '../../src/outbound/visit.ts'
import { systemClock } from '../../src/system/clock.ts'
import { seededRandom } from '../support/still.ts'
import { HOSTILE, HOSTILE_ANSWERS } from '../support/outbound/hostile.ts'

/** Hears of every connection to the loopback interface. */
const canary = createServer((socket) => {
  heard++
  socket.destroy()
})
let heard = 0
let port = 0

beforeAll(async () => {
  await new Promise<void>((ready) => canary.listen(0, ready))
  port = (canary.address() as { port: number }).port
})
afterAll(() => void canary.close())

const here = (url: string): string => url.replaceAll('PORT', String(port))
const PUBLIC = '1.1.1.1'

describe('addresses that customers give', () => {
  test('there are many', () => {
    expect(HOSTILE.length).toBeGreaterThan(150)
    expect(new Set(HOSTILE.map(([url]) => url)).size).toBe(HOSTILE.length)
  })

  test.each(HOSTILE)('%p is refused: %s', async (url, rule) => {
    const asked: string[] = []
    const resolve = async (host: string) => (asked.push(host), ['127.0.0.1'])
    const visitor = createVisitor({ allow: [], clock: systemClock, resolve })
    const checked = checkAddress(here(url), { allow: [] })
    expect(checked.ok ? 'accepted' : checked.refusal.rule).toBe(rule)
    const request = { url: here(url), method: 'GET', timeLimitMs: 60_000, maxBytes: 1000 } as const
    expect(await visitor.visit(request)).toEqual({ kind: 'refused', rule })
    expect(await visitor.prospect(here(url), 2000)).toMatchObject({ kind: 'refused', rule })
    // Refused for its text: the name was not even looked up.
    expect(asked).toEqual([])
    expect(heard).toBe(0)
  })

  test('a private IPv4 address is refused in every spelling', () => {
    const random = seededRandom(4)
    const heads = [[10], [127], [0], [169, 254], [172, 16], [192, 168], [100, 64], [198, 18], [224], [240]]
    const byte = (value: number) =>
      [`${value}`, `0x${value.toString(16)}`, `0${value.toString(8)}`, `000${value.toString(8)}`][random.integer(0, 3)]!
    for (let round = 0; round < 500; round++) {
      const head = heads[random.integer(0, heads.length - 1)]!
      const octets = [...head, ...random.bytes(4 - head.length)]
      const whole = octets.reduce((sum, octet) => sum * 256 + octet, 0)
      const [a, b, c, d] = octets as [number, number, number, number]
      const spellings = [
        octets.map(byte).join('.'),
        `${byte(a)}.${byte(b)}.${c * 256 + d}`,
        `${byte(a)}.${whole % 2 ** 24}`,
        String(whole),
        `0x${whole.toString(16)}`,
        `0${whole.toString(8)}`,
        `[::ffff:${octets.join('.')}]`,
        `[::${octets.join('.')}]`,
        `[64:ff9b::${octets.join('.')}]`,
        `[2002:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}::1]`,
      ]
      for (const host of spellings) {
        const checked = checkAddress(`https://${host}/`, { allow: [] })
        expect([host, checked.ok || checked.refusal.rule]).toEqual([host, 'address'])
      }
    }
  })

  test('ordinary addresses are accepted as they are', () => {
    for (const url of [
      'https://hooks.example.com',
      'https://hooks.example.com:443/a?b=c%20d',
      'https://hooks.example.com:8443/',
      'HTTPS://HOOKS.EXAMPLE.COM/',
      'https://bücher.example/',
      'https://my_host.example.com/',
      'https://1.1.1.1/',
      'https://[2606:4700:4700::1111]:8443/',
      'https://hooks.example.com/a@b?c=@d',
    ])
      expect([url, checkAddress(url, { allow: [] }).ok]).toEqual([url, true])
  })

  test('an exception is one host and one port, and nothing near it', () => {
    const policy = { allow: ['127.0.0.1:9000', '[::1]:9000', 'localhost:80'] }
    for (const url of ['http://127.0.0.1:9000/x', 'https://127.0.0.1:9000/', 'http://[::1]:9000', 'http://localhost'])
      expect([url, checkAddress(url, policy).ok]).toEqual([url, true])
    for (const url of [
      'http://127.0.0.1:9001/',
      'http://127.0.0.1/',
      'http://127.0.0.2:9000/',
      'http://localhost:9000/',
      'http://localhost.:80/',
      'https://localhost/',
      'http://u:p@127.0.0.1:9000/',
      'ftp://127.0.0.1:9000/',
    ])
      expect([url, checkAddress(url, policy).ok]).toEqual([url, false])
  })
})

describe('where names lead', () => {
  const visitorTo = (resolve: (host: string) => Promise<readonly string[]>) =>
    createVisitor({ allow: [], clock: systemClock, resolve })
  const request = (host: string) =>
    ({ url: `https://${host}:${port}/`, method: 'GET', timeLimitMs: 60_000, maxBytes: 1000 }) as const

  test.each(HOSTILE_ANSWERS.map((answer) => [answer]))('a name that resolves to %p is refused', async (answer) => {
    const visitor = visitorTo(async () => answer)
    expect(await visitor.visit(request('hooks.example.com'))).toEqual({ kind: 'refused', rule: 'address' })
    expect(await visitor.prospect('https://hooks.example.com', 2000)).toMatchObject({ rule: 'address' })
    expect(heard).toBe(0)
  })

  test('a name that was public at registration and is private at the call is refused at the call', async () => {
    const answers = [[PUBLIC], ['127.0.0.1']]
    const visitor = visitorTo(async () => answers.shift()!)
    expect(await visitor.prospect(request('hooks.example.com').url, 2000)).toEqual({ kind: 'fine' })
    expect(await visitor.visit(request('hooks.example.com'))).toEqual({ kind: 'refused', rule: 'address' })
    expect(heard).toBe(0)
  })

  test('a name that does not resolve, or not in time, is no reason to refuse a registration', async () => {
    const failing = visitorTo(() => Promise.reject(new Error('ENOTFOUND')))
    expect(await failing.prospect('https://hooks.example.com', 2000)).toEqual({ kind: 'unresolved' })
    expect(await failing.visit(request('hooks.example.com'))).toEqual({ kind: 'unreachable' })
    const hanging = visitorTo(() => new Promise(() => undefined))
    expect(await hanging.prospect('https://hooks.example.com', 20)).toEqual({ kind: 'unresolved' })
    expect(await hanging.visit({ ...request('hooks.example.com'), timeLimitMs: 20 })).toEqual({ kind: 'timeout' })
  })

  test('public addresses are public', () => {
    for (const address of [
      '1.1.1.1',
      '8.8.8.8',
      '172.15.0.1',
      '172.32.0.1',
      '100.63.0.1',
      '2606:4700::1111',
      '::ffff:8.8.8.8',
    ])
      expect([address, isPublic(address)]).toEqual([address, true])
  })
})
