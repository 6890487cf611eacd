import { describe, expect, test } from 'bun:test'
import { registry } from '../../src/feeds/registry.ts'
import type { Call } from '../../src/http/wire/endpoint.ts'
import type { FeedRouteDeps } from '../../src/http/endpoints/feed-endpoints.ts'
import { onDemandEndpoints } from '../../src/http/endpoints/on-demand-endpoints.ts'
import type { PaywallContext } from '../../src/http/paywall/context.ts'
import type { Warmer } from '../../src/http/paywall/warm.ts'
import { systemClock } from '../../src/system/clock.ts'
import { problemOf } from '../support/shop.ts'

/** What buyers are told of words that name no subject. Nobody is woken and nothing is read: there is nothing to ask. */

const paywall: Partial<PaywallContext> = { docs: 'https://oracle.example/docs', clock: systemClock }
const shop = { paywall, publicUrl: 'https://oracle.example' } as FeedRouteDeps
const endpoints = onDemandEndpoints(registry, shop, {} as Warmer)

const refused = async (path: string, params: Readonly<Record<string, string>>) => {
  const call: Partial<Call> = { params, query: new URLSearchParams() }
  const endpoint = endpoints.find((each) => each.path === path)!
  const response = await endpoint.handle(call as Call)
  const { error, message, details } = await problemOf(response)
  expect([response.status, error, message]).toEqual([
    400,
    'invalid_request',
    'The path breaks rules. Nothing was charged.',
  ])
  return details
}

describe('words that name no place', () => {
  test.each(['', '/preview'])('are all named, by the segment they stand in%s', async (free) => {
    const words = { lat: 'x', lon: '181', window: '7d' }
    expect(await refused(`/oracle/weather/{lat}/{lon}/wrsi/{window}${free}`, words)).toEqual([
      {
        path: 'path.lat',
        rule: 'decimal_degrees',
        message: 'a latitude is decimal degrees such as 51.5 or -0.25',
      },
      { path: 'path.lon', rule: 'longitude', message: 'a longitude lies between -180 and 180' },
      { path: 'path.window', rule: 'window_offered', message: 'wrsi is sold over 30d, 60d, 90d' },
    ])
  })

  test('that are no number of a ship are refused by both of its rules, and there is no preview to ask', async () => {
    expect(await refused('/oracle/marine/vessel/{mmsi}', { mmsi: '1116290' })).toEqual([
      { path: 'path.mmsi', rule: 'nine_digits', message: 'an MMSI has nine digits, such as 230629000' },
      { path: 'path.mmsi', rule: 'ship_mmsi', message: 'the MMSI of a ship begins with a digit from 2 to 7' },
    ])
    expect(endpoints.map(({ path }) => path)).not.toContain('/oracle/marine/vessel/{mmsi}/preview')
  })

  test.each(['', '/preview'])('beyond the model’s latitudes are a place without data%s', async (free) => {
    expect(await refused(`/oracle/marine/{lat}/{lon}/seastate${free}`, { lat: '80', lon: '0' })).toEqual([
      {
        path: 'path.lat',
        rule: 'no_data_here',
        message: 'no waves at 80.0000,0.0000: land, ice, or beyond the model',
      },
    ])
  })
})
