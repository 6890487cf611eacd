import { beforeAll, describe, expect, test } from 'bun:test'
import { PAYER, payment } from '../support/payer.ts'
import { payL402, SPOT, fileShop } from '../support/shop.ts'

/** What a page in a browser may send to us and read of our answers, by the rules of the Fetch standard. */

const shop = await fileShop()

beforeAll(async () => {
  await shop.publish('btc/usd')
  await shop.money.fund(PAYER.address)
})

const PAGE = { origin: 'https://shop.example' } as const
const listed = (response: Response, name: string): ReadonlySet<string> =>
  new Set((response.headers.get(name) ?? '').split(',').map((each) => each.trim().toLowerCase()))

/** What a page reads without being allowed to: the safelisted response headers. */
const SAFE = new Set(['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'pragma'])
/** What browsers keep for themselves. */
const OF_BROWSERS = /^(access-control-|vary$|date$|allow$|connection$|transfer-encoding$)/

describe('a browser', () => {
  test.each([
    ['GET', SPOT],
    ['POST', '/dlc/oracle/threshold'],
    ['DELETE', '/dlc/oracle/threshold/x'],
    ['GET', '/receipts/x'],
    ['POST', '/mcp'],
    ['GET', '/dlc/oracle/threshold/x/deliveries'],
  ])('may send to %s %s all that shows a payment or whose it is', async (method, path) => {
    const asked =
      'Payment-Proof, Payment-Receipt, PAYMENT-SIGNATURE, X-PAYMENT, Authorization, X-Manage-Token, Content-Type, If-None-Match, ' +
      'MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID'
    const response = await shop.request(path, {
      method: 'OPTIONS',
      headers: { ...PAGE, 'access-control-request-method': method, 'access-control-request-headers': asked },
    })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(listed(response, 'access-control-allow-methods')).toContain(method.toLowerCase())
    for (const name of asked.split(', '))
      expect(listed(response, 'access-control-allow-headers')).toContain(name.toLowerCase())
  })

  test('may read all that an answer says', async () => {
    const paid = await payment(shop.clock.now())
    const { authorization } = await payL402(shop)
    const answers = {
      offer: await shop.request(SPOT, { headers: PAGE }),
      sold: await shop.request(SPOT, { headers: { ...PAGE, ...paid.v2 } }),
      lightning: await shop.request(SPOT, { headers: { ...PAGE, authorization } }),
      used: await shop.request(SPOT, { headers: { ...PAGE, ...paid.v1 }, from: '192.0.2.66' }),
      'sold out': await shop.request('/oracle/price/eth/usd', { headers: PAGE }),
      'asked by an event': await shop.request('/dlc/oracle/threshold', { method: 'POST', body: '{', headers: PAGE }),
      receipt: await shop.request('/receipts/x', { headers: PAGE }),
    }
    expect(Object.values(answers).map(({ status }) => status)).toEqual([402, 200, 200, 402, 503, 415, 404])
    for (const [what, response] of Object.entries(answers)) {
      expect([what, response.headers.get('access-control-allow-origin')]).toEqual([what, '*'])
      const exposed = listed(response, 'access-control-expose-headers')
      for (const name of [
        'Claros-Request',
        'Payment-Receipt',
        'Payment-Response',
        'X-Payment-Response',
        'Payment-Required',
        'WWW-Authenticate',
        'Retry-After',
        'Claros-Asked',
        'Age',
        'ETag',
      ])
        expect([what, name, exposed.has(name.toLowerCase())]).toEqual([what, name, true])
      const hidden = [...response.headers.keys()].filter(
        (name) => !SAFE.has(name) && !OF_BROWSERS.test(name) && !exposed.has(name),
      )
      expect([what, hidden]).toEqual([what, []])
    }
  })
})
