import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { extensionLog } from '../../../src/http/paywall/extension-log.ts'
import { base64Json, PAYER, payment } from '../../support/payer.ts'
import { bodyOf, FEE } from '../../support/http/dlc/event-shop.ts'
import { SPOT, fileShop } from '../../support/shop.ts'
import { keptLog, stillClock } from '../../support/still.ts'

/** Why a route is not in a facilitator's catalogue: read of its answers, and said in the log. */

const ETHER = '/oracle/price/eth/usd'
const MINUTE = 60_000

const shop = await fileShop()
/** What the facilitator says of extensions, by path. */
const says = new Map<string, object>()

beforeAll(async () => {
  await shop.money.fund(PAYER.address)
  await shop.oracle.beat()
  for (const verb of ['verify', 'settle'])
    shop.money.overrides.set(`POST /facilitator/${verb}`, async (request) => {
      const answer = await shop.money.handle(request)
      const said = says.get(verb)
      if (said) answer.headers.set('EXTENSION-RESPONSES', base64Json(said))
      return answer
    })
})
beforeEach(async () => {
  says.clear()
  shop.log.lines.length = 0
  shop.clock.move(11 * MINUTE)
  await shop.oracle.beat()
  await Promise.all([shop.publish('btc/usd'), shop.publish('eth/usd', '3512.05')])
})

const buy = async (path = SPOT) => {
  const response = await shop.request(path, { headers: (await payment(shop.clock.now())).v2 })
  expect(response.status).toBe(200)
}
const said = () => shop.log.lines.filter(({ event }) => event === 'facilitator.extension')
const rejected = (rejectedReason: string) => ({ bazaar: { status: 'rejected', rejectedReason } })

describe('a rejected extension', () => {
  test('is a warning with route and reason, once for ten minutes, and the buyer has the answer', async () => {
    says.set('settle', rejected('no output example'))
    await buy()
    await buy()
    const line = {
      level: 'warn',
      event: 'facilitator.extension',
      fields: {
        facilitator: new URL(shop.money.url).host,
        route: 'GET /oracle/price/btc/usd',
        extension: 'bazaar',
        status: 'rejected',
        reason: 'no output example',
      },
    }
    expect(said()).toEqual([line])
    says.set('settle', rejected('no tags'))
    await buy()
    await buy(ETHER)
    expect(
      said().map(({ fields }) => [(fields as typeof line.fields).route, (fields as typeof line.fields).reason]),
    ).toEqual([
      ['GET /oracle/price/btc/usd', 'no output example'],
      ['GET /oracle/price/btc/usd', 'no tags'],
      ['GET /oracle/price/eth/usd', 'no tags'],
    ])
    says.set('settle', rejected('no output example'))
    shop.clock.move(10 * MINUTE - 1)
    await shop.publish('btc/usd')
    await buy()
    expect(said()).toHaveLength(3)
    shop.clock.move(1)
    await buy()
    expect(said()).toHaveLength(4)
  })

  test('is read of the check too, by the template of the route', async () => {
    says.set('verify', rejected('no body'))
    const paid = await payment(shop.clock.now(), { value: FEE })
    const created = await shop.request('/dlc/oracle/enum', {
      method: 'POST',
      body: JSON.stringify(bodyOf('enum', Math.floor(shop.clock.now() / 1000))),
      headers: { 'content-type': 'application/json', ...paid.v2 },
    })
    expect(created.status).toBe(200)
    expect(said()).toMatchObject([{ level: 'warn', fields: { route: 'POST /dlc/oracle/enum', reason: 'no body' } }])
  })
})

test('an extension that was taken is told of, and is no warning', async () => {
  says.set('settle', { bazaar: { status: 'processing' } })
  await buy()
  expect(said()).toMatchObject([{ level: 'info', fields: { status: 'processing', reason: '' } }])
})

test('nothing said is nothing logged', async () => {
  await buy()
  expect(said()).toEqual([])
})

test('reasons without end do not fill log or memory', () => {
  const clock = stillClock(0)
  const log = keptLog()
  const tell = extensionLog(log, clock)
  const many = (from: number) => {
    for (let at = from; at < from + 1_500; at++)
      tell('host', 'GET /x', { extension: 'bazaar', status: 'rejected', reason: `${at}` })
  }
  many(0)
  expect(log.lines).toHaveLength(1_000)
  clock.move(10 * MINUTE)
  many(5_000)
  expect(log.lines).toHaveLength(2_000)
})
