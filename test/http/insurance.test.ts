import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { VESSEL_CLASS_IDS } from '../../src/feeds/insurance/vessel-classes.ts'
import { fileShop, problemOf } from '../support/shop.ts'

const shop = await fileShop({ pool: { INSURANCE_POOL_CAPITAL: '5000', INSURANCE_POOL_OPEN_PAYOUTS: '1250.5' } })

const read = async (path: string): Promise<Record<string, unknown>> => {
  const response = await shop.request(path)
  expect(response.status).toBe(200)
  const body = (await response.json()) as Record<string, unknown>
  const endpoint = shop.endpoints.find((each) => each.path === path)!
  expect([endpoint.access.kind, ...Value.Errors(endpoint.answer, body)]).toEqual(['free'])
  expect([...Value.Errors(endpoint.answer, endpoint.example)]).toEqual([])
  return body
}

describe('what may be insured', () => {
  test('are sixty ports, with the places where lanes to them end', async () => {
    const { count, ports } = (await read('/insurance/ports')) as { count: number; ports: Record<string, unknown>[] }
    expect([count, ports.length, new Set(ports.map(({ id }) => id)).size]).toEqual([60, 60, 60])
    expect(ports.find(({ id }) => id === 'NLRTM')).toEqual({
      id: 'NLRTM',
      name: 'Rotterdam',
      country: 'NL',
      region: expect.any(String),
      lat: expect.any(Number),
      lon: expect.any(Number),
      approach: { lat: expect.any(Number), lon: expect.any(Number) },
    })
  })

  test('are five classes of ships', async () => {
    const { vessels } = (await read('/insurance/vessels')) as { vessels: Record<string, unknown>[] }
    expect(vessels.map(({ id }) => id)).toEqual([...VESSEL_CLASS_IDS])
    expect(vessels[4]).toEqual({
      id: 'general_cargo',
      name: 'General cargo ship',
      service_speed_kts: 12,
      max_operable_wave_m: 5.5,
      exposure: 1.45,
      sum_insured_usdc: '100000.00',
    })
  })

  test.each(['/insurance/ports', '/insurance/vessels'])('%s is not sent twice to who keeps it', async (path) => {
    const first = await shop.request(path)
    const etag = first.headers.get('etag')!
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600')
    expect((await shop.request(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await shop.request(path, { method: 'HEAD' })).headers.get('etag')).toBe(etag)
  })

  test('stands on what the operator states of the pool', async () => {
    expect(await read('/insurance/pool')).toMatchObject({
      currency: 'USDC',
      capital: '5000.00',
      open_maximum_payouts: '1250.50',
      available: '3749.50',
      utilization: 0.2501,
      loss_ratio: null,
      status: 'open',
      updated_at: shop.clock.now() / 1000,
    })
    expect((await shop.request('/insurance/pool')).headers.get('cache-control')).toBe('public, max-age=60')
  })

  test('is found in either case, and is asked of by other methods in vain', async () => {
    expect((await shop.request('/Insurance/PORTS')).status).toBe(200)
    const refused = await shop.request('/insurance/ports', { method: 'POST' })
    expect([refused.status, (await problemOf(refused)).error]).toEqual([405, 'method_not_allowed'])
    expect((await shop.request('/insurance/route/quote')).status).toBe(405)
  })
})
