import { describe, expect, test } from 'bun:test'
import { mayAsk } from '../../src/actors/publisher/schedule.ts'
import { BadConfig } from '../../src/config.ts'
import { registry } from '../../src/feeds/registry.ts'
import { cadencesOf, keysOf, licensedOf, originsOf } from '../../src/roles/provider-settings.ts'
import { openMeteoArchive } from '../../src/sources/weather/open-meteo-archive.ts'

const KEYS = 'openmeteoarchive=k1, openmeteomarine=k2'

describe('settings that name providers', () => {
  test('are read for whoever may be asked, also about subjects that nobody knows beforehand', () => {
    expect(keysOf(KEYS)).toEqual({ openmeteoarchive: 'k1', openmeteomarine: 'k2' })
    expect(licensedOf('openmeteoarchive, openmeteomarine')).toEqual(['openmeteoarchive', 'openmeteomarine'])
    expect(originsOf('openmeteoarchive=http://weather.internal:8080')).toEqual({
      openmeteoarchive: 'http://weather.internal:8080',
    })
    expect(cadencesOf('fill/price/spot/BTC-USD=3600')).toEqual({ 'fill/price/spot/BTC-USD': 3_600 })
    for (const none of [keysOf(undefined), originsOf(undefined), cadencesOf('')]) expect(none).toEqual({})
    expect(licensedOf(undefined)).toEqual([])
  })

  test.each([
    [() => keysOf('nobody=k'), 'PROVIDER_KEYS: no provider is called nobody'],
    [() => keysOf('kraken=k'), 'PROVIDER_KEYS: kraken takes no key'],
    [() => licensedOf('openmeteo'), 'SOURCES_LICENSED: no provider is called openmeteo'],
    [() => originsOf('openmeteoarchive=wss://x'), 'PROVIDER_ORIGINS: openmeteoarchive needs an address like https://'],
    [() => cadencesOf('price/spott=3'), 'CADENCES: no actor starts with price/spott'],
  ])('that are wrong are refused: %#', (read, message) => {
    expect(read).toThrow(BadConfig)
    expect(read).toThrow(message)
  })

  test('never show a key that was written wrongly', () => {
    expect(() => keysOf('my-secret-key')).toThrow('PROVIDER_KEYS must look like name=value,name=value')
    try {
      keysOf('my-secret-key')
    } catch (problem) {
      expect(String(problem)).not.toContain('my-secret-key')
    }
  })
})

test('a source that is not to be sold is asked by those alone who have bought it', () => {
  const open = { source: openMeteoArchive.source }
  expect(mayAsk('permitted')(open)).toBe(false)
  expect(mayAsk('permitted', licensedOf('openmeteoarchive'))(open)).toBe(true)
  expect(mayAsk('open', Object.keys(keysOf(KEYS)))(open)).toBe(true)
  // A licence for one is none for another.
  const unlicensed = registry.boards.find(({ source }) => source.rights === 'attribution')!
  expect(mayAsk('open', licensedOf('openmeteoarchive'))(unlicensed)).toBe(false)
})
