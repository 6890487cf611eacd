import { describe, expect, test } from 'bun:test'
import { createMoney } from '../../../src/sandbox/money/money.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { seededRandom } from '../../support/still.ts'

const money = createMoney({ clock: systemClock, random: seededRandom() })
const ask = async (method: string, path: string): Promise<Response> => {
  const request = new Request(`http://127.0.0.1:8404${path}`, {
    method,
    headers: { origin: 'http://localhost:8402' },
    ...(method === 'POST' && { body: '{}' }),
  })
  return (await money.handle(request)) ?? new Response(null, { status: 404 })
}
const allowed = (response: Response) => response.headers.get('access-control-allow-origin')

describe('pages of a demonstration', () => {
  test.each([
    ['POST', '/chain/fund'],
    ['GET', '/chain/balance/0x0000000000000000000000000000000000000001'],
    ['POST', '/lightning/pay'],
  ])('may ask %s %s from their origin, and learn so before', async (method, path) => {
    expect(allowed(await ask(method, path))).toBe('*')
    const before = await ask('OPTIONS', path)
    expect(before.status).toBe(204)
    expect(allowed(before)).toBe('*')
    expect(before.headers.get('access-control-allow-methods')).toContain(method)
    expect(before.headers.get('access-control-allow-headers')).toBe('content-type')
  })

  test.each([
    ['POST', '/chain/faults'],
    ['POST', '/lightning/faults'],
    ['GET', '/chain/transfers'],
    ['POST', '/facilitator/settle'],
    ['GET', '/lnd/v1/invoices'],
    ['POST', '/chain/fund/more'],
  ])('may not ask %s %s', async (method, path) => {
    expect(allowed(await ask(method, path))).toBeNull()
    expect(allowed(await ask('OPTIONS', path))).toBeNull()
  })
})
